#include "exercises/grading/compile/assemble.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <fstream>
#include <mutex>
#include <thread>

#include "exercises/grading/compile/compiler_messages.hpp"
#include "exercises/grading/refusals/refusals.hpp"
#include "exercises/grading/refusals/refused_words.hpp"
#include "exercises/grading/source/declarations.hpp"
#include "exercises/grading/text_file.hpp"
#include "lib/core/error.hpp"
#include "lib/core/name_hash.hpp"
#include "lib/process/process.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

/// A pointer to each function of the exercise, defined behind `signatures` and before anything of the answer
/// is read, so that its overloads do not matter.
std::string ports_of(const Entry& entry, const fs::path& signatures) {
  std::string text = "extern \"C\" {\n";
  for (const std::string& declaration : function_declarations(read_text_file(signatures)))
    text += fmt::format("decltype(&{1}) heed_part_{0}_{1} = &{1};\n", entry.name, names_in(declaration).name);
  return text + "}\n";
}

/// Compiles one answer into `object`, whose only global names are the pointers: answers may define the same
/// names.
AssembledPart compile_part(const Toolchain& toolchain, const Entry& entry, const fs::path& source,
                           const fs::path& object) {
  AssembledPart part{entry.name, "used"};
  const std::string stem = (object.parent_path() / entry.name).string();
  const fs::path signatures = toolchain.signatures / entry.name / "signatures.hpp", ports = stem + ".hpp",
                 rule = stem + ".d", alone = stem + ".alone.o", joined = stem + ".joined.o";
  std::ofstream(ports, std::ios::binary) << ports_of(entry, signatures);
  std::vector<std::string> compile{toolchain.compiler};
  compile.insert(compile.end(), toolchain.flags.begin(), toolchain.flags.end());
  for (const fs::path& header : {toolchain.precompiled, signatures, ports})
    compile.insert(compile.end(), {"-include", header.string()});
  compile.insert(compile.end(),
                 {"-MMD", "-MF", rule.string(), "-x", "c++", "-c", source.string(), "-o", alone.string()});
  const ProcessResult compiled = run_tool(compile);
  const Preprocessed preprocessed = preprocess_behind(compiled, compile, source);
  std::vector<Refusal> refusals = refused_attributes(preprocessed);
  if (refusals.empty()) refusals = refused_words(compiled.err, preprocessed.words());
  if (!refusals.empty()) return {entry.name, "refused", refusals.front().name};
  if (compiled.status != 0) {
    const CompilerMessages messages =
        reduce_compiler_output(compiled.err, source.string(), read_text_file(source));
    part.state = "broken";
    part.message = messages.errors.empty() ? compiled.err.substr(0, 300) : messages.errors.front().message;
    if (!messages.errors.empty()) part.line = messages.errors.front().line;
    return part;
  }
  for (const Refusal& refusal :
       refused_files(read_text_file(rule), source, signatures, toolchain.precompiled)) {
    if (refusal.name != ports.filename()) refusals.push_back(refusal);
  }
  const Bans bans{.functions = described(entry.reference).forbidden()};
  const auto needed = [&](const char* how) {
    return run_tool({"nm", "--undefined-only", how, alone.string()}).out;
  };
  for (Refusal& refusal : refused_symbols(needed("--demangle"), bans)) refusals.push_back(std::move(refusal));
  for (Refusal& refusal : refused_calls(needed("--format=just-symbols"), bans, toolchain.signatures))
    refusals.push_back(std::move(refusal));
  if (!refusals.empty()) return {entry.name, "refused", refusals.front().name};

  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"ld", "-r", "--force-group-allocation", alone.string(), "-o",
                                 joined.string()},
        {"objcopy", "--wildcard", "--keep-global-symbol=heed_part_*", joined.string(), alone.string()}}) {
    const ProcessResult finished = run_tool(command);
    if (finished.status != 0)
      return {entry.name, "broken", command.front() + ": " + finished.err.substr(0, 300)};
  }
  fs::rename(alone, object);  // whole or not at all
  fs::remove(joined), fs::remove(rule), fs::remove(ports);
  return part;
}

}  // namespace

Assembled assemble_translator(const Toolchain& toolchain, const std::vector<std::string>& exercises,
                              const fs::path& answers, const fs::path& folder) {
  fs::create_directories(folder);
  Assembled result;
  std::vector<fs::path> objects(exercises.size());
  result.parts.resize(exercises.size());
  const auto built = fs::last_write_time(toolchain.translator.back()).time_since_epoch().count();
  const std::string flags = fmt::format("{} {}", fmt::join(toolchain.flags, " "), built);
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex guard;
  const auto work = [&] {
    for (std::size_t i = next++; i < exercises.size(); i = next++) {
      try {
        const Entry& entry = find_entry(exercises[i]);
        const fs::path source = fs::absolute(answers / entry.chapter / (entry.name + ".cpp"));
        const std::string text = read_if_there(source).value_or("");
        if (text.empty() || text.find("not_written(") != std::string::npos) {
          result.parts[i] = {entry.name, "missing"};
          continue;
        }
        const fs::path object = folder / fmt::format("{}.{:016x}.o", entry.name, name_hash(flags + text));
        objects[i] = object;
        result.parts[i] = fs::exists(object) ? AssembledPart{entry.name, "used"}
                                             : compile_part(toolchain, entry, source, object);
      } catch (...) {
        const std::scoped_lock lock(guard);
        failure = std::current_exception();
        return;
      }
    }
  };
  std::thread second(work);
  work();
  second.join();
  if (failure) std::rethrow_exception(failure);

  // object files of older answers
  for (const fs::directory_entry& file : fs::directory_iterator(folder)) {
    if (file.path().extension() == ".o" &&
        std::find(objects.begin(), objects.end(), file.path()) == objects.end())
      fs::remove(file.path());
  }
  const fs::path program = fs::absolute(folder / "translator");
  std::vector<std::string> link{toolchain.compiler};
  const std::size_t others = toolchain.translator.size() - 1;  // the last is the archive of references
  link.insert(link.end(), toolchain.translator.begin(),
              toolchain.translator.begin() + static_cast<long>(others));
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (result.parts[i].state == "used") link.push_back(objects[i].string());
  }
  link.push_back(toolchain.translator[others]);
  link.insert(link.end(), toolchain.link.begin(), toolchain.link.end());
  // objcopy leaves inline variables with GNU's "unique" binding global: all are the same one
  link.insert(link.end(), {"-Xlinker", "--allow-multiple-definition", "-o", program.string()});
  const ProcessResult linked = run_tool(link);
  if (linked.status == 0) {
    result.program = program;
  } else {
    result.message = "the linker failed: " + linked.err.substr(0, 600);
  }
  return result;
}

}  // namespace heed::grading
