// The sources of the house, as tests of its order read them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace house {

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

inline std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(std::filesystem::path(HEED_SOURCE_DIR) / path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

struct Include {
  std::string file, target;
  bool own;  // in quotes
};

/// Returns what the files of sources() include.
inline const std::vector<Include>& includes() {
  static const std::vector<Include> all = [] {
    const std::regex include(R"(^\s*#\s*include\s*(["<])([^">]+)[">].*)");
    std::vector<Include> found;
    for (const std::string& path : sources()) {
      std::smatch match;
      for (const std::string& line : lines_of(path))
        if (line.find("include") != std::string::npos && std::regex_match(line, match, include))
          found.push_back({path, match[2], match[1] == "\""});
    }
    return found;
  }();
  return all;
}

}  // namespace house
