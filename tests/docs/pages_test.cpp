// Every page has its like in Korean: the same headings, tables, blocks of code and figures. The pages are
// short.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

namespace page_checks {

namespace fs = std::filesystem;

struct PageParts {
  std::vector<std::size_t> headings;   // their levels
  int rows = 0, blocks = 0;            // of tables; of code
  std::map<std::string, int> figures;  // of two digits or more, which no language spells
  int lines = 0, words = 0, commands = 0;
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
    if (code && line.starts_with("./heed ")) ++parts.commands;
    ++parts.lines;
    std::istringstream words(line);
    const auto is_word = [](const std::string& word) {  // not the bars of a table
      return std::ranges::any_of(word, [](unsigned char c) { return std::isalnum(c) != 0 || c > 127; });
    };
    parts.words += static_cast<int>(std::count_if(std::istream_iterator<std::string>(words), {}, is_word));
    for (std::sregex_iterator at(line.begin(), line.end(), figure), end; at != end; ++at)
      ++parts.figures[at->str()];
  }
  return parts;
}

const fs::path root = HEED_SOURCE_DIR;

std::vector<fs::path> english_pages() {
  std::vector<fs::path> pages{root / "README.md"};
  for (const auto& entry : fs::directory_iterator(root / "docs")) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".md") && !name.ends_with(".ko.md")) pages.push_back(entry.path());
  }
  return pages;
}

TEST_CASE("a page in Korean has the headings, tables, code and figures of the English one") {
  const std::vector<fs::path> pages = english_pages();
  for (const fs::path& page : pages) {
    INFO(page);
    const fs::path other = page.parent_path() / (page.stem().string() + ".ko.md");
    REQUIRE(fs::exists(other));
    const PageParts english = parts_of(page), korean = parts_of(other);
    CHECK(english.headings == korean.headings);
    CHECK(english.rows == korean.rows);
    CHECK(english.blocks == korean.blocks);
    for (const auto& [figure, count] : english.figures) {
      const auto found = korean.figures.find(figure);
      INFO(figure);
      CHECK((found != korean.figures.end() && found->second >= count));
    }
  }
  CHECK(pages.size() > 10);
}

TEST_CASE("the README fits two screens and its lines are those of the Korean one") {
  const PageParts english = parts_of(root / "README.md"), korean = parts_of(root / "README.ko.md");
  CHECK(english.words <= 600);
  CHECK(english.lines <= 110);
  CHECK(english.commands <= 8);
  CHECK(korean.lines == english.lines);
  CHECK(korean.commands == english.commands);
}

TEST_CASE("the pages have at most 25,000 words, and 10,000 more that the program wrote") {
  const std::set<std::string> written_by_program{"claims.md", "commands.md"};
  int by_people = 0, by_program = 0;
  for (const fs::path& page : english_pages()) {
    if (page.parent_path() == root) continue;  // the README
    (written_by_program.contains(page.filename()) ? by_program : by_people) += parts_of(page).words;
  }
  CHECK(by_people <= 25'000);
  CHECK(by_program <= 10'000);
}

TEST_CASE("a picture is there, has a text for those who do not see it and at most 150 KB") {
  static const std::regex picture(
      R"re(!\[([^\]]*)\]\(([^)]*)\)|<img src="([^"]*)"[^>]* alt="([^"]*)"|srcset="([^"]*)")re");
  int pictures = 0;
  for (const fs::path& page : english_pages()) {
    for (const fs::path& file : {page, page.parent_path() / (page.stem().string() + ".ko.md")}) {
      const std::string all = slurp(file);
      for (std::sregex_iterator at(all.begin(), all.end(), picture), end; at != end; ++at, ++pictures) {
        const fs::path shown = file.parent_path() / (at->str(2) + at->str(3) + at->str(5));
        INFO(file << ": " << shown);
        CHECK((at->str(5).size() > 0 || (at->str(1) + at->str(4)).size() > 20));
        REQUIRE(fs::exists(shown));
        CHECK(fs::file_size(shown) <= 150'000);
      }
    }
  }
  CHECK(pictures > 10);
}

TEST_CASE("a figure that the README gives as a reason stands on the page that it links") {
  static const std::regex reason(R"(^- .*\((docs/[a-z.]+\.md).*\)$)"), figure(R"(\d+([-.,]\d+)+|\d+e-\d+)");
  for (const char* readme : {"README.md", "README.ko.md"}) {
    int figures = 0;
    std::ifstream file(root / readme);
    for (std::string line; std::getline(file, line);) {
      std::smatch link;
      if (!std::regex_match(line, link, reason)) continue;
      const std::string page = slurp(root / link[1].str());
      for (std::sregex_iterator at(line.begin(), line.end(), figure), end; at != end; ++at, ++figures) {
        INFO(line << ": " << at->str());
        CHECK(page.find(at->str()) != std::string::npos);
      }
    }
    CHECK(figures >= 5);
  }
}

}  // namespace page_checks
