// The layers of the house: includes point one way only, xtensor stays behind its wall, and headers are light.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/lib/core/sources.hpp"

namespace {

namespace fs = std::filesystem;
using house::sources, house::starts_with;

/// How high a folder stands; -1 if it is none of the house.
int floor_of(const std::string& path) {
  const std::string folder = path.substr(0, path.find('/'));
  if (folder == "lib") return 0;
  if (folder == "autograd") return 1;
  if (folder == "nn") return 2;
  if (folder == "models") return 3;
  for (const char* top : {"tools", "examples", "exercises", "benchmarks"}) {
    if (folder == top) return 4;
  }
  return folder == "tests" ? 5 : -1;
}

bool is_header(const std::string& path) { return path.size() > 4 && path.substr(path.size() - 4) == ".hpp"; }

/// Returns what is wrong with a source file of that path, one sentence each.
std::vector<std::string> violations(const std::string& path, const std::string& source) {
  static const std::regex include(R"(^\s*#\s*include\s*(["<])([^">]+)[">])");
  const bool below_the_tools = floor_of(path) <= 3;
  const bool twice = below_the_tools && (!starts_with(path, "lib/") || starts_with(path, "lib/array/"));
  const bool wall = path == "lib/array/simd.hpp" || path == "lib/array/xsimd_gaps.hpp" ||
                    path == "lib/array/xtensor_interop.hpp";
  std::vector<std::string> found;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    // Compiled in float and in double, for one program that may use both.
    if (twice && starts_with(line, "namespace heed") &&
        !starts_with(line, "namespace heed::inline HEED_PRECISION"))
      found.push_back(path + " opens a namespace that is the same in float and in double: " + line);
    if (line.find("include") != std::string::npos && std::regex_search(line, match, include)) {
      const std::string target = match[2];
      const bool own = match[1] == "\"";
      if (own && floor_of(target) > floor_of(path)) found.push_back(path + " includes upward: " + target);
      // The parts of lib that know no arrays are a library of their own.
      if (own && starts_with(path, "lib/") && !starts_with(path, "lib/array/") &&
          starts_with(target, "lib/array/"))
        found.push_back(path + " is of the text library and includes " + target);
      if (!is_header(path) || !below_the_tools) continue;
      const bool xtensor = starts_with(target, "xtensor") || starts_with(target, "xsimd");
      if (xtensor && !wall) found.push_back(path + " is a header and includes " + target);
      if (own && (target == "lib/array/simd.hpp" || target == "lib/array/xtensor_interop.hpp"))
        found.push_back(path + " is a header and includes " + target + ", which shows xtensor");
    } else if (is_header(path) && below_the_tools && !wall) {
      const std::string code = line.substr(0, line.find("//"));
      for (const char* space : {"xt::", "xsimd::"}) {
        if (code.find(space) != std::string::npos) found.push_back(path + " is a header and uses " + space);
      }
    }
  }
  return found;
}

/// The headers in <> that a header names, itself or by those of the house that it includes.
void collect_system_headers(const std::string& path, std::set<std::string>& seen,
                            std::set<std::string>& named) {
  static const std::regex include(R"(^\s*#\s*include\s*(["<])([^">]+)[">])");
  if (!seen.insert(path).second) return;
  std::ifstream file(fs::path(HEED_SOURCE_DIR) / path);
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (line.find("include") == std::string::npos || !std::regex_search(line, match, include)) continue;
    if (match[1] == "<") named.insert(match[2]);
    if (match[1] == "\"") collect_system_headers(match[2], seen, named);
  }
}

}  // namespace

TEST_CASE("what includes a header of the house compiles neither formatting nor JSON nor command lines") {
  // Formatting and JSON are for .cpp files; these headers are for those too.
  const std::set<std::string> heavy{"lib/core/error.hpp", "lib/core/shape_format.hpp"};
  for (const std::string& path : sources()) {
    if (!is_header(path) || floor_of(path) > 3 || heavy.count(path) != 0) continue;
    std::set<std::string> seen, named;
    collect_system_headers(path, seen, named);
    INFO(path);
    for (const std::string& name : named) {
      for (const char* other : {"fmt/", "nlohmann/json.hpp", "CLI/"}) CHECK(!starts_with(name, other));
    }
    for (const std::string& name : heavy) CHECK(seen.count(name) == 0);
  }
}

TEST_CASE("no file includes upward, and no public header shows xtensor") {
  const std::vector<std::string> paths = sources();
  CHECK(paths.size() > 50);
  for (const std::string& path : paths) {
    std::ifstream file(fs::path(HEED_SOURCE_DIR) / path);
    std::stringstream text;
    text << file.rdbuf();
    for (const std::string& violation : violations(path, text.str())) {
      INFO(violation);
      CHECK(false);
    }
  }
}

TEST_CASE("the engine stays small enough to be read in one sitting") {
  int lines = 0;  // of code: neither blank nor all comment
  for (const char* file : {"variable.hpp", "variable.cpp", "node.hpp", "node.cpp", "backward.cpp"}) {
    std::ifstream source(fs::path(HEED_SOURCE_DIR) / "autograd" / file);
    REQUIRE(source.good());
    for (std::string line; std::getline(source, line);) {
      const std::size_t begin = line.find_first_not_of(' ');
      if (begin != std::string::npos && line.compare(begin, 2, "//") != 0) ++lines;
    }
  }
  CHECK(lines > 200);
  CHECK(lines <= 300);
}
