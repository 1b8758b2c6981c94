#include "exercises/grading/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
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

/// As JSON has them, which knows no NaN and no infinity; 6 rather than 6.0.
Json json_of(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  const bool whole =
      value == std::trunc(value) && std::abs(value) < 1e15 && (value != 0 || !std::signbit(value));
  return whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
}
Json json_of(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(json_of(value));
  return list;
}
Json json_of(PartStatus status) { return to_string(status); }
Json json_of(const auto& value) { return value; }

void read(const Json& json, double& value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  value = json.is_number() ? json.get<double>()
          : json == "inf"  ? infinity
          : json == "-inf" ? -infinity
                           : std::numeric_limits<double>::quiet_NaN();
}
void read(const Json& json, std::vector<double>& values) {
  for (const Json& value : json) read(value, values.emplace_back());
}
void read(const Json& json, PartStatus& status) {
  const auto found = std::ranges::find(status_names, json.get<std::string>());
  if (found == status_names.end())
    throw_error<FormatError>("the verdict has a part with the unknown status '{}'", json.get<std::string>());
  status = static_cast<PartStatus>(found - status_names.begin());
}
void read(const Json& json, auto& value) { json.get_to(value); }

struct Writer {
  Json& json;
  Writer operator[](const char* name) { return {json[name]}; }
  template <typename T>
  Writer& operator()(const char* name, const T& value) {
    json[name] = json_of(value);
    return *this;
  }
  template <typename T>
  Writer& operator()(const char* name, const std::optional<T>& value) {
    return value ? (*this)(name, *value) : *this;
  }
};

/// Members that are not there keep their defaults.
struct Reader {
  const Json& json;
  Reader operator[](const char* name) {
    static const Json none = Json::object();
    return {json.contains(name) ? json[name] : none};
  }
  template <typename T>
  Reader& operator()(const char* name, T& value) {
    if (json.contains(name)) read(json[name], value);
    return *this;
  }
  template <typename T>
  Reader& operator()(const char* name, std::optional<T>& value) {
    return json.contains(name) ? (*this)(name, value.emplace()) : *this;
  }
};

template <typename T, typename Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;

// The members of each type, for writing and reading alike.
void members(auto json, Is<Mistake> auto& mistake) { json("id", mistake.id)("code", mistake.code); }
void members(auto json, Is<CompilerMessage> auto& said) {
  json("line", said.line)("column", said.column)("message", said.message)("source", said.source);
}
void members(auto json, Is<Refusal> auto& refusal) { json("name", refusal.name)("reason", refusal.reason); }
void members(auto json, Is<DemoLine> auto& line) { json("en", line.en)("ko", line.ko); }
void members(auto json, Is<NamedValues> auto& tensor) {
  json("name", tensor.name)("shape", tensor.shape)("values", tensor.values);
}
void members(auto json, Is<Observation> auto& seen) {
  json("kind", seen.kind)("names", seen.names)("numbers", seen.numbers);
  json("output", seen.output);
}
void members(auto json, Is<FailedCase> auto& failure) {
  json("case", failure.label)("inputs", failure.inputs)("shown", failure.shown)("output", failure.output);
  json("expected", failure.expected)("got", failure.got)("wrong", failure.wrong)("at_most", failure.at_most);
  json("message", failure.message)("signal", failure.signal)("reason", failure.reason);
}
void members(auto json, Is<PartVerdict> auto& part) {
  json("name", part.name)("points", part.points)("max_points", part.max_points)("status", part.status);
  json("checks", part.checks)("failed_checks", part.failed_checks)("failure", part.failure);
  json("mistake", part.mistake)("by_question", part.by_question);
  json("observation", part.observation)("measured", part.measured)("guilty", part.guilty);
}
void members(auto json, Is<Verdict> auto& verdict) {
  json("exercise", verdict.exercise)("parts", verdict.parts);
  json["compile"]("ok", verdict.compiled)("errors", verdict.errors)("warnings", verdict.warnings)(
      "missing", verdict.missing)("others", verdict.others)("forbidden", verdict.forbidden);
  json("printed", verdict.printed)("demo", verdict.demo);
}

}  // namespace

// The JSON library calls this for each type.
template <typename T>
requires requires(const T& value, Writer json) { members(json, value); }
static void to_json(Json& json, const T& value) { members(Writer{json}, value); }
template <typename T>
requires requires(T& value, Reader json) { members(json, value); }
static void from_json(const Json& json, T& value) { members(Reader{json}, value); }

nlohmann::json to_json(const Verdict& verdict) {
  Json json{{"points", json_of(verdict.points())},
            {"max_points", json_of(verdict.max_points())},
            {"passed", verdict.passed()}};
  to_json(json, verdict);
  return json;
}

Verdict verdict_from_json(const Json& json) {
  try {
    json.at("exercise");
    for (const Json& part : json.at("parts"))
      for (const char* name : {"name", "points", "max_points", "status"}) part.at(name);
    return json.get<Verdict>();
  } catch (const Json::exception& problem) {
    throw_error<FormatError>("what the grader printed is not a verdict ({}); build it again", problem.what());
  }
}

std::string_view to_string(PartStatus status) { return status_names.at(static_cast<std::size_t>(status)); }

static double sum(const Verdict& verdict, double PartVerdict::*points) {
  double all = 0;
  for (const PartVerdict& part : verdict.parts) all += part.*points;
  return all;
}
double Verdict::points() const { return sum(*this, &PartVerdict::points); }
double Verdict::max_points() const { return sum(*this, &PartVerdict::max_points); }

static bool all_are(PartStatus status, const Verdict& verdict) {
  return verdict.compiled && !verdict.parts.empty() &&
         std::ranges::all_of(verdict.parts, [&](const PartVerdict& part) { return part.status == status; });
}
bool Verdict::passed() const { return trouble.empty() && all_are(PartStatus::passed, *this); }
bool Verdict::untouched() const { return all_are(PartStatus::not_written, *this); }

}  // namespace heed
