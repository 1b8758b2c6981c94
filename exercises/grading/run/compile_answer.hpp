// From a learner's file to a program.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "exercises/grading/run/compiler_messages.hpp"
#include "exercises/grading/run/refusals.hpp"
#include "exercises/grading/source/registry.hpp"
#include "lib/process/process.hpp"

namespace heed::grading {

/// How a learner's file becomes a program. The build writes it down in a JSON file.
struct Toolchain {
  std::string compiler, linker, objcopy, nm;
  std::vector<std::string> flags;      // for every file
  std::vector<std::string> sanitizer;  // added with --sanitize
  // headers with a .gch beside them, to be included before the file
  std::filesystem::path precompiled, precompiled_sanitized;
  std::filesystem::path
      signatures;  // folder of NAME/signatures.hpp, which declares what the learner must define
  std::vector<std::string> main;        // the runner's main program
  std::vector<std::string> run;         // that of `heed learn run`
  std::vector<std::string> link;        // libraries
  std::vector<std::string> translator;  // what a translator has beside the learner's functions
  std::vector<std::filesystem::path> adapters;
  bool always_sanitized = false;  // the libraries themselves are

  /// The compiled grade.cpp. Throws Error if there is none.
  std::filesystem::path adapter(const Entry& entry) const;
};

/// Throws Error if the file is not there: the course has not been built.
Toolchain read_toolchain(const std::filesystem::path& path);

/// Starts a compiler, a linker or another tool, in English; it gets 30 seconds of a processor and 3 GB. Of
/// what it prints `keep` bytes are kept.
std::unique_ptr<Process> start_tool(std::vector<std::string> command, std::size_t keep = 1 << 20);
/// And waits for its end.
ProcessResult run_tool(std::vector<std::string> command, std::size_t keep = 1 << 20);

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
