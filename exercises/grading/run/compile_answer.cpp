#include "exercises/grading/run/compile_answer.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "lib/core/error.hpp"
#include "lib/core/name_hash.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

void append(Words& to, const Words& more) { to.insert(to.end(), more.begin(), more.end()); }

void write_source(const fs::path& source, const std::string& text) {
  errno = 0;
  std::ofstream file(source, std::ios::binary);
  if ((file << text).flush()) return;
  throw_error(
      "{}: what the compiler needs cannot be written there: {}; make room, or name another folder in the "
      "environment variable TMPDIR",
      source.string(), std::generic_category().message(errno));
}

/// Says if it needed more memory, or wrote more, than an answer gets.
bool needs_too_much(const ProcessResult& compiled) {
  const auto says = [&](const char* words) { return compiled.err.find(words) != std::string::npos; };
  return says("out of memory") || says("Killed signal") || says("File size limit exceeded") ||
         compiled.signal == SIGKILL;
}

/// Says if the compiler itself failed, whatever the text. 4 is gcc's status then, 70 clang's.
bool crashed(const ProcessResult& compiled) {
  if (compiled.timed_out || compiled.status == 0 || needs_too_much(compiled)) return false;
  return compiled.signal != 0 || compiled.status == 4 || compiled.status == 70 ||
         compiled.err.find(": internal compiler error: ") != std::string::npos;
}

ProcessResult compiled_by(const Words& command) {
  ProcessResult compiled = run_tool(command);
  if (crashed(compiled)) compiled = run_tool(command);  // its precompiled header may just be written anew
  if (crashed(compiled)) throw_error("the compiler crashed, twice: {}", compiled.err.substr(0, 300));
  return compiled;
}

/// Why the compiler ended, where it said nothing of a line.
std::string without_message(const ProcessResult& compiled) {
  if (compiled.timed_out) return fmt::format("compiling took longer than {:.0f} s", compiled.seconds);
  if (needs_too_much(compiled) || compiled.err.find("memory") != std::string::npos)
    return "compiling needs more memory than an answer gets (3 GB)";
  return "the compiler failed: " + compiled.err.substr(0, 300);
}

std::string symbols_of(const Toolchain& toolchain, const fs::path& object) {
  const ProcessResult listed = run_tool({toolchain.nm, "--demangle", object.string()}, std::size_t{64} << 20);
  if (listed.status != 0) throw_error("nm failed: {}", listed.err.substr(0, 300));
  return listed.out;
}

/// The functions that are defined with a name of `missing`: of "softmax(Tensor const&)" maybe
/// "softmax(Tensor&)" or "(anonymous namespace)::softmax(Tensor const&)".
Words others_of_these_names(const std::string& symbols, const Words& missing) {
  Words found;
  std::istringstream lines(symbols);
  for (std::string line; std::getline(lines, line);) {  // 0000000000000000 T softmax(Tensor&)
    const std::size_t at = line.find_first_of("Tt", line.find_first_of(' '));
    if (at == line.npos || at + 2 >= line.size() || line[at + 1] != ' ') continue;
    const std::string name = plain_names(line.substr(at + 2));
    const bool wanted = std::ranges::any_of(missing, [&](const std::string& one) {
      const std::string start = one.substr(0, one.find('(') + 1);
      return name.starts_with(start) || name.find("::" + start) != std::string::npos;  // in a namespace
    });
    if (wanted && name.find('[') == std::string::npos) found.push_back(name);  // no clones
  }
  return found;
}

/// Compiles, where the text alone does not show that it may not.
Compiled compile_object(const Toolchain& toolchain, const Entry& entry, const std::string& text,
                        const fs::path& folder, const CompileOptions& options) {
  const fs::path source = fs::absolute(folder) / "answer.cpp", object = folder / "answer.o";
  Compiled result{.source = source, .forbidden = refused_words(text), .seed = name_hash(text)};
  if (!result.forbidden.empty()) return result;
  write_source(source, text);
  Words command{toolchain.compiler};
  append(command, toolchain.flags);
  if (options.sanitize) append(command, toolchain.sanitizer);
  const fs::path& header = options.sanitize ? toolchain.precompiled_sanitized : toolchain.precompiled;
  const fs::path signatures =
      options.signatures.empty() ? toolchain.signatures / entry.name / "signatures.hpp" : options.signatures;
  // The linker does not see return types: only beside its declaration is a wrong one an error.
  append(command, {"-include", header.string(), "-include", signatures.string(), "-x", "c++", "-c",
                   source.string(), "-o", object.string()});
  const ProcessResult compiled = compiled_by(command);
  if (compiled.status != 0) require_room(folder);
  result.messages = reduce_compiler_output(compiled.err, source.string(), text);
  if (compiled.status == 0) {
    result.object = object;
    result.messages.errors.clear();
  } else if (result.messages.errors.empty()) {
    result.messages.errors.push_back({0, 0, without_message(compiled), ""});
  }
  return result;
}

