// Folders that stand side by side: which of them may include which.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/lib/core/sources.hpp"

namespace {

namespace fs = std::filesystem;
using house::sources, house::starts_with;

using Includes = std::vector<std::pair<std::string, std::string>>;
using Folders = std::map<std::string, std::set<std::string>>;

/// Pairs of a file of the house and what it includes of it.
const Includes& includes() {
  static const Includes all = [] {
    const std::regex include(R"re(^\s*#\s*include\s*"([^"]+)")re");
    Includes found;
    for (const std::string& path : sources()) {
      std::ifstream file(fs::path(HEED_SOURCE_DIR) / path);
      std::smatch match;
      for (std::string line; std::getline(file, line);)
        if (line.find("include") != std::string::npos && std::regex_search(line, match, include))
          found.emplace_back(path, match[1]);
    }
    return found;
  }();
  return all;
}

/// Which of the folders in `root` each of them includes.
Folders folders_in(const std::string& root) {
  const auto folder = [&root](const std::string& path) {
    const std::size_t end = starts_with(path, root) ? path.find('/', root.size()) : std::string::npos;
    return end == std::string::npos ? "" : path.substr(root.size(), end - root.size());
  };
  Folders folders;
  for (const auto& [file, included] : includes()) {
    const std::string from = folder(file), to = folder(included);
    if (!from.empty() && !to.empty() && from != to) folders[from].insert(to);
  }
  return folders;
}

/// Those that include each other, be it by others between them: what is left when what includes none of the
/// rest is taken away, again and again.
std::set<std::string> in_circles(Folders folders) {
  for (bool found = true; std::exchange(found, false);) {
    for (auto& [folder, included] : folders)
      std::erase_if(included, [&](const std::string& name) { return folders.count(name) == 0; });
    found = std::erase_if(folders, [](const auto& folder) { return folder.second.empty(); }) > 0;
  }
  std::set<std::string> names;
  for (const auto& [folder, included] : folders) names.insert(folder);
  return names;
}

/// The folders of the grader that a table of docs/grading.md lists.
std::vector<std::string> in_the_table() {
  const std::regex row("^\\| `([a-z_]+)` \\|");
  std::ifstream page(fs::path(HEED_SOURCE_DIR) / "docs/grading.md");
  std::vector<std::string> told;
  std::smatch match;
  for (std::string line; std::getline(page, line);)
    if (std::regex_search(line, match, row)) told.push_back(match[1]);
  return told;
}

}  // namespace

TEST_CASE("no two folders of the tools or of the grader include each other") {
  for (const char* root : {"tools/", "exercises/grading/"}) {
    const Folders folders = folders_in(root);
    INFO(root);
    CHECK(folders.size() >= 3);
    CHECK(in_circles(folders) == std::set<std::string>{});
  }
}

TEST_CASE("the folders of the grader include only what docs/grading.md puts above them") {
  const std::string root = "exercises/grading/";
  const std::vector<std::string> order{"source", "run", "name", "self_test"};
  const auto place = [&](const std::string& path) {  // -1: in none of them
    const std::string name = path.substr(root.size(), path.find('/', root.size()) - root.size());
    const auto found = std::find(order.begin(), order.end(), name);
    return found == order.end() ? std::ptrdiff_t{-1} : found - order.begin();
  };
  const auto checked = [&](const std::string& path) {
    return starts_with(path, root) && path != root + "grader_main.cpp";
  };
  for (const std::string& path : sources()) {
    INFO(path);
    if (checked(path)) CHECK((place(path) >= 0 || path.find('/', root.size()) == std::string::npos));
  }
  for (const auto& [path, included] : includes()) {
    if (!checked(path) || !starts_with(included, root)) continue;
    INFO(path << " includes " << included);
    CHECK(place(included) <= place(path));
  }
  CHECK(in_the_table() == order);
}
