#include "lib/report/width.hpp"

#include <utf8proc.h>

namespace heed {

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    utf8proc_int32_t code_point = 0;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const auto length = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &code_point);
    const auto taken = static_cast<std::size_t>(length <= 0 ? 1 : length);
    // The line and paragraph separators are no control characters to Unicode, but break lines all the same.
    const bool harmful = length <= 0 || utf8proc_category(code_point) == UTF8PROC_CATEGORY_CC ||
                         code_point == 0x2028 || code_point == 0x2029;
    result += harmful ? std::string_view("�") : text.substr(0, taken);
    text.remove_prefix(taken);
  }
  return result;
}

std::size_t printable_width(std::string_view text) {
  return static_cast<std::size_t>(display_width(printable(text)));
}

std::string fit_width(std::string_view text, std::size_t width) {
  return shorten(printable(text), static_cast<int>(width));
}

std::string pad_width(std::string_view text, std::size_t width, PadOptions options) {
  return pad(printable(text), static_cast<int>(width), options);
}

}  // namespace heed
