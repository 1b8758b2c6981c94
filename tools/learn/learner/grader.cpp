#include "tools/learn/learner/grader.hpp"

#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed {
namespace {

/// The last lines of what a program said on standard error.
std::string said(const ProcessResult& result) {
  std::string text = result.err;
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
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
  const nlohmann::json json = nlohmann::json::parse(result.out, nullptr, false);
  if (!json.is_object()) throw_error("the grader gave no verdict: {}", said(result));
  return verdict_from_json(json);
}

std::string Grader::text(const std::vector<std::string>& arguments) const {
  ProcessResult result = Process(grader_call(program_, arguments)).wait();
  if (result.status != 0) throw_error("course_grader {}: {}", fmt::join(arguments, " "), said(result));
  return std::move(result.out);
}

std::string Grader::file(const std::string& kind, const std::string& exercise, Language language) const {
  if (language == Language::korean) return text({kind, exercise, "--korean"});
  return text({kind, exercise});
}

std::vector<ListedExercise> Grader::list() const {
  const nlohmann::json json = nlohmann::json::parse(text({"--list"}), nullptr, false);
  std::vector<ListedExercise> all;
  try {
    for (const nlohmann::json& entry : json) {
      ListedExercise exercise{.exercise = entry.at("exercise").get<std::string>()};
      for (const nlohmann::json& part : entry.at("parts"))
        exercise.parts.push_back({part.at("name").get<std::string>(), part.at("max_points").get<double>()});
      all.push_back(std::move(exercise));
    }
  } catch (const nlohmann::json::exception& problem) {
    throw_error<FormatError>("course_grader --list: not a list of exercises ({}); build it again",
                             problem.what());
  }
  return all;
}

}  // namespace heed
