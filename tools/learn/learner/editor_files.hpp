// Editors need to know this of the answers.
#pragma once

#include <filesystem>

#include "tools/learn/course/course.hpp"

namespace heed {

/// answers/compile_commands.json, from the grader's toolchain.json, so that clangd knows Tensor and given::
/// in every answer. Left as it is where it says that already; nothing where the course is not built. Never
/// throws: a course without it works as well.
void write_compile_commands(const Course& course, const std::filesystem::path& answers,
                            const std::filesystem::path& toolchain, const std::filesystem::path& root);

}  // namespace heed
