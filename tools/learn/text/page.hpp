// Lines for a learner, and their colours.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tools/language/language.hpp"

namespace heed {

enum class Paint { plain, bold, dim, red, green, yellow, cyan };

/// `text` in that colour on a terminal with colours, as it is elsewhere.
std::string paint(const Look& look, Paint colour, std::string_view text);

/// The same terminal with so many columns less, for what is indented.
Look narrower(Look look, std::size_t columns);

/// A growing page of lines.
class Page {
 public:
  explicit Page(const Look& look) : look_(look) {}
  void line(std::string text = "") { lines_.push_back(std::move(text)); }
  void text(std::string_view text, Paint colour = Paint::plain, std::size_t indent = 0);
  void text(const Bilingual& said, Paint colour = Paint::plain, std::size_t indent = 0) {
    text(said.in(look_.language), colour, indent);
  }
  void append(const std::vector<std::string>& lines, std::size_t indent = 0);
  /// An empty line, unless there is one already or nothing yet.
  void gap();
  const Look& look() const { return look_; }
  const std::vector<std::string>& lines() const { return lines_; }
  std::string joined() const;

 private:
  Look look_;
  std::vector<std::string> lines_;
};

/// Behind the last of the lines from `top` on that stand on one page of `height`: behind an empty line where
/// there is one in its lower half.
std::size_t page_end(const std::vector<std::string>& lines, std::size_t top, std::size_t height);

}  // namespace heed
