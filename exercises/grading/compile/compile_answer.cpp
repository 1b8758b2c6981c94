#include "exercises/grading/compile/compile_answer.hpp"

#include <algorithm>
#include <csignal>
#include <fstream>

#include "exercises/grading/process/seed_of_text.hpp"
#include "exercises/grading/refusals/refused_words.hpp"
#include "exercises/grading/source/short_lines.hpp"
#include "exercises/grading/text_file.hpp"
#include "lib/core/error.hpp"
#include "lib/process/process.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// All that nm says of the object file: what is not seen is not refused.
std::string symbols_of(const Toolchain& toolchain, const fs::path& object,
                       const std::vector<std::string>& options) {
  constexpr std::size_t longest = std::size_t{64} << 20;
  std::vector<std::string> nm{toolchain.nm};
  append(nm, options);
  nm.push_back(object.string());
  ProcessResult listed = run_tool(std::move(nm), longest);
  if (listed.status != 0) throw_error("nm failed: {}", listed.err.substr(0, 300));
  if (listed.out.size() >= longest)
    throw_error("the names in this answer are longer than {} MB together: shorten them", longest >> 20);
  return std::move(listed.out);
}

Bans bans_of(const Entry& entry) {
  const Exercise exercise = described(entry.reference);
  const bool gradients = std::any_of(exercise.parts().begin(), exercise.parts().end(),
                                     [](const Part& part) { return part.is_gradient(); });
  return {exercise.forbidden(), entry.measured, entry.measured || gradients};
}

/// What the object file calls, what it defines for others, and its variables, where these are refused.
std::vector<Refusal> refused_in(const fs::path& object, const Toolchain& toolchain, const Bans& bans,
                                const CompileOptions& options) {
  const std::string names = symbols_of(toolchain, object, {"--demangle", "--print-size"});
  std::vector<Refusal> found = refused_symbols(names, bans);
  if (found.empty()) {
    const std::string of_the_linker = symbols_of(toolchain, object, {"--extern-only"});
    found = refused_calls(of_the_linker, bans, toolchain.signatures);
    if (found.empty()) found = refused_definitions(of_the_linker, toolchain.signatures);
  }
  const bool own_signatures = options.signatures.empty();  // others declare variables, too
  if (found.empty() && bans.measured && own_signatures) found = refused_variables(names);
  return found;
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

/// Whether it needed more memory, or wrote more, than an answer gets.
bool needs_too_much(const ProcessResult& compiled) {
  const auto says = [&](const char* words) { return compiled.err.find(words) != std::string::npos; };
  return says("out of memory") || says("Killed signal") || says("File size limit exceeded") ||
         compiled.signal == SIGKILL;
}

/// Whether the compiler itself failed, which says nothing of the text. 4 is gcc's status then, 70 clang's.
bool crashed(const ProcessResult& compiled) {
  if (compiled.timed_out || compiled.status == 0 || needs_too_much(compiled)) return false;
  return compiled.signal != 0 || compiled.status == 4 || compiled.status == 70 ||
         compiled.err.find(": internal compiler error: ") != std::string::npos;
}

/// Runs the compiler, and once more where it crashes: its precompiled header may just be written anew.
ProcessResult run_compiler(const std::vector<std::string>& compile) {
  ProcessResult compiled = run_tool(compile);
  if (crashed(compiled)) compiled = run_tool(compile);
  if (crashed(compiled)) throw_error("the compiler crashed, twice: {}", compiled.err.substr(0, 300));
  return compiled;
}

/// Runs the compiler; `rule` is what it writes beside the object file. The few headers of the C++ library
/// that need words which signatures.hpp takes away are read before that, but only where the compiler misses
/// them.
ProcessResult compiled_by(std::vector<std::string>& compile, const fs::path& rule,
                          const fs::path& precompiled) {
  fs::remove(rule);  // of a compilation before this one
  ProcessResult compiled = run_compiler(compile);
  if (!misses_a_word(compiled.err)) return compiled;
  const fs::path headers = precompiled.parent_path() / "before_words_go.hpp";
  const auto after = std::find(compile.begin(), compile.end(), precompiled.string()) + 1;
  compile.insert(after, {"-include", headers.string()});
  fs::remove(rule);
  ProcessResult again = run_compiler(compile);
  again.seconds += compiled.seconds;
  return again;
}

/// Why the compiler ended, where it said nothing of a line.
std::string without_message(const ProcessResult& compiled) {
  if (compiled.timed_out) return fmt::format("compiling took longer than {:.0f} s", compiled.seconds);
  if (needs_too_much(compiled) || compiled.err.find("memory") != std::string::npos)
    return "compiling needs more memory than an answer gets (3 GB)";
  return "the compiler failed: " + compiled.err.substr(0, 300);
}

const fs::path& precompiled_of(const Toolchain& toolchain, const CompileOptions& options) {
  return options.sanitize ? toolchain.precompiled_sanitized : toolchain.precompiled;
}

/// The compiler's command for FOLDER/answer.cpp.
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

/// The command that makes a program of the object file and an adapter.
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

}  // namespace

std::vector<Refusal> refused_place(const Toolchain& toolchain, const fs::path& file) {
  const fs::path place = fs::weakly_canonical(file), course = fs::weakly_canonical(toolchain.course);
  if (std::mismatch(course.begin(), course.end(), place.begin(), place.end()).first != course.end())
    return {};
  return {{place.lexically_relative(course.parent_path()).string(), "stored"}};
}

