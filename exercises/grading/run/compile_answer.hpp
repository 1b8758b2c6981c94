// From a learner's file to a program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exercises/grading/run/compiler_messages.hpp"
#include "exercises/grading/run/refusals.hpp"
#include "exercises/grading/run/toolchain.hpp"

namespace heed::grading {

struct CompileOptions {
  bool sanitize = false;
  /// The declarations that stand before the answer; empty: those of the exercise.
  std::filesystem::path signatures{};
};

struct Compiled {
  std::filesystem::path program{};  // empty if it failed
  std::filesystem::path object{};   // the same of the object file
  std::filesystem::path source{};   // the copy of the file that was compiled
  CompilerMessages messages{};
  std::vector<std::string> missing{};  // functions that the file should have and has not
  std::vector<std::string> others{};   // of these names, with other parameters
  std::vector<Refusal> forbidden{};    // what the file uses and may not
  std::uint64_t seed = 0;              // of the file's text

  bool ok() const { return !program.empty(); }
};

/// Throws Error if nothing can be written in the folder to which a compiler or linker that failed writes: no
/// answer is wrong for want of room on the disk.
void require_room(const std::filesystem::path& folder);

/// Compiles the text of an answer in `folder`, which must exist: `object` is empty where it does not compile
/// or uses what it may not. Throws Error if there is no compiler or no room for what it writes, Interrupted.
Compiled compile_text(const Toolchain& toolchain, const Entry& entry, const std::string& text,
                      const std::filesystem::path& folder, const CompileOptions& options = {});

/// Compiles and links a file in `folder`. Throws as compile_text does, and Error if there is no file.
Compiled compile_answer(const Toolchain& toolchain, const Entry& entry, const std::filesystem::path& file,
                        const std::filesystem::path& folder, const CompileOptions& options = {});

/// Compiles and links a file as a program for a debugger, not optimised (run_main.cpp), in `folder`, which
/// must exist. Throws Error with what the compiler says first if that fails.
std::filesystem::path compile_for_debugger(const Toolchain& toolchain, const Entry& entry,
                                           const std::filesystem::path& file,
                                           const std::filesystem::path& folder);

}  // namespace heed::grading
