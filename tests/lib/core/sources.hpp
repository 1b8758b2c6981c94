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

/// Returns the paths of all .hpp and .cpp files in the folders, from that of the project.
inline std::vector<std::string> sources_in(const std::vector<std::string>& folders) {
  std::vector<std::string> paths;
  for (const std::string& folder : folders) {
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

/// Returns those of all folders but the tests.
inline std::vector<std::string> sources() {
  return sources_in({"lib", "autograd", "nn", "models", "tools", "examples", "exercises", "benchmarks"});
}

}  // namespace house