Compiled compile_text(const Toolchain& toolchain, const Entry& entry, const std::string& text,
                      const fs::path& folder, const CompileOptions& options) {
  const fs::path source = fs::absolute(folder) / "answer.cpp", object = folder / "answer.o",
                 rule = folder / "answer.d";
  // Compiler and preprocessor read one text each: this one, whatever is saved meanwhile.
  std::ofstream(source, std::ios::binary) << text;
  const fs::path& header = precompiled_of(toolchain, options);
  const fs::path signatures =
      options.signatures.empty() ? toolchain.signatures / entry.name / "signatures.hpp" : options.signatures;

  Compiled result{.source = source, .escaping = escaping_capture(text), .seed = seed_of_text(text)};
  std::vector<std::string> compile = compiling(toolchain, signatures, folder, options);
  const ProcessResult compiled = compiled_by(compile, rule, header);
  result.seconds = compiled.seconds;
  result.messages = reduce_compiler_output(compiled.err, source.string(), text);
  const bool compiles = compiled.status == 0;
  // A header of a plain text may write a word that is refused; only the preprocessor shows which.
  const bool shows_itself = written_plainly(text) && !misses_a_word(compiled.err);
  const Preprocessed preprocessed =
      shows_itself ? as_written(text) : preprocess_behind(compiled, compile, source);
  const Bans bans = bans_of(entry);
  // what the compiler says of a file shows what stands in it
  result.forbidden = refused_files(compiles ? read_text_file(rule) : read_files(compile, rule), source,
                                   signatures, header, toolchain.course);
  if (result.forbidden.empty() && compiles) result.forbidden = refused_in(object, toolchain, bans, options);
  if (result.forbidden.empty() && bans.measured) result.forbidden = refused_buffers(preprocessed);
  if (result.forbidden.empty()) result.forbidden = refused_attributes(preprocessed);
  if (result.forbidden.empty() && compiles) result.forbidden = refused_declarations(preprocessed, bans);
  if (result.forbidden.empty() && !compiles)
    result.forbidden = refused_words(compiled.err, preprocessed.words());
  for (Refusal& refusal : result.forbidden) {
    refusal.name = at_most(std::move(refusal.name), 300);  // of a template it may be as long as a book
    if (refusal.reason == "counts" && !bans.counted) refusal.reason = "counts_elsewhere";
  }
  if (compiles || !result.forbidden.empty()) {
    result.messages.errors.clear();
  } else if (result.messages.errors.empty()) {
    result.messages.errors.push_back({0, 0, without_message(compiled), ""});
  }
  if (compiles && result.forbidden.empty()) result.object = object;
  return result;
}

Compiled compile_program(const Toolchain& toolchain, const Entry& entry, const std::string& text,
                         const fs::path& folder, const CompileOptions& options) {
  Compiled result = compile_text(toolchain, entry, text, folder, options);
  if (result.object.empty()) return result;

  const fs::path graded = toolchain.graded_adapter(entry), whole = toolchain.adapter(entry),
                 program = folder / "answer";
  const ProcessResult linked = run_tool(linking(toolchain, result.object, graded, program, options));
  result.seconds += linked.seconds;
  if (linked.status == 0) {
    result.program = program;
    if (graded != whole)
      result.link_shown = linking(toolchain, result.object, whole, folder / "shown", options);
    return result;
  }
  result.missing = missing_functions(linked.err);
  result.messages.errors = linker_errors(linked.err);
  if (result.missing.empty() && result.messages.errors.empty())
    result.messages.errors.push_back({0, 0, "the linker failed: " + linked.err.substr(0, 300), ""});
  return result;
}

Experiment compile_experiment(const Toolchain& toolchain, const Entry& entry, const std::string& text,
                              const fs::path& folder) {
  const fs::path object = folder / "answer.o", program = folder / "answer";
  std::ofstream(folder / "answer.cpp", std::ios::binary) << text;
  std::vector<std::string> compile =
      compiling(toolchain, toolchain.signatures / entry.name / "signatures.hpp", folder, {});
  append(compile, {"-fmax-errors=0", "-w"});
  const ProcessResult compiled = compiled_by(compile, folder / "answer.d", toolchain.precompiled);
  if (compiled.status != 0) return {.errors = in_short_lines(compiled.err)};
  // What is decided otherwise may be what the compiler left out before. (It costs nothing that is measured.)
  const Bans bans{.functions = bans_of(entry).functions};
  if (!refused_in(object, toolchain, bans, {}).empty()) return {};
  const auto link = linking(toolchain, object, toolchain.graded_adapter(entry), program, {});
  return {.program = run_tool(link).status == 0 ? program : fs::path()};
}

Compiled compile_answer(const Toolchain& toolchain, const Entry& entry, const fs::path& file,
                        const fs::path& folder, const CompileOptions& options) {
  const std::string text = read_text_file(fs::absolute(file));
  if (std::vector<Refusal> refused = refused_place(toolchain, file); !refused.empty())
    return {.forbidden = std::move(refused), .seed = seed_of_text(text)};
  return compile_program(toolchain, entry, text, folder, options);
}

}  // namespace heed::grading
