#include "exercises/grading/compile/compile_answer.hpp"

#include <algorithm>
#include <csignal>
#include <fstream>

#include "exercises/grading/refusals/refused_words.hpp"
#include "exercises/grading/text_file.hpp"
#include "lib/core/name_hash.hpp"
#include "lib/process/process.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

fs::path signatures_of(const Toolchain& toolchain, const Entry& entry) {
  return toolchain.signatures / entry.name / "signatures.hpp";
}

std::vector<Refusal> refusals(const Toolchain& toolchain, const Entry& entry, const fs::path& source,
                              const fs::path& header, const fs::path& object, const fs::path& rule) {
  std::vector<Refusal> found =
      refused_files(read_text_file(rule), source, signatures_of(toolchain, entry), header);
  if (!found.empty()) return found;
  const auto symbols = [&](std::vector<std::string> nm) {
    nm.push_back(object.string());
    return run_tool(std::move(nm)).out;
  };
  const std::string names = symbols({"nm", "--demangle", "--print-size"});
  const Exercise exercise = described(entry.reference);
  const bool gradients = std::any_of(exercise.parts().begin(), exercise.parts().end(),
                                     [](const Part& part) { return part.is_gradient(); });
  const Bans bans{exercise.forbidden(), entry.measured, entry.measured || gradients};
  found = refused_symbols(names, bans);
  if (found.empty())
    found = refused_calls(symbols({"nm", "--undefined-only", "--format=just-symbols"}), bans,
                          toolchain.signatures);
  if (found.empty()) found = refused_definitions(symbols({"nm", "--defined-only", "--extern-only"}));
  return found.empty() && entry.measured ? refused_variables(names) : found;
}

/// The makefile rule of a file that does not compile: those that it includes, as far as they are there. Only
/// at a file that is missing does the compiler end without one.
std::string read_files(std::vector<std::string> compile, const fs::path& rule) {
  if (!fs::exists(rule)) {
    std::replace(compile.begin(), compile.end(), std::string("-MMD"), std::string("-MM"));
    append(compile, {"-MG"});
    run_tool(std::move(compile));
  }
  return fs::exists(rule) ? read_text_file(rule) : "";
}

/// Why the compiler ended, where it said nothing of a line.
std::string without_message(const ProcessResult& compiled) {
  if (compiled.timed_out) return fmt::format("compiling took longer than {:.0f} s", compiled.seconds);
  if (compiled.err.find("memory") != std::string::npos || compiled.signal == SIGKILL)
    return "compiling needs more memory than an answer gets (3 GB)";
  return "the compiler failed: " + compiled.err.substr(0, 300);
}

}  // namespace

Compiled compile_answer(const Toolchain& toolchain, const Entry& entry, const fs::path& file,
                        const fs::path& folder, CompileOptions options) {
  const fs::path given = fs::absolute(file), source = fs::absolute(folder) / "answer.cpp",
                 object = folder / "answer.o", rule = folder / "answer.d", program = folder / "answer";
  const std::string text = read_text_file(given);
  // Compiler and preprocessor read one text each: this one, whatever is saved meanwhile.
  if (given != source) std::ofstream(source, std::ios::binary) << text;
  const bool instrument = options.sanitize;
  const std::vector<std::string> sanitizer = instrument ? toolchain.sanitizer : std::vector<std::string>{};

  Compiled result{.source = source, .escaping = escaping_capture(text), .hash = name_hash(text)};
  std::vector<std::string> compile{toolchain.compiler};
  append(compile, toolchain.flags);
  append(compile, sanitizer);
  const fs::path& header = instrument ? toolchain.precompiled_sanitized : toolchain.precompiled;
  append(compile, {"-include", header.string()});
  // The linker does not see return types: only beside its declaration is a wrong one an error.
  append(compile, {"-include", signatures_of(toolchain, entry).string(), "-MMD", "-MF", rule.string()});
  append(compile, {"-x", "c++", "-c", source.string(), "-o", object.string()});
  fs::remove(rule);  // of a compilation before this one
  const ProcessResult compiled = run_tool(compile);
  result.seconds = compiled.seconds;
  result.messages = reduce_compiler_output(compiled.err, source.string(), text);
  const Preprocessed preprocessed = preprocess_behind(compiled, compile, source);
  if (compiled.status != 0) {
    // what the compiler says of a file shows what stands in it
    result.forbidden =
        refused_files(read_files(compile, rule), source, signatures_of(toolchain, entry), header);
    if (result.forbidden.empty()) result.forbidden = refused_attributes(preprocessed);
    if (result.forbidden.empty()) result.forbidden = refused_words(compiled.err, preprocessed.words());
    if (!result.forbidden.empty()) {
      result.messages.errors.clear();
    } else if (result.messages.errors.empty()) {
      result.messages.errors.push_back({0, 0, without_message(compiled), ""});
    }
    return result;
  }
  result.messages.errors.clear();
  result.forbidden = refusals(toolchain, entry, source, header, object, rule);
  if (result.forbidden.empty()) result.forbidden = refused_attributes(preprocessed);
  if (!result.forbidden.empty()) return result;

  const fs::path graded = toolchain.graded_adapter(entry), whole = toolchain.adapter(entry);
  const auto linking = [&](const fs::path& adapter, const fs::path& to) {
    std::vector<std::string> link{toolchain.compiler};
    append(link, sanitizer);
    append(link, toolchain.main);  // the first of them confines the program before anything of it runs
    append(link, {object.string(), adapter.string()});
    append(link, toolchain.link);
    append(link, {"-o", to.string()});
    return link;
  };
  const ProcessResult linked = run_tool(linking(graded, program));
  result.seconds += linked.seconds;
  if (linked.status == 0) {
    result.program = program;
    if (graded != whole) result.link_shown = linking(whole, folder / "shown");
    return result;
  }
  result.missing = missing_functions(linked.err);
  result.messages.errors = linker_errors(linked.err);
  if (result.missing.empty() && result.messages.errors.empty())
    result.messages.errors.push_back({0, 0, "the linker failed: " + linked.err.substr(0, 300), ""});
  return result;
}

}  // namespace heed::grading
