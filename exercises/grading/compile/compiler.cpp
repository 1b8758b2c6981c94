#include "exercises/grading/compile/compiler.hpp"

#include <csignal>

#include "lib/core/error.hpp"

namespace fs = std::filesystem;

namespace heed::grading {

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

bool needs_too_much(const ProcessResult& compiled) {
  const auto says = [&](const char* words) { return compiled.err.find(words) != std::string::npos; };
  return says("out of memory") || says("Killed signal") || says("File size limit exceeded") ||
         compiled.signal == SIGKILL;
}

bool crashed(const ProcessResult& compiled) {
  if (compiled.timed_out || compiled.status == 0 || needs_too_much(compiled)) return false;
  return compiled.signal != 0 || compiled.status == 4 || compiled.status == 70 ||
         compiled.err.find(": internal compiler error: ") != std::string::npos;
}

ProcessResult compiled_by(const std::vector<std::string>& compile, const fs::path& rule) {
  fs::remove(rule);  // of a compilation before this one
  ProcessResult compiled = run_tool(compile);
  if (crashed(compiled)) compiled = run_tool(compile);  // its precompiled header may just be written anew
  if (crashed(compiled)) throw_error("the compiler crashed, twice: {}", compiled.err.substr(0, 300));
  return compiled;
}

const fs::path& precompiled_of(const Toolchain& toolchain, const CompileOptions& options) {
  return options.sanitize ? toolchain.precompiled_sanitized : toolchain.precompiled;
}

std::vector<std::string> compiling(const Toolchain& toolchain, const fs::path& signatures,
                                   const fs::path& folder, const CompileOptions& options) {
  std::vector<std::string> compile{toolchain.compiler};
  append(compile, toolchain.flags);
  if (options.sanitize) append(compile, toolchain.sanitizer);
  // The linker does not see return types: only beside its declaration is a wrong one an error.
  for (const fs::path& before : {precompiled_of(toolchain, options), signatures})
    append(compile, {"-include", before.string()});
  append(compile, {"-MMD", "-MF", (folder / "answer.d").string(), "-x", "c++", "-c",
                   (fs::absolute(folder) / "answer.cpp").string(), "-o", (folder / "answer.o").string()});
  return compile;
}

std::vector<std::string> linking(const Toolchain& toolchain, const fs::path& object, const fs::path& adapter,
                                 const fs::path& to, const CompileOptions& options) {
  std::vector<std::string> link{toolchain.compiler};
  if (options.sanitize) append(link, toolchain.sanitizer);
  append(link, toolchain.main);  // the first of them confines the program before anything of it runs
  append(link, {object.string(), adapter.string()});
  append(link, toolchain.link);
  append(link, {"-o", to.string()});
  return link;
}

}  // namespace heed::grading
