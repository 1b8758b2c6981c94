// course_grader, the program that compiles, runs and judges a learner's file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "exercises/grading/verdict.hpp"
#include "lib/process/process.hpp"
#include "tools/language/language.hpp"

namespace heed {

struct GradeOptions {
  std::vector<std::string> inside = {};  // the program, and its arguments, that runs the grader: unshare
  bool demo = true;                      // shows something after a pass
  bool sanitize = false;                 // AddressSanitizer and UBSan: slower, names the line of a crash
};

/// A part as course_grader --list gives it.
struct ListedPart {
  std::string name = "";
  double max_points = 0;
};

struct ListedExercise {
  std::string exercise = "";
  std::vector<ListedPart> parts = {};
};

class Grader {
 public:
  explicit Grader(std::filesystem::path program) : program_(std::move(program)) {}

  /// Starts to grade `file` as an answer to `exercise`; verdict_of() reads what comes out.
  std::unique_ptr<Process> start(const std::string& exercise, const std::filesystem::path& file,
                                 const GradeOptions& options = {}) const;

  /// Throws Error with what the grader said when it gave no verdict.
  static Verdict verdict_of(const ProcessResult& result);

  /// With comments in that language.
  std::string stub(const std::string& exercise, Language language) const {
    return file("--stub", exercise, language);
  }
  std::string solution(const std::string& exercise, Language language) const {
    return file("--solution", exercise, language);
  }
  std::vector<ListedExercise> list() const;

  /// Links all answers in a folder to one program in `folder`; what came of it, as JSON.
  std::string assemble(const std::filesystem::path& answers, const std::filesystem::path& folder) const {
    return text({"--assemble", answers.string(), folder.string()});
  }

 private:
  std::string text(const std::vector<std::string>& arguments) const;
  std::string file(const std::string& kind, const std::string& exercise, Language language) const;

  std::filesystem::path program_;
};

}  // namespace heed
