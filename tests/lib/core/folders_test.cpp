// Folders that stand side by side: which of them may include which.
#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/lib/core/sources.hpp"

namespace {

using house::includes, house::sources;
using Folders = std::map<std::string, std::set<std::string>>;

/// Returns the folders in `root` that each of them includes.
Folders folders_in(const std::string& root) {
  const auto folder = [&root](const std::string& path) {
    const std::size_t end = path.starts_with(root) ? path.find('/', root.size()) : std::string::npos;
    return end == std::string::npos ? "" : path.substr(root.size(), end - root.size());
  };
  Folders folders;
  for (const auto& [file, included, own] : includes()) {
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
  std::vector<std::string> told;
  std::smatch match;
  for (const std::string& line : house::lines_of("docs/grading.md"))
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
    return path.starts_with(root) && path != root + "grader_main.cpp";
  };
  for (const std::string& path : sources()) {
    INFO(path);
    if (checked(path)) CHECK((place(path) >= 0 || path.find('/', root.size()) == std::string::npos));
  }
  for (const auto& [path, included, own] : includes()) {
    if (!checked(path) || !included.starts_with(root)) continue;
    INFO(path << " includes " << included);
    CHECK(place(included) <= place(path));
  }
  CHECK(in_the_table() == order);
}
