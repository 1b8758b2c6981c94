// Text from data in a report: made harmless first (printable), then measured and fitted with
// lib/text/display.hpp.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lib/text/display.hpp"

namespace heed {

/// Columns that printable(text) takes. Unlike display_width it accepts any bytes.
inline std::size_t printable_width(std::string_view text) {
  return static_cast<std::size_t>(display_width(printable(text)));
}

/// printable(text) in at most `width` columns; when something is cut off, it ends in "…".
inline std::string fit_width(std::string_view text, std::size_t width) {
  return shorten(printable(text), static_cast<int>(width));
}

/// printable(text) with spaces up to `width` columns. Longer text stays as it is.
inline std::string pad_width(std::string_view text, std::size_t width, PadOptions options = {}) {
  return pad(printable(text), static_cast<int>(width), options);
}

}  // namespace heed
