// Texts of answers, graded as a learner's file is.
#pragma once

#include <filesystem>
#include <fstream>

#include "exercises/grading/name/grade.hpp"
#include "exercises/grading/source/marked_source.hpp"
#include "lib/files/folders.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;
using Catch::Contains;
using heed::TemporaryFolder;
namespace fs = std::filesystem;

namespace answers {

inline const Toolchain& toolchain() {
  static const Toolchain read = read_toolchain(HEED_COURSE_TOOLCHAIN);
  return read;
}

inline fs::path folder_of(const std::string& name) {
  return fs::path(HEED_SOURCE_DIR) / "exercises" / find_entry(name).chapter / name;
}

inline Compiled compiled(const std::string& exercise, const std::string& text,
                         const TemporaryFolder& folder) {
  std::ofstream(folder.path() / "answer.cpp") << text;
  return compile_answer(toolchain(), find_entry(exercise), folder.path() / "answer.cpp", folder.path());
}

inline heed::Verdict graded(const std::string& exercise, const std::string& text,
                            const GradeOptions& options = {}) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "answer.cpp") << text;
  return grade(toolchain(), find_entry(exercise), folder.path() / "answer.cpp", options);
}

inline MarkedSource source_of(const std::string& exercise) {
  return MarkedSource::read(folder_of(exercise) / "exercise.cpp");
}

inline std::string solution(const std::string& exercise) { return source_of(exercise).solution(); }

/// Writes an answer where the course puts it in a folder of answers.
inline void write_answer(const fs::path& answers, const std::string& exercise, const std::string& text) {
  const fs::path file = answers / find_entry(exercise).chapter / (exercise + ".cpp");
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  REQUIRE_THAT(text, Contains(from));
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace answers
