// What an answer's program says of itself is as long as the answer wants.
#pragma once

#include <cstddef>
#include <string>

namespace heed::grading {

/// The text, as far as anybody would read it.
inline std::string beginning_of(const char* text) {
  constexpr std::size_t most = 2000;
  std::string beginning;
  for (; text != nullptr && *text != '\0' && beginning.size() < most; ++text) beginning += *text;
  return beginning;
}

}  // namespace heed::grading
