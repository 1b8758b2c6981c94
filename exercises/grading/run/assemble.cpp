#include "exercises/grading/run/assemble.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "exercises/grading/run/compile_answer.hpp"
#include "exercises/grading/source/cpp_text.hpp"
#include "exercises/grading/text_file.hpp"
#include "lib/core/name_hash.hpp"
#include "lib/files/folders.hpp"
#include "lib/process/side_by_side.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

bool calls_not_written(const std::string& text) {
  const std::vector<Lexeme> code = lexemes_of(text);
  const auto call = [](const Lexeme& name, const Lexeme& next) {
    return name.text == "not_written" && next.text == "(";
  };
  return std::ranges::adjacent_find(code, call) != code.end();
}

/// The exercise's declarations, and behind them a pointer to each of its functions: defined before anything
/// of the answer is read, so that its overloads do not matter.
std::string with_ports(const Entry& entry, const std::string& signatures) {
  std::string text = signatures + "extern \"C\" {\n";
  for (const std::string& declaration : function_declarations(signatures))
    text += fmt::format("decltype(&{1}) heed_part_{0}_{1} = &{1};\n", entry.name, names_in(declaration).name);
  return text + "}\n";
}

/// Compiles one answer, as it is graded, into `object`, whose only global names are the pointers: answers may
/// define the same names.
AssembledPart compile_part(const Toolchain& toolchain, const Entry& entry, const std::string& text,
                           const fs::path& object) {
  const TemporaryFolder folder;
  const fs::path signatures = folder.path() / "signatures.hpp", joined = folder.path() / "joined.o";
  std::ofstream(signatures, std::ios::binary)
      << with_ports(entry, read_text_file(toolchain.signatures / entry.name / "signatures.hpp"));
  const Compiled compiled = compile_text(toolchain, entry, text, folder.path(), {.signatures = signatures});
  if (!compiled.forbidden.empty()) {
    const Refusal& why = compiled.forbidden.front();
    return {.exercise = entry.name, .state = "refused", .message = why.name, .reason = why.reason};
  }
  if (compiled.object.empty()) {
    const CompilerMessage& first = compiled.messages.errors.front();
    return {entry.name, "broken", first.message, first.line};
  }
  const fs::path unfinished = object.string() + ".unfinished";
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{toolchain.linker, "-r", "--force-group-allocation", compiled.object.string(),
                                 "-o", joined.string()},
        {toolchain.objcopy, "--wildcard", "--keep-global-symbol=heed_part_*", joined.string(),
         unfinished.string()}}) {
    const ProcessResult finished = run_tool(command);
    if (finished.status != 0) {
      require_room(folder.path());
      return {entry.name, "broken", command.front() + ": " + finished.err.substr(0, 300)};
    }
  }
  fs::rename(unfinished, object);  // whole or not at all
  return {entry.name, "used"};
}

}  // namespace

Assembled assemble_translator(const Toolchain& toolchain, const std::vector<std::string>& exercises,
                              const fs::path& answers, const fs::path& folder) {
  fs::create_directories(folder);
  Assembled result;
  std::vector<fs::path> objects(exercises.size());
  std::vector<std::string> texts(exercises.size());
  result.parts.resize(exercises.size());
  const auto built = fs::last_write_time(toolchain.translator.back()).time_since_epoch().count();
  const std::string flags = fmt::format("{} {}", fmt::join(toolchain.flags, " "), built);
  const auto part_of = [&](std::size_t i) -> AssembledPart {
    const Entry& entry = find_entry(exercises[i]);
    const fs::path source = fs::absolute(answers / entry.chapter / (entry.name + ".cpp"));
    const std::string& text = texts[i] = read_if_there(source).value_or("");
    if (text.empty() || calls_not_written(text)) return {entry.name, "missing"};
    objects[i] = folder / fmt::format("{}.{:016x}.o", entry.name, name_hash(flags + text));
    if (fs::exists(objects[i])) return {entry.name, "used"};
    return compile_part(toolchain, entry, text, objects[i]);
  };
  side_by_side(exercises.size(), std::max(1U, std::thread::hardware_concurrency()),
               [&](std::size_t i) { result.parts[i] = part_of(i); });
  result.seed = name_hash(fmt::format("{}", fmt::join(texts, "\n")));

  // object files of older answers
  for (const fs::directory_entry& file : fs::directory_iterator(folder))
    if (file.path().extension() == ".o" && std::ranges::count(objects, file.path()) == 0)
      fs::remove(file.path());
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
    require_room(folder);
    result.message = "the linker failed: " + linked.err.substr(0, 600);
  }
  return result;
}

}  // namespace heed::grading
