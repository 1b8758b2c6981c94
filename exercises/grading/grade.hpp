// Grading one file: compile, run every part, compare, name the mistake.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "exercises/grading/compile_answer.hpp"
#include "exercises/grading/naming.hpp"
#include "exercises/grading/observation.hpp"
#include "exercises/grading/run_answer.hpp"

namespace heed::grading {

enum class Status {
  passed,
  failed,
  not_written,
  threw,
  crashed,
  timeout,
  memory,
  wrong_shape,
  missing_output,  // the program ended in the middle, by exit()
  changed_input,   // an argument is not what it was; the failure's message is its name
  not_run          // it did not compile
};

/// "passed", "not_written" and so on.
const char* to_string(Status status);

/// The first case that is not right.
struct Failure {
  Inputs inputs;
  std::optional<Mismatch> mismatch{};  // unless the code threw or crashed
  std::vector<Output> shown{};         // what grade.cpp wants to be seen
  std::string message{}, signal{}, reason{};
};

struct PartVerdict {
  std::string name;
  int points = 0, max_points = 0;
  Status status = Status::not_run;
  int checks = 0, failed_checks = 0;
  std::optional<Mistake> mistake{}, second_mistake{};  // two at once
  std::optional<Observation> observation{};            // where no mistake is known
  std::optional<Failure> failure{};
};

struct Verdict {
  std::string exercise, chapter;
  std::uint64_t seed = 1;
  Compiled compiled;
  std::vector<PartVerdict> parts{};
  std::string printed{};
  std::vector<Demo::Line> demo{};
  double run_seconds = 0;

  int points() const;
  int max_points() const;
  bool passed() const;
};

struct GradeOptions {
  std::uint64_t seed = 1;
  /// A second seed, whose cases follow those of the first. grade() draws it from the file's text: the verdict
  /// on a file is always the same, and nothing can be prepared for it.
  std::optional<std::uint64_t> second_seed{};
  bool sanitize = false;
  double seconds = 0;            // time limit of every part; 0: its own
  std::filesystem::path keep{};  // the program and its object file are left in this folder
};

/// Throws Error if there is no such file, Cancelled.
Verdict grade(const Toolchain& toolchain, const Entry& entry, const std::filesystem::path& file,
              const GradeOptions& options = {});

/// The same for a program that was compiled before; `folder` takes the files between it and the grader.
Verdict grade_program(const Entry& entry, const Compiled& compiled, const std::filesystem::path& folder,
                      const GradeOptions& options);

}  // namespace heed::grading
