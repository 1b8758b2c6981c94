// course_grader, the program that compiles, runs and judges a learner's file.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "exercises/grading/verdict.hpp"
#include "lib/process/process.hpp"

namespace heed {

struct GradeOptions {
  std::vector<std::string> inside = {};  // the program, and its arguments, that runs the grader: unshare
  bool demo = true;                      // shows something after a pass
  bool sanitize = false;                 // AddressSanitizer and UBSan: slower, names the line of a crash
};

class Grader {
 public:
  explicit Grader(std::filesystem::path program) : program_(std::move(program)) {}

  /// verdict_of() reads what comes out.
  std::unique_ptr<Process> start(const std::string& exercise, const std::filesystem::path& file,
                                 const GradeOptions& options = {}) const;

  /// If the grader gave none, the trouble is what it said.
  static Verdict verdict_of(const ProcessResult& result);

  /// "--stub" or "--solution" of an exercise, with comments in the spoken language.
  std::string file(const std::string& kind, const std::string& exercise) const;

  /// Returns what an untouched answer is worth, by the exercise's name: every part not written.
  std::map<std::string, Verdict> untouched() const;

  /// Links all answers to one program in `folder`; what came of it, as JSON.
  std::string assemble(const std::filesystem::path& answers, const std::filesystem::path& folder) const {
    return text({"--assemble", answers.string(), folder.string()});
  }

  struct Program {
    std::filesystem::path path;
    std::string seed;                    // of its own cases
    std::vector<std::string> functions;  // that it has to define
  };
  /// Makes a program for a debugger, in `folder`.
  Program program(const std::string& exercise, const std::filesystem::path& file,
                  const std::filesystem::path& folder) const;

 private:
  std::string text(const std::vector<std::string>& arguments) const;

  std::filesystem::path program_;
};

}  // namespace heed
