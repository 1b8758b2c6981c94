// A course of two exercises and a quiz in a folder of its own, with a grader that says what the test wants.
#pragma once

#include <filesystem>
#include <string>

#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/learn/learner.hpp"

/// {"one", "two"} in chapter 1_first, {"quiz_three"} in 2_second.
class SmallCourse {
 public:
  SmallCourse() {
    file(
        "exercises/course.json",
        R"({"chapters":[{"name":"1_first","title":{"en":"Beginning","ko":"시작"},"now":{"en":"begin","ko":"시작할 수 있습니다"},"exercises":["one",{"name":"two","for":{"en":"what comes second","ko":"둘째"}}]},)"
        R"({"name":"2_second","title":{"en":"Then","ko":"그다음"},"exercises":["quiz_three"]}],)"
        R"("projects":[{"name":"whole","command":"heed learn translate","for":{"en":"all at once","ko":"모두"}}]})");
    file("exercises/projects/whole/README.md",
         "# All of it\n\nDifficulty 1/5 · 9 minutes · from here\n\nJoin.\n");
    for (const char* name : {"one", "two"}) {
      const std::string folder = std::string("exercises/1_first/") + name + "/";
      file(folder + "README.md",
           "# Title of " + std::string(name) +
               "\n\nDifficulty 1/5 · 5 minutes · from nowhere\n\nWrite **it** with `care`.\n");
      file(folder + "README.ko.md",
           "# " + std::string(name) + "의 제목\n\n난이도 1/5 · 5분 · 출처: 없음\n\n**잘** 써 보세요.\n");
      file(folder + "notes.md",
           "## part forward\nthe values\n## hint 1\nWhat if x is large?\n## hint 2\nThe greatest first.\n"
           "## hint 3\nexp(x - max)\n## mistake no_max\nThis is what comes out when nothing is subtracted.\n"
           "### repair\nSubtract the maximum.\n");
    }
    file("exercises/2_second/quiz_three.json", quiz());
    for (const char* name : {"verdicts.md", "verdicts.ko.md"})
      file(std::string("exercises/") + name,
           slurp(std::filesystem::path(HEED_SOURCE_DIR) / "exercises" / name));
    file("exercises/glossary.json", R"([{"en":"query","ko":"쿼리"}])");
  }

  void file(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((scratch_ / name).parent_path());
    spill(scratch_ / name, text);
  }
  std::filesystem::path answer(const std::string& name) const { return scratch_ / ("answers/" + name); }
  std::filesystem::path root() const { return scratch_.folder(); }
  static std::filesystem::path grader() {
    return std::filesystem::path(HEED_SOURCE_DIR) / "tests/tools/learn/fake_grader.sh";
  }
  heed::LearnPlaces places() const {
    return {.root = root(), .answers = scratch_ / "answers", .grader = grader()};
  }
  std::vector<std::string> environment() const {
    return {"HEED_COURSE=" + root().string(), "HEED_ANSWERS=" + (scratch_ / "answers").string(),
            "HEED_GRADER=" + grader().string()};
  }

  /// Three questions: a number, a choice, a shape.
  static std::string quiz() {
    return slurp(std::filesystem::path(HEED_SOURCE_DIR) / "tests/tools/learn/quiz_three.json");
  }

 private:
  Scratch scratch_;
};

/// heed learn in a small course of its own, without a terminal.
struct Learning {
  SmallCourse small;
  ProgramEnd operator()(std::vector<std::string> arguments, std::vector<std::string> more = {}) const {
    arguments.insert(arguments.begin(), "learn");
    std::vector<std::string> environment = small.environment();
    environment.insert(environment.begin(), more.begin(), more.end());  // the first of a name counts
    environment.emplace_back("LC_ALL=C");
    return run({.arguments = arguments, .folder = small.root(), .environment = environment});
  }
  void write(const std::string& answer, const std::string& text) const {
    small.file("answers/" + answer, text);
  }
};

/// The fake grader reads its verdict from there: forward passes, backward throws.
inline const std::string half_right =
    slurp(std::filesystem::path(HEED_SOURCE_DIR) / "tests/tools/learn/half_right.txt");