/// Notes what the object file uses and may not.
void refuse(Compiled& compiled, const std::string& symbols, const Entry& entry) {
  compiled.forbidden = refused_symbols(symbols, described(entry.reference).forbidden());
  for (Refusal& refusal : compiled.forbidden)
    refusal.name = at_most(std::move(refusal.name), 300);  // of a template it may be as long as a book
  if (!compiled.forbidden.empty()) compiled.object.clear();
}

}  // namespace

std::filesystem::path Toolchain::adapter(const Entry& entry) const {
  const std::string end = "/" + entry.chapter + "/" + entry.name + "/grade.cpp.o";
  for (const std::filesystem::path& path : adapters) {
    if (path.string().ends_with(end)) return path;
  }
  throw_error("the adapter of {} has not been built; build the target `course`", entry.name);
}

Toolchain read_toolchain(const std::filesystem::path& path) {
  const nlohmann::json json = read_json(path);
  const auto list = [&](const char* name) {
    std::vector<std::string> words;  // unused generator expressions leave empty words
    for (const std::string word : json.at(name)) {
      if (!word.empty()) words.push_back(word);
    }
    return words;
  };
  Toolchain toolchain;
  toolchain.compiler = json.at("compiler");
  toolchain.linker = json.at("linker");
  toolchain.objcopy = json.at("objcopy");
  toolchain.nm = json.at("nm");
  toolchain.flags = list("flags");
  toolchain.sanitizer = list("sanitizer");
  toolchain.precompiled = json.at("precompiled").get<std::string>();
  toolchain.precompiled_sanitized = json.at("precompiled_sanitized").get<std::string>();
  toolchain.signatures = json.at("signatures").get<std::string>();
  toolchain.main = list("main");
  toolchain.run = list("run");
  toolchain.link = list("link");
  toolchain.translator = list("translator");
  for (const std::string& adapter : list("adapters")) toolchain.adapters.emplace_back(adapter);
  toolchain.always_sanitized = json.at("always_sanitized");
  return toolchain;
}

std::unique_ptr<Process> start_tool(std::vector<std::string> command, std::size_t keep) {
  return std::make_unique<Process>(ProcessCall{
      .arguments = std::move(command),
      .environment = {"LC_ALL=C", "GCC_COLORS="},
      .limits = ProcessLimits{.seconds = 30, .stalled = 60, .memory = std::uint64_t{3} << 30, .keep = keep}});
}

ProcessResult run_tool(std::vector<std::string> command, std::size_t keep) {
  return start_tool(std::move(command), keep)->wait();
}

void require_room(const fs::path& folder) {
  constexpr std::size_t enough = std::size_t{4} << 20;
  const fs::path trial = folder / "room";
  write_source(trial, std::string(enough, ' '));
  fs::remove(trial);
}

Compiled compile_text(const Toolchain& toolchain, const Entry& entry, const std::string& text,
                      const fs::path& folder, const CompileOptions& options) {
  Compiled result = compile_object(toolchain, entry, text, folder, options);
  if (!result.object.empty()) refuse(result, symbols_of(toolchain, result.object), entry);
  return result;
}

Compiled compile_answer(const Toolchain& toolchain, const Entry& entry, const fs::path& file,
                        const fs::path& folder, const CompileOptions& options) {
  const std::string text = read_text_file(fs::absolute(file));
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return {.forbidden = {{file.filename().string(), "utf16"}}};
  Compiled result = compile_object(toolchain, entry, text, folder, options);
  if (result.object.empty()) return result;
  const fs::path program = folder / "answer";
  Words link{toolchain.compiler};
  if (options.sanitize) append(link, toolchain.sanitizer);
  append(link, toolchain.main);
  append(link, {result.object.string(), toolchain.adapter(entry).string()});
  append(link, toolchain.link);
  append(link, {"-o", program.string()});
  const std::unique_ptr<Process> linker = start_tool(link);  // while the object file is looked through
  const std::string symbols = symbols_of(toolchain, result.object);
  refuse(result, symbols, entry);
  if (result.object.empty()) return result;
  const ProcessResult linked = linker->wait();
  if (linked.status == 0) {
    result.program = program;
    return result;
  }
  require_room(folder);
  result.missing = missing_functions(linked.err);
  if (!result.missing.empty()) result.others = others_of_these_names(symbols, result.missing);
  result.messages.errors = linker_errors(linked.err);
  if (result.missing.empty() && result.messages.errors.empty())
    result.messages.errors.push_back({0, 0, "the linker failed: " + linked.err.substr(0, 300), ""});
  return result;
}

fs::path compile_for_debugger(const Toolchain& toolchain, const Entry& entry, const fs::path& file,
                              const fs::path& folder) {
  const fs::path program = folder / entry.name;
  Words command{toolchain.compiler};
  append(command, toolchain.flags);
  append(command, {"-O0", "-g", fs::absolute(file).string(), toolchain.adapter(entry).string()});
  append(command, toolchain.run);
  append(command, toolchain.link);
  append(command, {"-o", program.string()});
  const ProcessResult compiled = run_tool(command);
  if (compiled.status != 0) throw_error("{}", compiled.err.substr(0, 1000));
  return program;
}

}  // namespace heed::grading
