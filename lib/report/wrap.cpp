#include "lib/report/wrap.hpp"

#include <algorithm>
#include <utility>

#include "lib/text/display.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

/// The longest beginning of `word` that takes at most `columns`, one character at least.
std::size_t bytes_that_fit(std::string_view word, std::size_t columns) {
  const std::vector<std::size_t> starts = code_point_offsets(word);
  std::size_t taken = starts[1];
  for (std::size_t i = 2; i < starts.size(); ++i) {
    if (printable_width(word.substr(0, starts[i])) > columns) break;
    taken = starts[i];
  }
  return taken;
}

void wrap_paragraph(std::string_view paragraph, const WrapOptions& options, std::vector<std::string>& lines) {
  std::string line = lines.empty() ? options.first : options.rest;
  std::size_t used = printable_width(line);
  const std::size_t indent = printable_width(options.rest);
  const std::size_t width = std::max<std::size_t>(options.width, indent + 2);  // room for one wide character
  if (used + printable_width(paragraph) <= width) {
    lines.push_back(line + std::string(strip_right(paragraph)));  // as it is: its spaces may mean something
    return;
  }
  bool empty = true;
  const auto next_line = [&] {
    lines.push_back(line);
    line = options.rest;
    used = indent;
    empty = true;
  };
  for (std::string_view word : split_whitespace(paragraph)) {
    std::size_t columns = printable_width(word);
    if (!empty && used + 1 + columns > width) next_line();
    if (!empty) {
      line += ' ';
      ++used;
    }
    while (used + columns > width) {
      const std::size_t bytes = bytes_that_fit(word, width - std::min(used, width - 1));
      line += word.substr(0, bytes);
      word.remove_prefix(bytes);
      if (word.empty()) break;
      next_line();
      columns = printable_width(word);
    }
    line += word;
    used += printable_width(word);
    empty = false;
  }
  lines.push_back(line);
}

}  // namespace

std::vector<std::string> wrap(std::string_view text, const WrapOptions& options) {
  std::vector<std::string> lines;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    std::string tabs_as_spaces(text.substr(from, end - from));
    std::replace(tabs_as_spaces.begin(), tabs_as_spaces.end(), '\t', ' ');
    wrap_paragraph(printable(tabs_as_spaces), options, lines);
    from = end + 1;
  }
  return lines;
}

std::string wrap_page(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(width, 20);
  const std::string margin(6, ' '), gap(3, ' ');
  std::string page, paragraph;
  const auto add = [&](std::string_view line, const WrapOptions& options) {
    for (const std::string& part : wrap(line, options)) page += part + '\n';
  };
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) add(std::exchange(paragraph, ""), {.width = width});
  };
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    if (indent == 0 && !line.empty()) {
      paragraph.append(paragraph.empty() ? "" : " ").append(line);
      continue;
    }
    end_paragraph();
    WrapOptions options{.width = width, .first = std::string(indent, ' '), .rest = margin};
    const bool fits = printable_width(line) <= width;
    line.remove_prefix(indent);
    if (const std::size_t end = line.find(gap); !fits && end != line.npos) {
      add(line.substr(0, end), options);
      line.remove_prefix(line.find_first_not_of(' ', end));
      options.first = margin;
    }
    add(line, options);
  }
  end_paragraph();
  return page;
}

}  // namespace heed
