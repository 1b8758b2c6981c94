#include "exercises/grading/compile/compile_answer.hpp"

#include <algorithm>

#include "exercises/grading/compile/disk_room.hpp"
#include "exercises/grading/compile/refused_object.hpp"
#include "exercises/grading/process/seed_of_text.hpp"
#include "exercises/grading/source/short_lines.hpp"
#include "exercises/grading/text_file.hpp"
#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/text/foreign_text.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

/// Why the compiler ended, where it said nothing of a line.
std::string without_message(const ProcessResult& compiled) {
  if (compiled.timed_out) return fmt::format("compiling took longer than {:.0f} s", compiled.seconds);
  if (needs_too_much(compiled) || compiled.err.find("memory") != std::string::npos)
    return "compiling needs more memory than an answer gets (3 GB)";
  return "the compiler failed: " + compiled.err.substr(0, 300);
}

}  // namespace

bool is_too_large(const fs::path& file) {
  constexpr std::uintmax_t most = 1 << 20;
  std::error_code none;
  const std::uintmax_t size = fs::file_size(file, none);
  return !none && size > most;
}

std::vector<Refusal> refused_place(const Toolchain& toolchain, const fs::path& file) {
  if (!lies_in(toolchain.course, file)) return {};
  const fs::path project = fs::weakly_canonical(toolchain.course).parent_path();
  return {{fs::weakly_canonical(file).lexically_relative(project).string(), "stored"}};
}

Compiled compile_text(const Toolchain& toolchain, const Entry& entry, const std::string& text,
                      const fs::path& folder, const CompileOptions& options) {
  const fs::path source = fs::absolute(folder) / "answer.cpp", object = folder / "answer.o",
                 rule = folder / "answer.d";
  write_source(source, text);
  const fs::path& header = precompiled_of(toolchain, options);
  const fs::path signatures =
      options.signatures.empty() ? toolchain.signatures / entry.name / "signatures.hpp" : options.signatures;

  Compiled result{.source = source, .escaping = escaping_capture(text), .seed = seed_of_text(text)};
  const std::vector<std::string> compile = compiling(toolchain, signatures, folder, options);
  const ProcessResult compiled = compiled_by(compile, rule);
  if (compiled.status != 0) require_room(folder);
  result.seconds = compiled.seconds;
  result.messages = reduce_compiler_output(compiled.err, source.string(), text);
  const bool compiles = compiled.status == 0;
  if (compiles && options.compiled) options.compiled(object);
  // what the compiler says of a file shows what stands in it
  result.forbidden =
      refused_files(read_if_there(rule).value_or(""), source, signatures, header, toolchain.course);
  if (result.forbidden.empty() && compiles) result.forbidden = refused_in(object, toolchain, entry);
  if (result.forbidden.empty()) result.forbidden = refused_words(text);
  for (Refusal& refusal : result.forbidden)
    refusal.name = at_most(std::move(refusal.name), 300);  // of a template it may be as long as a book
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
  const fs::path adapter = toolchain.adapter(entry), program = folder / "answer";
  std::unique_ptr<Process> linker;  // while the object file is looked through
  CompileOptions linked_meanwhile = options;
  linked_meanwhile.compiled = [&](const fs::path& object) {
    linker = start_tool(linking(toolchain, object, adapter, program, options));
  };
  Compiled result = compile_text(toolchain, entry, text, folder, linked_meanwhile);
  if (result.object.empty()) return result;

  const ProcessResult linked = linker->wait();
  if (linked.status != 0) require_room(folder);
  result.seconds += linked.seconds;
  if (linked.status == 0) {
    result.program = program;
    return result;
  }
  result.missing = missing_functions(linked.err);
  if (!result.missing.empty())
    result.others = others_of_these_names(result.object, toolchain, result.missing);
  result.messages.errors = linker_errors(linked.err);
  if (result.missing.empty() && result.messages.errors.empty())
    result.messages.errors.push_back({0, 0, "the linker failed: " + linked.err.substr(0, 300), ""});
  return result;
}

Compiled compile_answer(const Toolchain& toolchain, const Entry& entry, const fs::path& file,
                        const fs::path& folder, const CompileOptions& options) {
  const auto not_read = [&](const char* reason) {
    return Compiled{.forbidden = {{file.filename().string(), reason}}};
  };
  if (is_too_large(file)) return not_read("too_large");
  const std::string text = read_text_file(fs::absolute(file));
  if (begins_as_utf16(text)) return not_read("utf16");
  if (std::vector<Refusal> refused = refused_place(toolchain, file); !refused.empty())
    return {.forbidden = std::move(refused), .seed = seed_of_text(text)};
  return compile_program(toolchain, entry, text, folder, options);
}

}  // namespace heed::grading
