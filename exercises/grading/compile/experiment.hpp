// Programs that are made of changed texts of an answer, to see what comes out.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "exercises/grading/process/toolchain.hpp"

namespace heed::grading {

/// What a compiler makes of a text that was derived from an answer which is not refused: a program that gains
/// no points, else what the compiler said; neither where the text runs what an answer may not use.
struct Experiment {
  std::filesystem::path program{};
  std::string errors{};
};

/// A compiler at work on such a text in `folder`, which must exist. It ends with this.
class ExperimentAtWork {
 public:
  ExperimentAtWork(const Toolchain& toolchain, const Entry& entry, const std::string& text,
                   const std::filesystem::path& folder);
  /// Waits for it, and links. Throws Error where it crashes twice, Interrupted.
  Experiment outcome();

 private:
  const Toolchain& toolchain_;
  const Entry& entry_;
  const std::filesystem::path folder_;
  std::vector<std::string> compile_;
  std::unique_ptr<Process> compiler_{};
};

}  // namespace heed::grading
