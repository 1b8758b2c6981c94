#include "exercises/grading/compile/experiment.hpp"

#include <fstream>

#include "exercises/grading/compile/refused_object.hpp"
#include "exercises/grading/source/short_lines.hpp"

namespace heed::grading {

namespace fs = std::filesystem;

ExperimentAtWork::ExperimentAtWork(const Toolchain& toolchain, const Entry& entry, const std::string& text,
                                   const fs::path& folder)
    : toolchain_(toolchain),
      entry_(entry),
      folder_(folder),
      compile_(compiling(toolchain, toolchain.signatures / entry.name / "signatures.hpp", folder, {})) {
  std::ofstream(folder / "answer.cpp", std::ios::binary) << text;
  append(compile_, {"-fmax-errors=0", "-w"});
  compiler_ = start_tool(compile_);
}

Experiment ExperimentAtWork::outcome() {
  const fs::path object = folder_ / "answer.o", program = folder_ / "answer";
  ProcessResult compiled = compiler_->wait();
  if (crashed(compiled)) compiled = compiled_by(compile_, folder_ / "answer.d");
  if (compiled.status != 0) return {.errors = in_short_lines(compiled.err)};
  // Linked while its names are looked through.
  const auto linker = start_tool(linking(toolchain_, object, toolchain_.adapter(entry_), program, {}));
  // What is decided otherwise may be what the compiler left out before.
  if (!refused_in(object, toolchain_, entry_).empty()) return {};
  return {.program = linker->wait().status == 0 ? program : fs::path()};
}

}  // namespace heed::grading
