// What editors and other tools need to know of the answers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/learn/learner/learner.hpp"

namespace heed {

/// answers/compile_commands.json, from the grader's toolchain.json, so that clangd knows Tensor and given::
/// in every answer. Left as it is where it says that already; nothing where the course is not built. Never
/// throws: a course without it works as well.
void write_compile_commands(const Course& course, const std::filesystem::path& answers,
                            const std::filesystem::path& toolchain, const std::filesystem::path& root);

struct EditorFile {
  std::filesystem::path path;
  bool written = false;  // false: there was one, and it stays
};

/// answers/.vscode for Visual Studio Code: tasks.json with a task that checks the file in front (`program`
/// learn check … --problems), settings.json and extensions.json for clangd. Never overwrites a file.
std::vector<EditorFile> write_vscode(const std::filesystem::path& answers, const std::string& program);

/// What the compiler said, each as "FILE:LINE:COLUMN: error: MESSAGE" (or warning), as GCC prints it: what
/// editors look for.
std::string problem_lines(const Verdict& verdict, const std::filesystem::path& file);

/// For tools that watch files themselves: a line for the shell with which entr checks the current exercise at
/// every save. Makes its file.
std::string watch_command(const Learner& learner, const std::string& program);

}  // namespace heed
