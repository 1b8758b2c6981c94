// The code in the documentation is code that compiles: every block of C++ names the file that it was cut
// from,
//
//     ```cpp autograd/ops/silu.cpp
//
// and occurs there word for word. A line "…" stands for lines left out.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path root = HEED_SOURCE_DIR;

struct Snippet {
  std::string where;  // "docs/architecture.md:42"
  std::string file;   // that it was cut from; empty if it does not say
  std::vector<std::string> parts;
};

/// The blocks of C++ of a page.
std::vector<Snippet> snippets_of(const fs::path& path) {
  std::vector<Snippet> found;
  std::ifstream page(path);
  std::string line;
  bool inside = false, of_cpp = false;
  for (int number = 1; std::getline(page, line); ++number) {
    if (line.starts_with("```")) {
      inside = !inside;
      of_cpp = inside && line.starts_with("```cpp");
      std::istringstream words(line);
      std::string language, file;
      words >> language >> file;
      if (of_cpp) found.push_back({fmt::format("{}:{}", path.string(), number), file, {""}});
    } else if (of_cpp && line == "…") {
      found.back().parts.emplace_back();
    } else if (of_cpp) {
      found.back().parts.back() += line + '\n';
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
    for (const Snippet& snippet : snippets_of(path)) {
      INFO(snippet.where << " is cut from '" << snippet.file << "'");
      CHECK(fs::is_regular_file(root / snippet.file));
      CHECK(departure(snippet, slurp(root / snippet.file)) == "");
      ++seen;
    }
  }
  CHECK(seen >= 10);
}
