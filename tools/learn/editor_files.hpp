// What editors and other tools need to know of the answers.
#pragma once

#include <filesystem>
#include <string>

#include "tools/learn/learner.hpp"

namespace heed {

/// answers/compile_commands.json, from the grader's toolchain.json, so that clangd knows Tensor and given::
/// in every answer. Left as it is where it says that already; nothing where the course is not built. Never
/// throws: a course without it works as well.
void write_compile_commands(const Course& course, const std::filesystem::path& answers,
                            const std::filesystem::path& toolchain, const std::filesystem::path& root);

/// For tools that watch files themselves: a line for the shell with which entr checks the current exercise at
/// every save. Makes its file.
std::string watch_command(const Learner& learner, const std::string& program);

}  // namespace heed
