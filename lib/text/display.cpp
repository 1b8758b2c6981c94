#include "lib/text/display.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdint>

#include "lib/text/unicode.hpp"

namespace heed {
namespace {

std::size_t width_of(char32_t c) {
  // utf8proc gives these 1, but a terminal draws them into the syllable that the leading consonant began
  if ((c >= 0x1160 && c <= 0x11FF) || (c >= 0xD7B0 && c <= 0xD7FF)) return 0;
  return static_cast<std::size_t>(utf8proc_charwidth(static_cast<utf8proc_int32_t>(c)));
}

std::size_t width_of(std::u32string_view text) {
  std::size_t columns = 0;
  for (const char32_t c : text) columns += width_of(c);
  return columns;
}

/// Draws nothing, by the Unicode Character Database: controls, format characters, default ignorables.
bool invisible(char32_t c) {
  const utf8proc_property_t* property = utf8proc_get_property(static_cast<utf8proc_int32_t>(c));
  return property->category == UTF8PROC_CATEGORY_CC || property->category == UTF8PROC_CATEGORY_CF ||
         property->ignorable != 0;
}

/// Steers the terminal, breaks the line, or turns the direction of what stands around it.
bool harmful(utf8proc_int32_t c) {
  const bool separator = c == 0x2028 || c == 0x2029;  // to Unicode no control characters
  const bool direction = c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
                         (c >= 0x2066 && c <= 0x2069);
  return utf8proc_category(c) == UTF8PROC_CATEGORY_CC || separator || direction;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    utf8proc_int32_t code_point = 0;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const auto length = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &code_point);
    const auto taken = static_cast<std::size_t>(length <= 0 ? 1 : length);
    result += length <= 0 || harmful(code_point) ? std::string_view("�") : text.substr(0, taken);
    text.remove_prefix(taken);
  }
  return result;
}

std::size_t printable_width(std::string_view text) { return width_of(to_code_points(printable(text))); }

std::string pad_width(std::string_view text, std::size_t width, Align align) {
  std::string out = printable(text);
  const std::size_t used = width_of(to_code_points(out));
  out.insert(align == Align::left ? out.size() : 0, used < width ? width - used : 0, ' ');
  return out;
}

std::string fit_width(std::string_view text, std::size_t width) {
  const std::string whole = printable(text);
  const std::u32string all = to_code_points(whole);
  if (width_of(all) <= width) return whole;
  if (width < 1) return "";
  std::size_t kept = 0;
  for (std::size_t used = 0; kept < all.size() && used + width_of(all[kept]) < width; ++kept)
    used += width_of(all[kept]);
  return to_utf8(std::u32string_view(all).substr(0, kept)) + "…";
}

std::string printable_lines(std::string_view text) {
  std::string result;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    result += printable(text.substr(0, end)) + '\n';
    text.remove_prefix(end + 1);
  }
  return result + printable(text);
}

std::string visible_or_named(std::string_view text) {
  const std::u32string all = to_code_points(text);
  if (!std::all_of(all.begin(), all.end(), invisible)) return printable(text);
  std::string names;
  for (const char32_t c : all)
    names += fmt::format("{}U+{:04X}", names.empty() ? "" : " ", static_cast<std::uint32_t>(c));
  return names;
}

}  // namespace heed
