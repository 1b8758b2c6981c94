#include "lib/report/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>

namespace heed {

Terminal terminal_from(const TerminalFacts& facts) {
  Terminal result;
  const std::string type = facts.environment("TERM");
  result.interactive = facts.is_terminal && type != "dumb";

  result.width = facts.window_width;
  if (result.width == 0) {
    const std::string columns = facts.environment("COLUMNS");
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(columns.data(), columns.data() + columns.size(), number);
    const bool valid = error == std::errc() && end == columns.data() + columns.size();
    result.width = valid && number > 0 && number < 100'000 ? number : 80;
  }

  if (result.interactive && facts.environment("NO_COLOR").empty()) {
    const std::string depth = facts.environment("COLORTERM");
    if (depth == "truecolor" || depth == "24bit") {
      result.colours = Colours::full;
    } else if (!type.empty()) {
      result.colours = Colours::palette;
    }
  }
  return result;
}

Terminal terminal(Stream stream) {
  const int descriptor = stream == Stream::output ? STDOUT_FILENO : STDERR_FILENO;
  TerminalFacts facts;
  facts.is_terminal = ::isatty(descriptor) == 1;
  winsize window{};
  if (facts.is_terminal && ::ioctl(descriptor, TIOCGWINSZ, &window) == 0) facts.window_width = window.ws_col;
  facts.environment = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  return terminal_from(facts);
}

}  // namespace heed
