#include "tools/learn/page.hpp"

#include <fmt/format.h>

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

std::string Page::joined() const {
  std::string all;
  for (const std::string& line : lines_) all += line + "\n";
  return all;
}

}  // namespace heed
