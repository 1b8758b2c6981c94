#include "tools/learn/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>
#include <sstream>
#include <utility>

#include "lib/report/table.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/display.hpp"
#include "lib/text/trimmed.hpp"

namespace heed {

std::string paint(const Terminal& terminal, Paint colour, std::string_view text) {
  constexpr std::array codes{"", "1", "2", "31", "32", "33", "36"};
  if (terminal.colours == Colours::none || colour == Paint::plain || text.empty()) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", codes.at(static_cast<std::size_t>(colour)), text);
}

void Page::text(std::string_view text, Paint colour, std::size_t indent) {
  const std::string space(indent, ' ');
  for (const std::string& line : wrap(text, {.width = terminal_.width, .first = space, .rest = space}))
    lines_.push_back(paint(terminal_, colour, line));
}

void Page::section(std::string_view heading, std::string_view markdown) {
  if (markdown.empty()) return;
  gap();
  text(heading, Paint::yellow);
  this->markdown(markdown, 2);
}

void Page::append(const std::vector<std::string>& lines, std::size_t indent) {
  for (const std::string& line : lines) lines_.push_back(std::string(indent, ' ') + line);
}

void Page::gap() {
  if (!lines_.empty() && !lines_.back().empty()) lines_.emplace_back();
}

std::string Page::joined() const {
  std::string all;
  for (const std::string& line : lines_) all += line + "\n";
  return all;
}

void Page::print() const {
  fmt::print("{}", joined());
  std::fflush(stdout);
}

namespace {

std::string without_marks_of_markdown(const std::string& text) {
  static const std::regex marks(R"((`[^`]*`)|\[([^\]]+)\]\([^)]*\)|\*\*)");
  return std::regex_replace(text, marks, "$1$2");
}

/// The cells of a line "| a | b |"; none of the line under a table's head.
std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  if (row.find_first_not_of("|-: ") == row.npos) return cells;
  for (row = row.substr(1, row.size() - 2); !row.empty();) {
    const std::size_t end = std::min(row.find('|'), row.size());
    std::string cell = without_marks_of_markdown(std::string(trimmed(row.substr(0, end))));
    std::erase(cell, '`');
    cells.push_back(std::move(cell));
    row.remove_prefix(std::min(end + 1, row.size()));
  }
  return cells;
}

class MarkdownRenderer {
 public:
  explicit MarkdownRenderer(const Terminal& terminal) : page_(terminal) {}

  std::vector<std::string> run(std::string_view markdown) {
    std::istringstream lines{std::string(markdown)};
    for (std::string line; std::getline(lines, line);) take(line);
    flush();
    return page_.lines();
  }

 private:
  void take(const std::string& line) {
    static const std::regex item(R"(^(\s*)([-*]|\d+\.)\s+(.*)$)");
    const std::string_view text = trimmed(line);
    std::smatch match;
    if (text.starts_with("```")) {
      fenced_ = !fenced_;
      gap();
    } else if (fenced_ || (line.starts_with("    ") && !text.empty() && words_.empty() && !in_list_)) {
      code(fenced_ ? "    " + line : line);
    } else if (text.size() > 1 && text.starts_with('|') && text.ends_with('|')) {
      if (rows_.empty()) flush();
      if (auto cells = cells_of(text); !cells.empty()) rows_.push_back(std::move(cells));
    } else if (text.empty()) {
      gap();
    } else if (text.starts_with('#')) {
      gap();
      in_list_ = false;
      page_.text(without_marks_of_markdown(std::string(trimmed(text.substr(text.find_first_not_of('#'))))),
                 Paint::bold);
      gap();
    } else if (std::regex_match(line, match, item)) {
      flush();
      words_ = match[3];
      first_ = match[1].str() + (match[2].length() == 1 ? "•" : match[2].str()) + " ";
      in_list_ = true;
    } else {
      in_list_ = in_list_ && (!words_.empty() || line.starts_with(' '));
      words_ += (words_.empty() ? "" : " ") + std::string(text);
    }
  }

  void code(const std::string& line) {
    const std::string indent(std::min(line.find_first_not_of(' '), line.size()), ' ');
    const WrapOptions options{
        .width = page_.terminal().width, .first = indent, .rest = indent + std::string(4, ' ')};
    for (const std::string& part : wrap(line.substr(indent.size()), options))
      page_.line(paint(page_.terminal(), Paint::cyan, part));
  }

  void gap() {
    flush();
    page_.gap();
  }

  /// Shows the paragraph or the table that may have gone on.
  void flush() {
    const std::size_t width = page_.terminal().width;
    const std::string first = std::exchange(first_, ""), words = std::exchange(words_, "");
    const std::string rest(printable_width(first), ' ');
    if (!words.empty())
      page_.append(wrap(without_marks_of_markdown(words), {.width = width, .first = first, .rest = rest}));
    if (!rows_.empty()) page_.append(wrapped_table(std::exchange(rows_, {}), width));
  }

  Page page_;
  std::string words_, first_;  // of a paragraph, and what stands before it: "• ", "  2. "
  std::vector<std::vector<std::string>> rows_;
  bool fenced_ = false;
  bool in_list_ = false;  // indented lines go on with an item then, and are no code
};

}  // namespace

void Page::markdown(std::string_view markdown, std::size_t indent) {
  Terminal narrower = terminal_;
  narrower.width -= std::min(indent, narrower.width / 4);
  append(MarkdownRenderer(narrower).run(markdown), indent);
}

}  // namespace heed
