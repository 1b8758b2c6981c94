#include "exercises/grading/refusals/symbols.hpp"

#include <algorithm>
#include <sstream>

namespace heed::grading {

std::vector<Symbol> symbols_in(const std::string& text) {
  std::vector<Symbol> symbols;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    for (std::size_t at = line.find_first_not_of(' '), end = 0; at != line.npos;
         at = line.find_first_not_of(' ', end)) {
      end = std::min(line.find(' ', at), line.size());
      if (end - at == 1 && end + 1 < line.size()) {
        symbols.push_back({line[at], line.substr(end + 1)});
        break;
      }
    }
  }
  return symbols;
}

}  // namespace heed::grading
