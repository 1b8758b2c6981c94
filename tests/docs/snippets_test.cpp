// The code in the documentation is code that compiles: every block of C++ names the file that it was cut
// from,
//
//     ```cpp autograd/ops/silu.cpp
//
// and occurs there word for word. A line "…" stands for lines left out.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path root = HEED_SOURCE_DIR;

struct Snippet {
  std::string where;  // "docs/architecture.md:42"
  std::string file;   // that it was cut from; empty if it does not say
  std::vector<std::string> parts;
};

/// The blocks of C++ of a page.
std::vector<Snippet> snippets_of(std::istream& page, const std::string& name) {
  std::vector<Snippet> found;
  std::string line;
  bool inside = false;
  for (int number = 1; std::getline(page, line); ++number) {
    if (line.rfind("```", 0) != 0) {
      if (!inside) continue;
      if (line == "…") {
        found.back().parts.emplace_back();
      } else {
        found.back().parts.back() += line + '\n';
      }
    } else if (inside) {
      inside = false;
    } else if (std::istringstream words(line.substr(3)); line.rfind("```cpp", 0) == 0) {
      std::string language, file;
      words >> language >> file;
      found.push_back({name + ':' + std::to_string(number), file, {""}});
      inside = true;
    } else {
      // another language: pass over it
      while (std::getline(page, line) && line != "```") ++number;
      ++number;
    }
  }
  return found;
}

/// Returns the part of a snippet that departs from its file; empty if none does.
std::string departure(const Snippet& snippet, const std::string& source) {
  std::size_t from = 0;
  for (const std::string& part : snippet.parts) {
    const std::size_t at = source.find(part, from);
    if (at == std::string::npos) return part;
    from = at + part.size();
  }
  return "";
}

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (const fs::path& folder : {root, root / "docs"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".md") found.push_back(entry.path());
    }
  }
  return found;
}

}  // namespace

TEST_CASE("every block of C++ in the documentation occurs in the file it names") {
  int seen = 0;
  for (const fs::path& path : pages()) {
    std::ifstream page(path);
    for (const Snippet& snippet : snippets_of(page, fs::relative(path, root).generic_string())) {
      INFO(snippet.where << " is cut from '" << snippet.file << "'");
      CHECK(fs::is_regular_file(root / snippet.file));
      CHECK(departure(snippet, read(root / snippet.file)) == "");
      ++seen;
    }
  }
  CHECK(seen >= 10);
}

TEST_CASE("the check of snippets sees a changed line, a missing name and parts out of order") {
  std::istringstream page(
      "text\n```\nint ignored;\n```\n```cpp a.cpp\nint a;\n…\nint c;\n```\n```cpp\nint d;\n```\n");
  const std::vector<Snippet> found = snippets_of(page, "page");
  REQUIRE(found.size() == 2);
  CHECK(found[0].where == "page:5");
  CHECK(found[0].file == "a.cpp");
  CHECK(found[1].where == "page:10");
  CHECK(found[1].file.empty());
  CHECK(departure(found[0], "int a;\nint b;\nint c;\n") == "");
  CHECK(departure(found[0], "int a;\nint b;\n") == "int c;\n");
  CHECK(departure(found[0], "int c;\nint a;\n") == "int c;\n");
}
