#include "tools/learn/text/markdown.hpp"

#include <algorithm>

#include "lib/report/table.hpp"
#include "lib/report/width.hpp"
#include "lib/report/wrap.hpp"
#include "tools/learn/text/markdown_blocks.hpp"
#include "tools/learn/text/page.hpp"

namespace heed {
namespace {

void erase_all(std::string& text, std::string_view what) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what))
    text.erase(at, what.size());
}

/// Turns the marks in wrapped lines into colours.
class Coloured {
 public:
  std::string line(std::string_view text) {
    std::string out;
    for (const Marks::Kind kind : {Marks::bold, Marks::italic, Marks::code})
      if (marks_.open[kind]) out += begin[kind];
    marks_.over(
        text, [&](char letter) { out += letter; },
        [&](Marks::Kind kind, bool opens) { out += opens ? begin[kind] : end[kind]; });
    if (marks_.open[Marks::bold] || marks_.open[Marks::italic] || marks_.open[Marks::code]) out += "\033[0m";
    return out;
  }

 private:
  static constexpr const char* begin[] = {"\033[1m", "\033[3m", "\033[36m"};
  static constexpr const char* end[] = {"\033[22m", "\033[23m", "\033[39m"};
  Marks marks_;
};

std::string plain(const std::string& text) {
  std::string out = with_plain_marks(text, "");
  std::erase(out, '`');
  erase_all(out, "**");
  return out;
}

void show_paragraph(Page& page, const MarkdownBlock& block) {
  const std::string rest(static_cast<std::size_t>(display_width(block.first)), ' ');
  const bool colours = page.look().terminal.colours != Colours::none;
  std::string text = with_plain_marks(block.text, colours ? emphasis_mark : "");
  if (!colours) erase_all(text, "**");
  Coloured coloured;
  for (const std::string& line :
       wrap(text, {.width = page.look().terminal.width, .first = block.first, .rest = rest}))
    page.line(colours ? coloured.line(line) : line);
}

void show_table(Page& page, std::vector<std::vector<std::string>> rows) {
  for (std::vector<std::string>& row : rows)
    for (std::string& cell : row) cell = plain(cell);
  page.append(wrapped_table(rows, page.look().terminal.width));
}

/// Shows formulas and numbers as they are, but for lines that are wider than the terminal.
void show_code(Page& page, std::string_view line) {
  const std::string indent(std::min(line.find_first_not_of(' '), line.size()), ' ');
  const WrapOptions options{
      .width = page.look().terminal.width, .first = indent, .rest = indent + std::string(4, ' ')};
  for (const std::string& part : wrap(line.substr(indent.size()), options))
    page.line(paint(page.look(), Paint::cyan, part));
}

}  // namespace

std::vector<std::string> render_markdown(std::string_view markdown, const Look& look) {
  Page page(look);
  for (const MarkdownBlock& block : markdown_blocks(markdown)) {
    if (block.kind == MarkdownBlock::gap) page.gap();
    if (block.kind == MarkdownBlock::heading) page.text(with_plain_marks(block.text, ""), Paint::bold);
    if (block.kind == MarkdownBlock::paragraph) show_paragraph(page, block);
    if (block.kind == MarkdownBlock::table) show_table(page, block.rows);
    if (block.kind == MarkdownBlock::code) show_code(page, block.text);
  }
  return page.lines();
}

}  // namespace heed
