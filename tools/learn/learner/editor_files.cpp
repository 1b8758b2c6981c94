#include "tools/learn/learner/editor_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "exercises/grading/text_file.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/json.hpp"
#include "lib/text/display.hpp"

namespace heed {

void write_compile_commands(const Course& course, const std::filesystem::path& answers,
                            const std::filesystem::path& toolchain, const std::filesystem::path& root) {
  try {
    if (!std::filesystem::exists(toolchain)) return;
    const nlohmann::json json = read_json(toolchain.string());
    nlohmann::json common = nlohmann::json::array({json.at("compiler")});
    for (const std::string flag : json.at("flags")) {
      // what only GCC knows, and what only the grader needs, stays away
      for (const char* start : {"-std=", "-D", "-I", "-Wall"}) {
        if (flag.starts_with(start)) common.push_back(flag);
      }
    }
    nlohmann::json list = nlohmann::json::array();
    const std::string folder = std::filesystem::absolute(answers).string();
    for (const CourseExercise& exercise : course.exercises()) {
      if (exercise.is_quiz()) continue;
      const std::string file = (std::filesystem::absolute(answers) / exercise.answer()).string();
      nlohmann::json arguments = common;
      arguments.push_back("-I" + root.string());
      arguments.push_back("-c");
      arguments.push_back(file);
      list.push_back({{"directory", folder}, {"file", file}, {"arguments", arguments}});
    }
    const std::filesystem::path path = answers / "compile_commands.json";
    const std::string text = list.dump(1) + "\n";
    make_folders(answers);
    if (read_if_there(path) != text) atomic_write(path, text);
  } catch (const std::exception&) {
    return;
  }
}

std::vector<EditorFile> write_vscode(const std::filesystem::path& answers, const std::string& program) {
  const std::filesystem::path here = std::filesystem::absolute(answers), folder = here / ".vscode";
  const nlohmann::json matcher = {{"owner", "heed"},
                                  {"source", "heed"},
                                  {"fileLocation", "absolute"},
                                  {"pattern",
                                   {{"regexp", R"(^(/.*):(\d+):(\d+): (error|warning): (.*)$)"},
                                    {"file", 1},
                                    {"line", 2},
                                    {"column", 3},
                                    {"severity", 4},
                                    {"message", 5}}}};
  const nlohmann::json check = {
      {"label", "heed: check this file"},
      {"type", "process"},
      {"command", program},
      {"args", {"learn", "check", "${fileBasenameNoExtension}", "--problems", "--answers", here.string()}},
      {"group", {{"kind", "build"}, {"isDefault", true}}},
      {"presentation", {{"clear", true}}},
      {"problemMatcher", matcher}};
  const std::vector<std::pair<const char*, nlohmann::json>> files{
      {"tasks.json", {{"version", "2.0.0"}, {"tasks", nlohmann::json::array({check})}}},
      {"settings.json",
       {{"clangd.arguments", nlohmann::json::array({"--compile-commands-dir=" + here.string()})},
        {"files.exclude", {{".check", true}, {".stubs", true}}}}},
      {"extensions.json",
       nlohmann::json::object(
           {{"recommendations", nlohmann::json::array({"llvm-vs-code-extensions.vscode-clangd"})}})}};
  make_folders(folder);
  std::vector<EditorFile> all;
  for (const auto& [name, content] : files) {
    const EditorFile file{.path = folder / name, .written = !std::filesystem::exists(folder / name)};
    if (file.written) atomic_write(file.path, content.dump(2) + "\n");
    all.push_back(file);
  }
  return all;
}

std::string problem_lines(const Verdict& verdict, const std::filesystem::path& file) {
  std::string text;
  const auto add = [&](const std::vector<CompilerMessage>& messages, const char* kind) {
    for (const CompilerMessage& message : messages) {
      if (message.line > 0)
        text += fmt::format("{}:{}:{}: {}: {}\n", file.string(), message.line, std::max(1, message.column),
                            kind, printable(message.message));
    }
  };
  add(verdict.errors, "error");
  add(verdict.warnings, "warning");
  return text;
}

std::string watch_command(const Learner& learner, const std::string& program) {
  const CourseExercise& exercise = learner.current();
  learner.prepare(exercise);
  return fmt::format("echo '{}' | entr -c '{}' learn check {} --answers '{}'",
                     std::filesystem::absolute(learner.answers().path(exercise)).string(), program,
                     exercise.name, std::filesystem::absolute(learner.answers().folder()).string());
}

}  // namespace heed
