// Text broken into lines that fit, and coloured.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tools/language/language.hpp"

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

/// A line of code: as it is where it fits into `width` columns, else broken at spaces, what goes on indented
/// by four more, and a comment that goes on with its // again.
std::vector<std::string> wrap_code(std::string_view line, std::size_t width);

enum class Paint { plain, bold, dim, red, green, yellow, cyan };

/// `text` in that colour on a terminal with colours, as it is elsewhere.
std::string paint(const Look& look, Paint colour, std::string_view text);

/// A growing page of lines.
class Page {
 public:
  explicit Page(const Look& look) : look_(look) {}
  void line(std::string text = "") { lines_.push_back(std::move(text)); }
  void text(std::string_view text, Paint colour = Paint::plain, std::size_t indent = 0);
  void append(const std::vector<std::string>& lines);
  /// An empty line, unless there is one already or nothing yet.
  void gap();
  const Look& look() const { return look_; }
  const std::vector<std::string>& lines() const { return lines_; }
  std::string joined() const;

 private:
  Look look_;
  std::vector<std::string> lines_;
};

}  // namespace heed
