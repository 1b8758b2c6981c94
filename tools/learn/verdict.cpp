#include "tools/learn/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::pair<PartStatus, std::string_view>, 11> statuses{
    {{PartStatus::passed, "passed"},
     {PartStatus::failed, "failed"},
     {PartStatus::not_written, "not_written"},
     {PartStatus::threw, "threw"},
     {PartStatus::crashed, "crashed"},
     {PartStatus::timeout, "timeout"},
     {PartStatus::memory, "memory"},
     {PartStatus::wrong_shape, "wrong_shape"},
     {PartStatus::missing_output, "missing_output"},
     {PartStatus::changed_input, "changed_input"},
     {PartStatus::not_run, "not_run"}}};

PartStatus status_from(const std::string& name) {
  for (const auto& [status, text] : statuses) {
    if (text == name) return status;
  }
  throw_error<FormatError>("the verdict has a part with the unknown status '{}'", name);
}

/// JSON has no NaN and no infinity: the grader writes them as texts.
double number_from(const Json& value) {
  if (value.is_number()) return value.get<double>();
  const std::string text = value.is_string() ? value.get<std::string>() : "";
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

Json json_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

NamedValues values_from(const Json& json) {
  NamedValues result{.name = json.value("name", ""), .shape = json.value("shape", std::vector<int>{})};
  for (const Json& value : json.value("values", Json::array())) result.values.push_back(number_from(value));
  if (json.contains("value")) result.values = {number_from(json["value"])};
  return result;
}

Json json_of(const NamedValues& tensor) {
  Json values = Json::array();
  for (const double value : tensor.values) values.push_back(json_number(value));
  Json result{{"shape", tensor.shape}, {"values", values}};
  if (!tensor.name.empty()) result["name"] = tensor.name;
  return result;
}

/// A member that is there and not null.
bool has(const Json& json, const char* key) { return json.contains(key) && !json[key].is_null(); }

std::string text_of(const Json& json, const char* key) {
  return has(json, key) ? json[key].get<std::string>() : "";
}

FailedCase failure_from(const Json& json) {
  FailedCase result{.label = text_of(json, "case"),
                    .output = text_of(json, "output"),
                    .wrong = json.value("wrong", std::vector<std::size_t>{}),
                    .message = text_of(json, "message"),
                    .signal = text_of(json, "signal"),
                    .reason = text_of(json, "reason")};
  for (const Json& input : json.value("inputs", Json::array())) result.inputs.push_back(values_from(input));
  for (const Json& shown : json.value("shown", Json::array())) result.shown.push_back(values_from(shown));
  if (has(json, "expected")) result.expected = values_from(json["expected"]);
  if (has(json, "got")) result.got = values_from(json["got"]);
  if (has(json, "at_most")) result.at_most = number_from(json["at_most"]);
  return result;
}

PartVerdict part_from(const Json& json) {
  PartVerdict part{.name = json.at("name").get<std::string>(),
                   .points = json.at("points").get<double>(),
                   .max_points = json.at("max_points").get<double>(),
                   .status = status_from(json.at("status").get<std::string>()),
                   .checks = json.value("checks", 0),
                   .failed_checks = json.value("failed_checks", 0)};
  if (has(json, "mistake")) {
    part.mistake = text_of(json["mistake"], "id");
    part.mistake_code = text_of(json["mistake"], "code");
  }
  if (has(json, "second_mistake")) part.second_mistake = text_of(json["second_mistake"], "id");
  if (has(json, "observation")) {
    const Json& seen = json["observation"];
    part.observation = {.kind = text_of(seen, "kind"),
                        .names = seen.value("names", std::vector<std::string>{})};
    for (const Json& number : seen.value("numbers", Json::array()))
      part.observation.numbers.push_back(number_from(number));
  }
  if (has(json, "failure")) part.failure = failure_from(json["failure"]);
  return part;
}

std::vector<CompilerError> messages_from(const Json& list) {
  std::vector<CompilerError> messages;
  for (const Json& message : list) {
    messages.push_back({.line = message.value("line", 0),
                        .column = message.value("column", 0),
                        .message = text_of(message, "message"),
                        .source = text_of(message, "source")});
  }
  return messages;
}

Json json_of(const std::vector<CompilerError>& messages) {
  Json list = Json::array();
  for (const CompilerError& message : messages)
    list.push_back({{"line", message.line},
                    {"column", message.column},
                    {"message", message.message},
                    {"source", message.source}});
  return list;
}

void read_compile(const Json& json, Verdict& verdict) {
  verdict.compiled = json.value("ok", true);
  verdict.errors = messages_from(json.value("errors", Json::array()));
  verdict.warnings = messages_from(json.value("warnings", Json::array()));
  verdict.missing = json.value("missing", std::vector<std::string>{});
  for (const Json& refused : json.value("forbidden", Json::array()))
    verdict.forbidden.push_back({.name = text_of(refused, "name"), .reason = text_of(refused, "reason")});
}

}  // namespace

