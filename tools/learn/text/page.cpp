#include "tools/learn/text/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lib/report/wrap.hpp"

namespace heed {

std::string paint(const Look& look, Paint colour, std::string_view text) {
  if (look.terminal.colours == Colours::none || colour == Paint::plain || text.empty())
    return std::string(text);
  const char* code = "1";
  switch (colour) {
    case Paint::dim:
      code = "2";
      break;
    case Paint::red:
      code = "31";
      break;
    case Paint::green:
      code = "32";
      break;
    case Paint::yellow:
      code = "33";
      break;
    case Paint::cyan:
      code = "36";
      break;
    default:
      break;
  }
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

void Page::text(std::string_view text, Paint colour, std::size_t indent) {
  const std::string space(indent, ' ');
  for (const std::string& line : wrap(text, {.width = look_.terminal.width, .first = space, .rest = space}))
    lines_.push_back(paint(look_, colour, line));
}

void Page::append(const std::vector<std::string>& lines) {
  lines_.insert(lines_.end(), lines.begin(), lines.end());
}

void Page::gap() {
  if (!lines_.empty() && !lines_.back().empty()) lines_.emplace_back();
}

std::size_t page_end(const std::vector<std::string>& lines, std::size_t top, std::size_t height) {
  const std::size_t end = std::min(lines.size(), top + height);
  if (end == lines.size()) return end;
  const auto begin_of_block = [&](std::size_t at) {
    while (at > top && !lines[at - 1].empty()) --at;
    return at;
  };
  std::size_t cut = end;
  if (!lines[end].empty() && end - begin_of_block(end) <= 3) cut = begin_of_block(end);
  std::size_t text = cut;
  while (text > top && lines[text - 1].empty()) --text;
  if (text - begin_of_block(text) <= 1) cut = begin_of_block(text);  // one line by itself: a heading
  if (cut <= top + height / 2) cut = end;
  return lines[cut].empty() ? cut + 1 : cut;  // no page begins with an empty line
}

std::size_t page_before(const std::vector<std::string>& lines, std::size_t top, std::size_t height) {
  const std::size_t most = height + (lines[top - 1].empty() ? 1 : 0);
  std::size_t before = top - std::min(top, most);
  while (before < top && (lines[before].empty() || page_end(lines, before, height) < top)) ++before;
  return before;
}

std::string Page::joined() const {
  std::string all;
  for (const std::string& line : lines_) all += line + "\n";
  return all;
}

}  // namespace heed
