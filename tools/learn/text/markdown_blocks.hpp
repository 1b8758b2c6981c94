// The Markdown of statements and notes, taken apart: what a terminal shows and what a page in HTML shows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed {

struct MarkdownBlock {
  enum Kind { gap, heading, paragraph, code, table } kind = gap;
  std::string text = "";   // of a heading or paragraph, with its marks; a line of code, indented by four
  std::string first = "";  // before the first line of a paragraph: "• ", "  2. "; of a quote "  "
  int level = 0;           // of a heading
  std::vector<std::vector<std::string>> rows = {};  // of a table
};

std::vector<MarkdownBlock> markdown_blocks(std::string_view markdown);

/// Stands for the * of *emphasis* once it is known to be a mark and no product: a character of private use.
inline constexpr std::string_view emphasis_mark = "\xEE\x80\x80";

/// Of [links](address) the words, and `mark` in the place of the * of *emphasis*; nothing within `code`,
/// where they are lambdas and products.
std::string with_plain_marks(const std::string& text, std::string_view mark);

/// Goes over texts of with_plain_marks() and knows which marks are open: one may open in one line and close
/// in another.
class Marks {
 public:
  enum Kind { bold, italic, code };

  /// Calls letter(char) and mark(Kind, whether it opens).
  template <typename Letter, typename Mark>
  void over(std::string_view text, const Letter& letter, const Mark& mark) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (!open[code] && text.substr(i, 2) == "**") {
        mark(bold, open[bold] = !open[bold]);
        ++i;
      } else if (text.substr(i).starts_with(emphasis_mark)) {
        mark(italic, open[italic] = !open[italic]);
        i += emphasis_mark.size() - 1;
      } else if (text[i] == '`') {
        mark(code, open[code] = !open[code]);
      } else {
        letter(text[i]);
      }
    }
  }

  bool open[3] = {};
};

}  // namespace heed