bool Verdict::untouched() const {
  return compiled && !parts.empty() && std::all_of(parts.begin(), parts.end(), [](const PartVerdict& part) {
           return part.status == PartStatus::not_written;
         });
}

std::string_view to_string(PartStatus status) {
  return std::find_if(statuses.begin(), statuses.end(),
                      [=](const auto& entry) { return entry.first == status; })
      ->second;
}

Verdict verdict_from_json(const Json& json) {
  try {
    Verdict verdict{.exercise = json.at("exercise").get<std::string>(),
                    .chapter = json.value("chapter", ""),
                    .points = json.at("points").get<double>(),
                    .max_points = json.at("max_points").get<double>(),
                    .passed = json.at("passed").get<bool>(),
                    .printed = text_of(json, "printed")};
    if (has(json, "compile")) read_compile(json["compile"], verdict);
    for (const Json& part : json.at("parts")) verdict.parts.push_back(part_from(part));
    for (const Json& line : json.value("demo", Json::array()))
      verdict.demo.push_back({.english = text_of(line, "en"), .korean = text_of(line, "ko")});
    if (has(json, "seconds"))
      verdict.seconds = json["seconds"].value("compile", 0.0) + json["seconds"].value("run", 0.0);
    return verdict;
  } catch (const Json::exception& problem) {
    throw_error<FormatError>("what the grader printed is not a verdict ({}); build it again", problem.what());
  }
}

Json to_json(const Verdict& verdict) {
  Json parts = Json::array();
  for (const PartVerdict& part : verdict.parts) {
    Json entry{{"name", part.name},
               {"points", part.points},
               {"max_points", part.max_points},
               {"status", to_string(part.status)},
               {"checks", part.checks},
               {"failed_checks", part.failed_checks}};
    if (!part.observation.kind.empty()) {
      Json numbers = Json::array();
      for (const double number : part.observation.numbers) numbers.push_back(json_number(number));
      entry["observation"] = {
          {"kind", part.observation.kind}, {"names", part.observation.names}, {"numbers", numbers}};
    }
    if (!part.mistake.empty()) entry["mistake"] = {{"id", part.mistake}, {"code", part.mistake_code}};
    if (!part.second_mistake.empty()) entry["second_mistake"] = {{"id", part.second_mistake}, {"code", ""}};
    if (part.failure) {
      const FailedCase& failure = *part.failure;
      Json inputs = Json::array(), shown = Json::array();
      for (const NamedValues& input : failure.inputs) inputs.push_back(json_of(input));
      for (const NamedValues& output : failure.shown) shown.push_back(json_of(output));
      entry["failure"] = {{"case", failure.label},    {"inputs", inputs},        {"shown", shown},
                          {"output", failure.output}, {"wrong", failure.wrong},  {"message", failure.message},
                          {"signal", failure.signal}, {"reason", failure.reason}};
      if (failure.expected) entry["failure"]["expected"] = json_of(*failure.expected);
      if (failure.got) entry["failure"]["got"] = json_of(*failure.got);
      if (failure.at_most) entry["failure"]["at_most"] = json_number(*failure.at_most);
    }
    parts.push_back(entry);
  }
  Json demo = Json::array(), forbidden = Json::array();
  for (const Refused& refused : verdict.forbidden)
    forbidden.push_back({{"name", refused.name}, {"reason", refused.reason}});
  for (const Bilingual& line : verdict.demo) demo.push_back({{"en", line.english}, {"ko", line.korean}});
  return {{"exercise", verdict.exercise},
          {"chapter", verdict.chapter},
          {"points", verdict.points},
          {"max_points", verdict.max_points},
          {"passed", verdict.passed},
          {"compile",
           {{"ok", verdict.compiled},
            {"errors", json_of(verdict.errors)},
            {"warnings", json_of(verdict.warnings)},
            {"missing", verdict.missing},
            {"forbidden", forbidden}}},
          {"parts", parts},
          {"printed", verdict.printed},
          {"demo", demo},
          {"seconds", {{"compile", verdict.seconds}, {"run", 0.0}}}};
}

}  // namespace heed
