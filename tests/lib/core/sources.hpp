// The sources of the house, as tests of its order read them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace house {

inline bool starts_with(const std::string& text, const std::string& start) {
  return text.rfind(start, 0) == 0;
}

/// The paths of all .hpp and .cpp files but those of the tests, from the folder of the project.
inline std::vector<std::string> sources() {
  std::vector<std::string> paths;
  for (const char* folder :
       {"lib", "autograd", "nn", "models", "tools", "examples", "exercises", "benchmarks"}) {
    const std::filesystem::path root = std::filesystem::path(HEED_SOURCE_DIR) / folder;
    if (!std::filesystem::exists(root)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      const std::string extension = entry.path().extension().string();
      if (entry.is_regular_file() && (extension == ".hpp" || extension == ".cpp"))
        paths.push_back(std::filesystem::relative(entry.path(), HEED_SOURCE_DIR).generic_string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace house
