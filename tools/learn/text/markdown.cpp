#include "tools/learn/text/markdown.hpp"

#include <algorithm>
#include <regex>
#include <sstream>
#include <utility>

#include "lib/report/table.hpp"
#include "lib/report/width.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/trimmed.hpp"
#include "tools/learn/text/page.hpp"

namespace heed {
namespace {

std::string plain(const std::string& text) {
  static const std::regex marks(R"((`[^`]*`)|\[([^\]]+)\]\([^)]*\)|\*\*)");
  return std::regex_replace(text, marks, "$1$2");
}

/// The cells of a line "| a | b |"; none of the line under a table's head.
std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  if (row.find_first_not_of("|-: ") == row.npos) return cells;
  for (row = row.substr(1, row.size() - 2); !row.empty();) {
    const std::size_t end = std::min(row.find('|'), row.size());
    std::string cell = plain(std::string(trimmed(row.substr(0, end))));
    std::erase(cell, '`');
    cells.push_back(std::move(cell));
    row.remove_prefix(std::min(end + 1, row.size()));
  }
  return cells;
}

class Renderer {
 public:
  explicit Renderer(const Look& look) : page_(look) {}

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
    } else if (fenced_) {
      code("    " + line);
    } else if (line.starts_with("    ") && !text.empty() && words_.empty() && !in_list_) {
      code(line);
    } else if (text.size() > 1 && text.starts_with('|') && text.ends_with('|')) {
      if (rows_.empty()) flush();
      if (auto cells = cells_of(text); !cells.empty()) rows_.push_back(std::move(cells));
    } else if (text.empty() || text.starts_with("<!--")) {
      gap();
    } else if (text.starts_with('#')) {
      gap();
      in_list_ = false;
      page_.text(plain(std::string(trimmed(text.substr(text.find_first_not_of('#'))))), Paint::bold);
      gap();
    } else if (std::regex_match(line, match, item)) {
      flush();
      words_ = match[3];
      first_ = match[1].str() + (match[2].length() == 1 ? "•" : match[2].str()) + " ";
      in_list_ = true;
    } else {
      in_list_ = in_list_ && (!words_.empty() || line.starts_with(' '));
      if (words_.empty() && text.starts_with('>')) first_ = "  ";
      words_ +=
          (words_.empty() ? "" : " ") + std::string(trimmed(text.substr(text.starts_with('>') ? 1 : 0)));
    }
  }

  void code(const std::string& line) {
    const std::string indent(std::min(line.find_first_not_of(' '), line.size()), ' ');
    const WrapOptions options{
        .width = page_.look().terminal.width, .first = indent, .rest = indent + std::string(4, ' ')};
    for (const std::string& part : wrap(line.substr(indent.size()), options))
      page_.line(paint(page_.look(), Paint::cyan, part));
  }

  void gap() {
    flush();
    page_.gap();
  }

  /// Shows the paragraph or the table that may have gone on.
  void flush() {
    const std::size_t width = page_.look().terminal.width;
    const std::string first = std::exchange(first_, ""), words = std::exchange(words_, "");
    const std::string rest(static_cast<std::size_t>(display_width(first)), ' ');
    if (!words.empty()) page_.append(wrap(plain(words), {.width = width, .first = first, .rest = rest}));
    if (!rows_.empty()) page_.append(wrapped_table(std::exchange(rows_, {}), width));
  }

  Page page_;
  std::string words_, first_;  // of a paragraph, and what stands before its first line: "• ", "  2. "
  std::vector<std::vector<std::string>> rows_;
  bool fenced_ = false;
  bool in_list_ = false;  // indented lines go on with an item then, and are no code
};

}  // namespace

std::vector<std::string> render_markdown(std::string_view markdown, const Look& look) {
  return Renderer(look).run(markdown);
}

}  // namespace heed
