#include "lib/report/width.hpp"

#include <utf8proc.h>

namespace heed {
namespace {

constexpr char32_t replacement = 0xfffd;

struct Piece {
  char32_t code_point;
  std::size_t bytes;
};

// The first code point; for an invalid byte or a control character, U+FFFD in its place.
Piece first_of(std::string_view text) {
  utf8proc_int32_t code_point = 0;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto length = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &code_point);
  if (length <= 0) return {replacement, 1};
  const bool control =
      utf8proc_category(code_point) == UTF8PROC_CATEGORY_CC || code_point == 0x2028 || code_point == 0x2029;
  return {control ? replacement : static_cast<char32_t>(code_point), static_cast<std::size_t>(length)};
}

}  // namespace

int column_width(char32_t code_point) {
  if (code_point >= 0x1160 && code_point <= 0x11ff) return 0;  // utf8proc says 1, terminals join them
  return utf8proc_charwidth(static_cast<utf8proc_int32_t>(code_point));
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Piece piece = first_of(text);
    width += static_cast<std::size_t>(column_width(piece.code_point));
    text.remove_prefix(piece.bytes);
  }
  return width;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const Piece piece = first_of(text);
    result +=
        piece.code_point == replacement ? std::string_view("\xef\xbf\xbd") : text.substr(0, piece.bytes);
    text.remove_prefix(piece.bytes);
  }
  return result;
}

std::string fit_width(std::string_view text, std::size_t width) {
  const std::string whole = printable(text);
  if (display_width(whole) <= width) return whole;
  if (width == 0) return "";
  std::size_t end = 0, columns = 0;
  while (end < whole.size()) {
    const Piece piece = first_of(std::string_view(whole).substr(end));
    columns += static_cast<std::size_t>(column_width(piece.code_point));
    if (columns > width - 1) break;  // one column is the ellipsis
    end += piece.bytes;
  }
  return whole.substr(0, end) + "…";
}

std::string pad_right(std::string_view text, std::size_t width) {
  const std::size_t columns = display_width(text);
  return printable(text) + std::string(width > columns ? width - columns : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t columns = display_width(text);
  return std::string(width > columns ? width - columns : 0, ' ') + printable(text);
}

}  // namespace heed
