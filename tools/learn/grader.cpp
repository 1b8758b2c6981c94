#include "tools/learn/grader.hpp"

#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/text/trimmed.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

/// The last lines of what a program said on standard error.
std::string said_at_last(const ProcessResult& result) {
  std::string text(trimmed(result.err));
  if (text.size() > 600) text = "…" + text.substr(text.size() - 600);
  return text.empty() ? fmt::format("it ended with status {}", result.status) : text;
}

ProcessCall grader_call(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
  ProcessCall call{.arguments = {program.string()},
                   .advice = "run `./heed learn`, which builds what is missing"};
  call.arguments.insert(call.arguments.end(), arguments.begin(), arguments.end());
  return call;
}

}  // namespace

std::unique_ptr<Process> Grader::start(const std::string& exercise, const std::filesystem::path& file,
                                       const GradeOptions& options) const {
  ProcessCall call = grader_call(program_, {exercise, file.string()});
  if (!options.demo) call.arguments.emplace_back("--no-demo");
  if (options.sanitize) call.arguments.emplace_back("--sanitize");
  call.arguments.insert(call.arguments.begin(), options.inside.begin(), options.inside.end());
  return std::make_unique<Process>(call);
}

Verdict Grader::verdict_of(const ProcessResult& result) {
  try {
    const nlohmann::json json = nlohmann::json::parse(result.out, nullptr, false);
    if (!json.is_object()) throw_error("the grader gave no verdict: {}", said_at_last(result));
    return verdict_from_json(json);
  } catch (const Error& problem) {
    return {.trouble = localized(problem)};
  }
}

std::string Grader::text(const std::vector<std::string>& arguments) const {
  ProcessResult result = run_process(grader_call(program_, arguments));
  if (result.status != 0)
    throw_error("course_grader {}: {}", fmt::join(arguments, " "), said_at_last(result));
  return std::move(result.out);
}

std::string Grader::file(const std::string& kind, const std::string& exercise) const {
  if (spoken_language() == Language::korean) return text({kind, exercise, "--korean"});
  return text({kind, exercise});
}

Grader::Program Grader::program(const std::string& exercise, const std::filesystem::path& file,
                                const std::filesystem::path& folder) const {
  const nlohmann::json made =
      parse_json(text({"--debug", exercise, file.string(), folder.string()}), "course_grader --debug");
  return {made.at("program").get<std::string>(), made.at("seed"), made.at("functions")};
}

std::map<std::string, Verdict> Grader::untouched() const {
  std::map<std::string, Verdict> all;
  try {
    for (const nlohmann::json& entry : parse_json(text({"--list"}), "course_grader --list")) {
      Verdict& verdict = all[entry.at("exercise")];
      verdict.exercise = entry.at("exercise");
      for (const nlohmann::json& part : entry.at("parts"))
        verdict.parts.push_back({.name = part.at("name"),
                                 .max_points = part.at("max_points"),
                                 .status = PartStatus::not_written});
    }
  } catch (const nlohmann::json::exception& problem) {
    throw_error<FormatError>("course_grader --list: not a list of exercises ({}); build it again",
                             problem.what());
  }
  return all;
}

}  // namespace heed
