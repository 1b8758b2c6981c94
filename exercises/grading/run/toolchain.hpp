// How a learner's file becomes a program. The build writes it down in a JSON file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "exercises/grading/source/registry.hpp"
#include "lib/process/process.hpp"

namespace heed::grading {

struct Toolchain {
  std::string compiler, linker, objcopy, nm;
  std::vector<std::string> flags;      // for every file
  std::vector<std::string> sanitizer;  // added with --sanitize
  // headers with a .gch beside them, to be included before the file
  std::filesystem::path precompiled, precompiled_sanitized;
  std::filesystem::path
      signatures;  // folder of NAME/signatures.hpp, which declares what the learner must define
  std::vector<std::string> main;        // the runner's main program
  std::vector<std::string> run;         // that of `heed learn run`
  std::vector<std::string> link;        // libraries
  std::vector<std::string> translator;  // what a translator has beside the learner's functions
  std::vector<std::filesystem::path> adapters;
  bool always_sanitized = false;  // the libraries themselves are

  /// The compiled grade.cpp. Throws Error if there is none.
  std::filesystem::path adapter(const Entry& entry) const;
};

/// Throws Error if the file is not there: the course has not been built.
Toolchain read_toolchain(const std::filesystem::path& path);

/// Starts a compiler, a linker or another tool, in English; it gets 30 seconds of a processor and 3 GB. Of
/// what it prints `keep` bytes are kept.
std::unique_ptr<Process> start_tool(std::vector<std::string> command, std::size_t keep = 1 << 20);
/// And waits for its end.
ProcessResult run_tool(std::vector<std::string> command, std::size_t keep = 1 << 20);

}  // namespace heed::grading
