// The commands that make a program of the text of an answer, and how its compiler ends.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "exercises/grading/process/toolchain.hpp"

namespace heed::grading {

struct CompileOptions {
  bool sanitize = false;
  /// The declarations that stand before the answer; empty: those of the exercise.
  std::filesystem::path signatures{};
  /// Called where it compiles, before the object file is looked through.
  std::function<void(const std::filesystem::path& object)> compiled{};
};

void append(std::vector<std::string>& to, const std::vector<std::string>& more);

/// Whether it needed more memory, or wrote more, than an answer gets.
bool needs_too_much(const ProcessResult& compiled);
/// Whether the compiler itself failed, which says nothing of the text. 4 is gcc's status then, 70 clang's.
bool crashed(const ProcessResult& compiled);

/// Runs the compiler; `rule` is what it writes beside the object file. Throws Error where it crashes twice.
ProcessResult compiled_by(const std::vector<std::string>& compile, const std::filesystem::path& rule);

const std::filesystem::path& precompiled_of(const Toolchain& toolchain, const CompileOptions& options);

/// The compiler's command for FOLDER/answer.cpp.
std::vector<std::string> compiling(const Toolchain& toolchain, const std::filesystem::path& signatures,
                                   const std::filesystem::path& folder, const CompileOptions& options);

/// The command that makes a program of the object file and an adapter.
std::vector<std::string> linking(const Toolchain& toolchain, const std::filesystem::path& object,
                                 const std::filesystem::path& adapter, const std::filesystem::path& to,
                                 const CompileOptions& options);

}  // namespace heed::grading
