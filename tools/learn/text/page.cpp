#include "tools/learn/text/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lib/report/wrap.hpp"

namespace heed {

std::string paint(const Look& look, Paint colour, std::string_view text) {
  constexpr std::array codes{"", "1", "2", "31", "32", "33", "36"};
  if (look.terminal.colours == Colours::none || colour == Paint::plain || text.empty())
    return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", codes.at(static_cast<std::size_t>(colour)), text);
}

Look narrower(Look look, std::size_t columns) {
  look.terminal.width -= std::min(columns, look.terminal.width / 4);
  return look;
}

void Page::text(std::string_view text, Paint colour, std::size_t indent) {
  const std::string space(indent, ' ');
  for (const std::string& line : wrap(text, {.width = look_.terminal.width, .first = space, .rest = space}))
    lines_.push_back(paint(look_, colour, line));
}

void Page::append(const std::vector<std::string>& lines, std::size_t indent) {
  for (const std::string& line : lines) lines_.push_back(std::string(indent, ' ') + line);
}

void Page::gap() {
  if (!lines_.empty() && !lines_.back().empty()) lines_.emplace_back();
}

std::size_t page_end(const std::vector<std::string>& lines, std::size_t top, std::size_t height) {
  std::size_t end = std::min(lines.size(), top + height);
  if (end == lines.size()) return end;
  // a page ends at an empty line, if one is in its lower half
  std::size_t gap = end;
  while (gap > top + height / 2 && !lines[gap].empty()) --gap;
  if (lines[gap].empty()) end = gap;
  return lines[end].empty() ? end + 1 : end;  // no page begins with an empty line
}

std::string Page::joined() const {
  std::string all;
  for (const std::string& line : lines_) all += line + "\n";
  return all;
}

}  // namespace heed
