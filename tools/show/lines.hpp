// The lines in which heed show speaks.
#pragma once

#include <string>

#include "lib/text/display.hpp"

namespace heed {

/// At most so many columns of a text, in one line.
inline std::string shortened(const std::string& text, int most = 60) {
  return shorten(printable(text), most);
}

/// "options      d_model 4 · heads 2": the texts below each other.
inline std::string titled(const std::string& title, const std::string& text) {
  return pad(title, 12) + ' ' + text + '\n';
}

}  // namespace heed
