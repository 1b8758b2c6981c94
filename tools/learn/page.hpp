// Lines for a learner, and their colours.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lib/report/terminal.hpp"

namespace heed {

enum class Paint { plain, bold, dim, red, green, yellow, cyan };

/// `text` in that colour on a terminal with colours, as it is elsewhere.
std::string paint(const Terminal& terminal, Paint colour, std::string_view text);

class Page {
 public:
  explicit Page(const Terminal& terminal = heed::terminal(Stream::output)) : terminal_(terminal) {}

  void line(std::string text = "") { lines_.push_back(std::move(text)); }
  /// Wrapped to the terminal's width.
  void text(std::string_view text, Paint colour = Paint::plain, std::size_t indent = 0);
  /// Paragraphs, lists and tables wrapped to the terminal's width, headings in bold, code (fenced or indented
  /// by four) as it stands. Of **bold** and [links](address) the words are left.
  void markdown(std::string_view markdown, std::size_t indent = 0);
  /// A heading in yellow and a text below it; nothing where there is no text.
  void section(std::string_view heading, std::string_view markdown);
  void append(const std::vector<std::string>& lines, std::size_t indent = 0);
  /// Adds an empty line, unless there is one already or nothing yet.
  void gap();

  const Terminal& terminal() const { return terminal_; }
  const std::vector<std::string>& lines() const { return lines_; }
  std::string joined() const;
  void print() const;

 private:
  Terminal terminal_;
  std::vector<std::string> lines_;
};

}  // namespace heed
