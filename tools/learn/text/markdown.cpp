#include "tools/learn/text/markdown.hpp"

#include <algorithm>
#include <regex>
#include <sstream>
#include <utility>

#include "lib/report/width.hpp"
#include "lib/report/wrap.hpp"
#include "lib/report/wrapped_table.hpp"
#include "lib/text/trimmed.hpp"
#include "tools/learn/text/page.hpp"

namespace heed {
namespace {

void erase_all(std::string& text, std::string_view what) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what))
    text.erase(at, what.size());
}

/// [words](address) -> words, but not within `code`, where it is a lambda.
std::string without_links(const std::string& text) {
  static const std::regex link(R"((`[^`]*`)|\[([^\]]+)\]\([^)]*\))");
  return std::regex_replace(text, link, "$1$2");
}

/// Stands for the * of *emphasis* once it is known to be a mark and no product: a character of private use.
constexpr std::string_view emphasis_mark = "\xEE\x80\x80";

/// *words* -> words between `mark`s, but not within `code`. A * after a letter or before a space is a
/// product.
std::string with_emphasis(const std::string& text, std::string_view mark) {
  static const std::regex emphasis(
      R"re((`[^`]*`|\*\*)|(^|[\s("'\[:]|“|‘|—|–)\*(?!\*)([^\s*]|[^\s*][^*`]*[^\s*`])\*(?!\*))re");
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

/// Turns the marks in wrapped lines into colours; a mark may open on one line and close on another.
class Inline {
 public:
  explicit Inline(const Look& look) : colours_(look.terminal.colours != Colours::none) {}

  std::string line(std::string_view text) {
    std::string out;
    if (colours_ && bold_) out += "\033[1m";
    if (colours_ && italic_) out += "\033[3m";
    if (colours_ && code_) out += "\033[36m";
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (!code_ && text.substr(i, 2) == "**") {
        bold_ = !bold_;
        if (colours_) out += bold_ ? "\033[1m" : "\033[22m";
        ++i;
      } else if (text.substr(i).starts_with(emphasis_mark)) {
        italic_ = !italic_;
        if (colours_) out += italic_ ? "\033[3m" : "\033[23m";
        i += emphasis_mark.size() - 1;
      } else if (text[i] == '`') {
        code_ = !code_;
        out += !colours_ ? "`" : code_ ? "\033[36m" : "\033[39m";
      } else {
        out += text[i];
      }
    }
    if (colours_ && (bold_ || italic_ || code_)) out += "\033[0m";
    return out;
  }

 private:
  bool colours_;
  bool bold_ = false;
  bool italic_ = false;
  bool code_ = false;
};

class Renderer {
 public:
  explicit Renderer(const Look& look) : look_(look), page_(look) {}

  std::vector<std::string> run(std::string_view markdown) {
    std::istringstream lines{std::string(markdown)};
    for (std::string line; std::getline(lines, line);) take(line);
    flush();
    return page_.lines();
  }

 private:
  void take(const std::string& line) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("```")) {
      flush();
      fenced_ = !fenced_;
      page_.gap();
      return;
    }
    if (fenced_) return code("    " + line);
    if (line.starts_with("    ") && !text.empty() && paragraph_.empty() && !in_list_) return code(line);
    if (text.starts_with("|") && text.ends_with("|")) return row(text);  // not |i − j|
    if (!rows_.empty()) flush();
    static const std::regex item(R"(^(\s*)([-*]|\d+\.)\s+(.*)$)");
    std::smatch match;
    if (text.empty() || text.starts_with("<!--")) {
      flush();
      page_.gap();
    } else if (text.starts_with("#")) {
      flush();
      in_list_ = false;
      page_.gap();
      page_.text(
          with_emphasis(without_links(std::string(trimmed(text.substr(text.find_first_not_of('#'))))), ""),
          Paint::bold);
      page_.gap();
    } else if (std::regex_match(line, match, item)) {
      flush();
      const std::string mark = match[2].str().size() == 1 ? "•" : match[2].str();
      first_ = match[1].str() + mark + " ";
      paragraph_ = match[3];
      in_list_ = true;
    } else {
      in_list_ = in_list_ && (!paragraph_.empty() || line.starts_with(' '));
      std::string_view words = text;
      if (words.starts_with(">")) {
        words.remove_prefix(1);
        if (paragraph_.empty()) first_ = "  ";
      }
      paragraph_ += (paragraph_.empty() ? "" : " ") + std::string(trimmed(words));
    }
  }

  /// Code, formulas and numbers: as they are, but for lines that are wider than the terminal.
  void code(const std::string& line) {
    for (const std::string& part : wrap_code(line, look_.terminal.width))
      page_.line(paint(look_, Paint::cyan, part));
  }

  void row(std::string_view text) {
    if (rows_.empty()) flush();
    std::vector<std::string> cells;
    text.remove_prefix(1);
    if (text.ends_with("|")) text.remove_suffix(1);
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t end = std::min(text.find('|', from), text.size());
      cells.emplace_back(trimmed(text.substr(from, end - from)));
      from = end + 1;
    }
    const bool rule = std::all_of(cells.begin(), cells.end(), [](const std::string& cell) {
      return cell.find_first_not_of("-: ") == std::string::npos && !cell.empty();
    });
    if (!rule) rows_.push_back(std::move(cells));
  }

  void flush() {
    if (!rows_.empty()) {
      for (std::vector<std::string>& row : rows_)
        for (std::string& cell : row) cell = plain(cell);
      page_.append(wrapped_table(std::exchange(rows_, {}), look_.terminal.width));
    }
    if (!paragraph_.empty()) {
      const std::string rest(static_cast<std::size_t>(display_width(first_)), ' ');
      Inline marks(look_);
      const bool colours = look_.terminal.colours != Colours::none;
      paragraph_ = with_emphasis(without_links(paragraph_), colours ? emphasis_mark : "");
      if (!colours) erase_all(paragraph_, "**");
      for (const std::string& line :
           wrap(paragraph_, {.width = look_.terminal.width, .first = first_, .rest = rest}))
        page_.line(marks.line(line));
    }
    paragraph_.clear();
    first_.clear();
  }

  static std::string plain(std::string text) {
    text = with_emphasis(without_links(text), "");
    std::erase(text, '`');
    erase_all(text, "**");
    return text;
  }

  Look look_;
  Page page_;
  std::string paragraph_, first_;
  std::vector<std::vector<std::string>> rows_;
  bool fenced_ = false;
  bool in_list_ = false;  // indented lines go on with an item then, and are no code
};

}  // namespace

std::vector<std::string> render_markdown(std::string_view markdown, const Look& look) {
  return Renderer(look).run(markdown);
}

}  // namespace heed
