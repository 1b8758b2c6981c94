#include "lib/report/width.hpp"

namespace heed {

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
