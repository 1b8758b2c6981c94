#include "exercises/grading/refusals/symbols.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "exercises/grading/text_file.hpp"

namespace heed::grading {

Names listed_names(const std::filesystem::path& list) {
  Names names;
  std::istringstream lines(read_text_file(list));
  for (std::string name; lines >> name;) names.insert(name.substr(0, name.find('@')));
  return names;
}

std::vector<Symbol> symbols_in(const std::string& text) {
  std::vector<Symbol> symbols;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::uint64_t size = 0;
    for (std::size_t at = line.find_first_not_of(' '), end = 0; at != line.npos;
         at = line.find_first_not_of(' ', end)) {
      end = std::min(line.find(' ', at), line.size());
      if (end - at == 1 && end + 1 < line.size()) {
        symbols.push_back({line[at], line.substr(end + 1), size});
        break;
      }
      size = std::strtoull(line.c_str() + at, nullptr, 16);  // the last number before the kind
    }
  }
  return symbols;
}

}  // namespace heed::grading
