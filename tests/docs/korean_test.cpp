// Every page has its like in Korean: the same headings, tables, blocks of code and figures.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace korean_pages {

namespace fs = std::filesystem;

struct PageParts {
  std::vector<std::size_t> headings;   // their levels
  int rows = 0, blocks = 0;            // of tables; of code
  std::map<std::string, int> figures;  // of two digits or more, which no language spells
};

PageParts parts_of(const fs::path& page) {
  static const std::regex figure(R"(\d+([.,]\d+)+|\d\d+)");
  PageParts parts;
  std::ifstream file(page);
  bool code = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) code = !code, parts.blocks += code ? 1 : 0;
    if (!code && line.starts_with('#')) parts.headings.push_back(line.find_first_not_of('#'));
    if (!code && line.starts_with('|')) ++parts.rows;
    for (std::sregex_iterator at(line.begin(), line.end(), figure), end; at != end; ++at)
      ++parts.figures[at->str()];
  }
  return parts;
}

TEST_CASE("a page in Korean has the headings, tables, code and figures of the English one") {
  int pages = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(HEED_SOURCE_DIR) / "docs")) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".md") || name.ends_with(".ko.md")) continue;
    INFO(name);
    const fs::path other = entry.path().parent_path() / (name.substr(0, name.size() - 3) + ".ko.md");
    REQUIRE(fs::exists(other));
    const PageParts english = parts_of(entry.path()), korean = parts_of(other);
    CHECK(english.headings == korean.headings);
    CHECK(english.rows == korean.rows);
    CHECK(english.blocks == korean.blocks);
    for (const auto& [figure, count] : english.figures) {
      const auto found = korean.figures.find(figure);
      INFO(figure);
      CHECK((found != korean.figures.end() && found->second >= count));
    }
    ++pages;
  }
  CHECK(pages > 10);
}

}  // namespace korean_pages
