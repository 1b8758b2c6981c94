// Text from data in a report: made harmless first (printable), then measured and fitted with
// lib/text/display.hpp.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lib/text/display.hpp"

namespace heed {

/// Columns that printable(text) takes. Unlike display_width it accepts any bytes.
std::size_t printable_width(std::string_view text);

/// printable(text) in at most `width` columns; when something is cut off, it ends in "…".
std::string fit_width(std::string_view text, std::size_t width);

/// printable(text) with spaces up to `width` columns. Longer text stays as it is.
std::string pad_width(std::string_view text, std::size_t width, PadOptions options = {});

}  // namespace heed
