// The layers of the house: includes point one way only, xtensor stays behind its wall, and headers are light.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/lib/core/sources.hpp"

namespace {

using house::Include, house::includes, house::lines_of, house::sources;

/// How high a folder stands; -1 if it is none of the house.
int floor_of(const std::string& path) {
  static const std::map<std::string, int> floors{{"lib", 0},       {"autograd", 1},   {"nn", 2},
                                                 {"models", 3},    {"tools", 4},      {"examples", 4},
                                                 {"exercises", 4}, {"benchmarks", 4}, {"tests", 5}};
  const auto found = floors.find(path.substr(0, path.find('/')));
  return found == floors.end() ? -1 : found->second;
}

bool below_the_tools(const std::string& path) { return floor_of(path) <= 3; }

/// Is a header for everybody, and none of the two behind which xtensor stands.
bool is_public_header(const std::string& path) {
  const std::set<std::string> wall{"lib/array/simd.hpp", "lib/array/xtensor_interop.hpp"};
  return path.ends_with(".hpp") && below_the_tools(path) && !wall.contains(path);
}

/// The headers in <> that a header names, itself or by those of the house that it includes.
void collect_system_headers(const std::string& path, std::set<std::string>& seen,
                            std::set<std::string>& named) {
  if (!seen.insert(path).second) return;
  for (auto include = std::ranges::lower_bound(includes(), path, {}, &Include::file);
       include != includes().end() && include->file == path; ++include) {
    if (include->own)
      collect_system_headers(include->target, seen, named);
    else
      named.insert(include->target);
  }
}

}  // namespace

TEST_CASE("what includes a header of the house compiles neither formatting nor JSON nor command lines") {
  // Formatting and JSON are for .cpp files; these headers are for those too.
  const std::set<std::string> heavy{"lib/core/error.hpp", "lib/core/shape_format.hpp"};
  for (const std::string& path : sources()) {
    if (!path.ends_with(".hpp") || !below_the_tools(path) || heavy.contains(path)) continue;
    std::set<std::string> seen, named;
    collect_system_headers(path, seen, named);
    INFO(path);
    for (const std::string& name : named) {
      for (const char* other : {"fmt/", "nlohmann/json.hpp", "CLI/"}) CHECK(!name.starts_with(other));
    }
    for (const std::string& name : heavy) CHECK(!seen.contains(name));
  }
}

TEST_CASE("no file includes upward, and no public header shows xtensor") {
  CHECK(sources().size() > 50);
  CHECK(includes().size() > 500);
  for (const auto& [path, target, own] : includes()) {
    INFO(path << " includes " << target);
    if (own) CHECK(floor_of(target) <= floor_of(path));
    // The parts of lib that know no arrays are a library of their own.
    if (own && path.starts_with("lib/") && !path.starts_with("lib/array/"))
      CHECK(!target.starts_with("lib/array/"));
    if (path.ends_with(".hpp") && below_the_tools(path))
      CHECK((target != "lib/array/simd.hpp" && target != "lib/array/xtensor_interop.hpp"));
    if (is_public_header(path)) CHECK((!target.starts_with("xtensor") && !target.starts_with("xsimd")));
  }
  for (const std::string& path : sources()) {
    if (!is_public_header(path)) continue;
    for (const std::string& line : lines_of(path)) {
      const std::string code = line.substr(0, line.find("//"));
      INFO(path << ": " << line);
      for (const char* space : {"xt::", "xsimd::"}) CHECK(code.find(space) == std::string::npos);
    }
  }
}

TEST_CASE("what is compiled in float and in double opens no namespace that is the same in both") {
  for (const std::string& path : sources()) {
    if (!below_the_tools(path) || (path.starts_with("lib/") && !path.starts_with("lib/array/"))) continue;
    for (const std::string& line : lines_of(path)) {
      INFO(path << ": " << line);
      if (line.starts_with("namespace heed"))
        CHECK(line.starts_with("namespace heed::inline HEED_PRECISION"));
    }
  }
}

TEST_CASE("the engine stays small enough to be read in one sitting") {
  int lines = 0;  // of code: neither blank nor all comment
  for (const char* file : {"variable.hpp", "variable.cpp", "node.hpp", "node.cpp", "backward.cpp"}) {
    for (const std::string& line : lines_of(std::string("autograd/") + file)) {
      const std::size_t begin = line.find_first_not_of(' ');
      if (begin != std::string::npos && line.compare(begin, 2, "//") != 0) ++lines;
    }
  }
  CHECK(lines > 200);
  CHECK(lines <= 300);
}
