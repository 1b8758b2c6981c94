// The lines and bytes of each folder are at most those of tests/budget.txt.
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/lib/core/sources.hpp"

namespace {

struct Size {
  long lines = 0, bytes = 0;
};

/// The size of each folder of the house, and of the tests.
std::map<std::string, Size> sizes() {
  std::map<std::string, Size> found;
  std::vector<std::string> paths = house::sources_in({"tests"});
  for (const std::string& path : house::sources()) paths.push_back(path);
  for (const std::string& path : paths) {
    Size& size = found[path.substr(0, path.find('/'))];
    size.lines += std::ssize(house::lines_of(path));
    size.bytes +=
        static_cast<long>(std::filesystem::file_size(std::filesystem::path(HEED_SOURCE_DIR) / path));
  }
  return found;
}

}  // namespace

TEST_CASE("no folder is larger than its line in tests/budget.txt") {
  std::map<std::string, Size> found = sizes();
  for (const std::string& line : house::lines_of("tests/budget.txt")) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string folder;
    Size budget;
    REQUIRE(words >> folder >> budget.lines >> budget.bytes);
    INFO(folder << ": " << found[folder].lines << " lines, " << found[folder].bytes << " bytes");
    CHECK(found[folder].lines > 0);
    CHECK(found[folder].lines <= budget.lines);
    CHECK(found[folder].bytes <= budget.bytes);
    found.erase(folder);
  }
  for (const auto& [folder, size] : found) FAIL_CHECK("tests/budget.txt has no line for " << folder);
}
