// Describes what the place that we print to can show.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace heed {

enum class Stream { output, error };

/// none: plain text. palette: 256 colours. full: 24 bits.
enum class Colours { none, palette, full };

struct Terminal {
  bool interactive = false;  // a terminal whose line can be redrawn; false for files, pipes and TERM=dumb
  std::size_t width = 80;    // columns
  Colours colours = Colours::none;
};

/// Looks at standard output or standard error. Width: of the window, else $COLUMNS, else 80. Colours: only on
/// a terminal, never when $NO_COLOR is set and not empty (https://no-color.org); full when $COLORTERM is
/// truecolor or 24bit.
Terminal terminal(Stream stream);

/// Holds what the system says of a stream.
struct TerminalFacts {
  bool is_terminal = false;
  std::size_t window_width = 0;  // columns; 0 when not known
  std::function<std::string(const char*)> environment = [](const char*) { return ""; };  // empty when not set
};

/// The rules of terminal() by themselves.
Terminal terminal_from(const TerminalFacts& facts);

}  // namespace heed
