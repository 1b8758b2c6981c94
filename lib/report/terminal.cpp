#include "lib/report/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "lib/core/read_number.hpp"

namespace heed {

Terminal terminal_from(const TerminalFacts& facts) {
  Terminal result;
  const std::string type = facts.environment("TERM");
  result.interactive = facts.is_terminal && type != "dumb";

  std::size_t columns = facts.window_width;
  if (columns == 0) read_number(facts.environment("COLUMNS"), columns);
  if (columns > 0 && columns < 100'000) result.width = columns;

  if (result.interactive && facts.environment("NO_COLOR").empty()) {
    const std::string depth = facts.environment("COLORTERM");
    const bool full = depth == "truecolor" || depth == "24bit";
    result.colours = full ? Colours::full : type.empty() ? Colours::none : Colours::palette;
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
