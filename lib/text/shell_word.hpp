// Words of a command line that is shown to be copied.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "lib/text/display.hpp"

namespace heed {

/// `text` as one word for a POSIX shell: as it is, or in single quotes where a blank or another character
/// means something to the shell. It goes through printable() too.
inline std::string shell_word(std::string_view text) {
  const std::string shown = printable(text);
  const auto harmless = [](char c) {
    const bool ascii = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    const bool wide = static_cast<unsigned char>(c) >= 0x80;  // letters of other scripts
    return ascii || wide || std::string_view("_-./+:,@%=").find(c) != std::string_view::npos;
  };
  if (!shown.empty() && std::all_of(shown.begin(), shown.end(), harmless)) return shown;
  std::string quoted = "'";
  for (const char c : shown) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

}  // namespace heed
