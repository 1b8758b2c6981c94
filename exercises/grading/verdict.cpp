#include "exercises/grading/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 11> status_names{
    "passed", "failed",      "not_written",    "threw",         "crashed", "timeout",
    "memory", "wrong_shape", "missing_output", "changed_input", "not_run"};

PartStatus status_from(const std::string& name) {
  const auto found = std::find(status_names.begin(), status_names.end(), name);
  if (found == status_names.end())
    throw_error<FormatError>("the verdict has a part with the unknown status '{}'", name);
  return static_cast<PartStatus>(found - status_names.begin());
}

/// JSON has no NaN and no infinity.
Json number_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

double number_from(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

Json numbers_json(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number_json(value));
  return list;
}

std::vector<double> numbers_from(const Json& list) {
  std::vector<double> values;
  for (const Json& value : list) values.push_back(number_from(value));
  return values;
}

/// 6 rather than 6.0.
Json points_json(double points) {
  return points == std::trunc(points) ? Json(static_cast<std::int64_t>(points)) : Json(points);
}

// Members that are not there keep their defaults.
template <typename T>
void read(const Json& json, const char* name, T& value) {
  if (json.contains(name)) json[name].get_to(value);
}
template <typename T>
void read(const Json& json, const char* name, std::optional<T>& value) {
  if (json.contains(name)) value = json[name].get<T>();
}
template <typename T>
void write(Json& json, const char* name, const std::optional<T>& value) {
  if (value) json[name] = *value;
}

}  // namespace

// What the JSON library calls for each type.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Mistake, id, code)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(CompilerMessage, line, column, message, source)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Refusal, name, reason)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(DemoLine, en, ko)

static void to_json(Json& json, const NamedValues& tensor) {
  json = {{"name", tensor.name}, {"shape", tensor.shape}, {"values", numbers_json(tensor.values)}};
}
static void from_json(const Json& json, NamedValues& tensor) {
  read(json, "name", tensor.name);
  read(json, "shape", tensor.shape);
  if (json.contains("values")) tensor.values = numbers_from(json["values"]);
}

static void to_json(Json& json, const Observation& seen) {
  json = {{"kind", seen.kind}, {"names", seen.names}, {"numbers", numbers_json(seen.numbers)}};
  if (!seen.output.empty()) json["output"] = seen.output;
  if (!seen.in_case.empty()) json["in_case"] = seen.in_case;
}
static void from_json(const Json& json, Observation& seen) {
  read(json, "kind", seen.kind);
  read(json, "names", seen.names);
  if (json.contains("output")) read(json, "output", seen.output);
  if (json.contains("in_case")) read(json, "in_case", seen.in_case);
  if (json.contains("numbers")) seen.numbers = numbers_from(json["numbers"]);
}

static void to_json(Json& json, const FailedCase& failure) {
  json = {{"case", failure.label},    {"inputs", failure.inputs}, {"shown", failure.shown},
          {"output", failure.output}, {"wrong", failure.wrong},   {"message", failure.message},
          {"signal", failure.signal}, {"reason", failure.reason}};
  write(json, "expected", failure.expected);
  write(json, "got", failure.got);
  if (failure.at_most) json["at_most"] = number_json(*failure.at_most);
}
static void from_json(const Json& json, FailedCase& failure) {
  read(json, "case", failure.label);
  read(json, "inputs", failure.inputs);
  read(json, "shown", failure.shown);
  read(json, "output", failure.output);
  read(json, "wrong", failure.wrong);
  read(json, "message", failure.message);
  read(json, "signal", failure.signal);
  read(json, "reason", failure.reason);
  read(json, "expected", failure.expected);
  read(json, "got", failure.got);
  if (json.contains("at_most")) failure.at_most = number_from(json["at_most"]);
}

static void to_json(Json& json, const PartVerdict& part) {
  json = {{"name", part.name},
          {"points", points_json(part.points)},
          {"max_points", points_json(part.max_points)},
          {"status", to_string(part.status)},
          {"checks", part.checks},
          {"failed_checks", part.failed_checks}};
  write(json, "mistake", part.mistake);
  write(json, "second_mistake", part.second_mistake);
  if (!part.by_question.empty()) json["by_question"] = part.by_question;
  write(json, "observation", part.observation);
  write(json, "failure", part.failure);
  if (part.measured) json["measured"] = number_json(*part.measured);
  if (!part.guilty.empty()) json["guilty"] = part.guilty;
}
static void from_json(const Json& json, PartVerdict& part) {
  json.at("name").get_to(part.name);
  json.at("points").get_to(part.points);
  json.at("max_points").get_to(part.max_points);
  part.status = status_from(json.at("status"));
  read(json, "checks", part.checks);
  read(json, "failed_checks", part.failed_checks);
  read(json, "mistake", part.mistake);
  read(json, "second_mistake", part.second_mistake);
  read(json, "by_question", part.by_question);
  read(json, "observation", part.observation);
  read(json, "failure", part.failure);
  if (json.contains("measured")) part.measured = number_from(json["measured"]);
  read(json, "guilty", part.guilty);
}

nlohmann::json to_json(const Verdict& verdict) {
  return {{"exercise", verdict.exercise},
          {"chapter", verdict.chapter},
          {"points", points_json(verdict.points())},
          {"max_points", points_json(verdict.max_points())},
          {"passed", verdict.passed()},
          {"seed", verdict.seed},
          {"compile",
           {{"ok", verdict.compiled},
            {"errors", verdict.errors},
            {"warnings", verdict.warnings},
            {"missing", verdict.missing},
            {"forbidden", verdict.forbidden}}},
          {"parts", verdict.parts},
          {"printed", verdict.printed},
          {"demo", verdict.demo},
          {"seconds", {{"compile", verdict.compile_seconds}, {"run", verdict.run_seconds}}}};
}

Verdict verdict_from_json(const Json& json) {
  try {
    Verdict verdict{.exercise = json.at("exercise"), .parts = json.at("parts")};
    read(json, "chapter", verdict.chapter);
    read(json, "seed", verdict.seed);
    const Json compile = json.value("compile", Json::object()),
               seconds = json.value("seconds", Json::object());
    read(compile, "ok", verdict.compiled);
    read(compile, "errors", verdict.errors);
    read(compile, "warnings", verdict.warnings);
    read(compile, "missing", verdict.missing);
    read(compile, "forbidden", verdict.forbidden);
    read(json, "printed", verdict.printed);
    read(json, "demo", verdict.demo);
    read(seconds, "compile", verdict.compile_seconds);
    read(seconds, "run", verdict.run_seconds);
    return verdict;
  } catch (const Json::exception& problem) {
    throw_error<FormatError>("what the grader printed is not a verdict ({}); build it again", problem.what());
  }
}

std::string_view to_string(PartStatus status) { return status_names.at(static_cast<std::size_t>(status)); }

double Verdict::points() const {
  double sum = 0;
  for (const PartVerdict& part : parts) sum += part.points;
  return sum;
}

double Verdict::max_points() const {
  double sum = 0;
  for (const PartVerdict& part : parts) sum += part.max_points;
  return sum;
}

bool Verdict::passed() const {
  return compiled && !parts.empty() && std::all_of(parts.begin(), parts.end(), [](const PartVerdict& part) {
           return part.status == PartStatus::passed;
         });
}

bool Verdict::untouched() const {
  return compiled && !parts.empty() && std::all_of(parts.begin(), parts.end(), [](const PartVerdict& part) {
           return part.status == PartStatus::not_written;
         });
}

}  // namespace heed
