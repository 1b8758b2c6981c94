// Text broken into lines that fit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

struct WrapOptions {
  std::size_t width = 80;  // columns, the indents included
  std::string first = "";  // what the first line begins with: "- "
  std::string rest = "";   // what the others begin with
};

/// `text` broken at spaces, and at its own line ends, into lines of at most `width` columns. A line that fits
/// stays as it is; in those that are broken several spaces become one. A word that is longer than a line (an
/// address, Korean without spaces) is broken between characters.
std::vector<std::string> wrap(std::string_view text, const WrapOptions& options);

/// A page of help. Lines without indent are paragraphs, which are filled anew. Any other stays as it is where
/// it fits; else columns with three spaces or more between them stand one below the other, what goes on
/// indented.
std::string wrap_page(std::string_view text, std::size_t width);

}  // namespace heed
