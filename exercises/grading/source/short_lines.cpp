#include "exercises/grading/source/short_lines.hpp"

#include <sstream>

namespace heed::grading {

std::string at_most(std::string text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return text.substr(0, bytes);
}

std::string in_short_lines(const std::string& text) {
  constexpr std::size_t longest = 4096;
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) kept += at_most(std::move(line), longest) + '\n';
  return kept;
}

}  // namespace heed::grading
