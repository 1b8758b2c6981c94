#include "tools/learn/text/markdown_blocks.hpp"

#include <algorithm>
#include <regex>
#include <sstream>
#include <utility>

#include "lib/text/trimmed.hpp"

namespace heed {
namespace {

/// [words](address) -> words.
std::string without_links(const std::string& text) {
  static const std::regex link(R"((`[^`]*`)|\[([^\]]+)\]\([^)]*\))");
  return std::regex_replace(text, link, "$1$2");
}

std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  row.remove_prefix(1);
  if (row.ends_with("|")) row.remove_suffix(1);
  for (std::size_t from = 0; from <= row.size();) {
    const std::size_t end = std::min(row.find('|', from), row.size());
    cells.emplace_back(trimmed(row.substr(from, end - from)));
    from = end + 1;
  }
  return cells;
}

/// The line under a table's head.
bool is_rule(const std::vector<std::string>& cells) {
  return std::ranges::all_of(cells, [](const std::string& cell) {
    return cell.find_first_not_of("-: ") == std::string::npos && !cell.empty();
  });
}

class Parser {
 public:
  std::vector<MarkdownBlock> run(std::string_view markdown) {
    std::istringstream lines{std::string(markdown)};
    for (std::string line; std::getline(lines, line);) take(line);
    flush();
    return std::move(blocks_);
  }

 private:
  void take(const std::string& line) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("```")) {
      fenced_ = !fenced_;
      return gap();
    }
    if (fenced_) return code("    " + line);
    if (line.starts_with("    ") && !text.empty() && open_.text.empty() && !in_list_) return code(line);
    if (text.starts_with("|") && text.ends_with("|")) return row(text);  // not |i − j|
    if (open_.kind == MarkdownBlock::table) flush();
    static const std::regex item(R"(^(\s*)([-*]|\d+\.)\s+(.*)$)");
    std::smatch match;
    if (text.empty() || text.starts_with("<!--")) {
      gap();
    } else if (text.starts_with("#")) {
      gap();
      in_list_ = false;
      const std::size_t hashes = text.find_first_not_of('#');
      blocks_.push_back({.kind = MarkdownBlock::heading,
                         .text = std::string(trimmed(text.substr(hashes))),
                         .level = static_cast<int>(hashes)});
      gap();
    } else if (std::regex_match(line, match, item)) {
      flush();
      const std::string mark = match[2].str().size() == 1 ? "•" : match[2].str();
      open_ = {.kind = MarkdownBlock::paragraph, .text = match[3], .first = match[1].str() + mark + " "};
      in_list_ = true;
    } else {
      paragraph(text, line.starts_with(' '));
    }
  }

  void paragraph(std::string_view words, bool indented) {
    in_list_ = in_list_ && (!open_.text.empty() || indented);
    if (words.starts_with(">")) {
      words.remove_prefix(1);
      if (open_.text.empty()) open_.first = "  ";
    }
    open_.kind = MarkdownBlock::paragraph;
    open_.text += (open_.text.empty() ? "" : " ") + std::string(trimmed(words));
  }

  void row(std::string_view text) {
    if (open_.kind != MarkdownBlock::table) flush();
    open_.kind = MarkdownBlock::table;
    std::vector<std::string> cells = cells_of(text);
    if (!is_rule(cells)) open_.rows.push_back(std::move(cells));
  }

  void code(const std::string& line) { blocks_.push_back({.kind = MarkdownBlock::code, .text = line}); }

  void gap() {
    flush();
    blocks_.push_back({});
  }

  void flush() {
    MarkdownBlock done = std::exchange(open_, {});
    if (!done.text.empty() || !done.rows.empty()) blocks_.push_back(std::move(done));
  }

  std::vector<MarkdownBlock> blocks_;
  MarkdownBlock open_;  // a paragraph or table that may go on
  bool fenced_ = false;
  bool in_list_ = false;  // indented lines go on with an item then, and are no code
};

}  // namespace

std::vector<MarkdownBlock> markdown_blocks(std::string_view markdown) { return Parser().run(markdown); }

// A * after a letter or before a space is a product.
std::string with_plain_marks(const std::string& marked, std::string_view mark) {
  static const std::regex emphasis(
      R"re((`[^`]*`|\*\*)|(^|[\s("'\[:]|“|‘|—|–)\*(?!\*)([^\s*]|[^\s*][^*`]*[^\s*`])\*(?!\*))re");
  const std::string text = without_links(marked);
  std::string out;
  std::sregex_iterator at(text.begin(), text.end(), emphasis), end;
  std::size_t from = 0;
  for (; at != end; ++at) {
    out += text.substr(from, static_cast<std::size_t>(at->position()) - from);
    out += (*at)[1].matched ? at->str() : at->str(2) + std::string(mark) + at->str(3) + std::string(mark);
    from = static_cast<std::size_t>(at->position() + at->length());
  }
  return out + text.substr(from);
}

}  // namespace heed
