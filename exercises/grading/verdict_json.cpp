#include "exercises/grading/verdict_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::grading {

namespace {

using nlohmann::json;

json number_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

json tensor_json(const Tensor& tensor) {
  json values = json::array();
  for (const double value : tensor.values()) values.push_back(number_json(value));
  return {{"shape", tensor.shape()}, {"values", values}};
}

json messages_json(const std::vector<CompilerMessage>& messages) {
  json list = json::array();
  for (const CompilerMessage& m : messages)
    list.push_back({{"line", m.line}, {"column", m.column}, {"message", m.message}, {"source", m.source}});
  return list;
}

json named_tensor(const std::string& name, const Tensor& tensor) {
  json result = tensor_json(tensor);
  result["name"] = name;
  return result;
}

json failure_json(const Failure& failure) {
  json inputs = json::array(), shown = json::array();
  for (const Input& input : failure.inputs.values)
    inputs.push_back(named_tensor(input.name, as_tensor(input.value)));
  for (const Output& output : failure.shown) shown.push_back(named_tensor(output.name, output.value));
  json result{{"case", failure.inputs.label}, {"inputs", inputs}};
  if (!shown.empty()) result["shown"] = shown;
  if (const auto& mismatch = failure.mismatch) {
    result["output"] = mismatch->output;
    result["got"] = tensor_json(mismatch->got);
    if (mismatch->kind == Difference::cost) {
      result["at_most"] = number_json(mismatch->at_most);
    } else {
      result["expected"] = tensor_json(mismatch->expected);
      result["wrong"] = mismatch->wrong;
    }
  }
  if (!failure.message.empty()) result["message"] = failure.message;
  if (!failure.signal.empty()) result["signal"] = failure.signal;
  if (!failure.reason.empty()) result["reason"] = failure.reason;
  return result;
}

json part_json(const PartVerdict& part) {
  json result{{"name", part.name},
              {"points", part.points},
              {"max_points", part.max_points},
              {"status", to_string(part.status)},
              {"checks", part.checks},
              {"failed_checks", part.failed_checks}};
  if (part.mistake) result["mistake"] = {{"id", part.mistake->id}, {"code", part.mistake->code}};
  if (part.second_mistake)
    result["second_mistake"] = {{"id", part.second_mistake->id}, {"code", part.second_mistake->code}};
  if (part.observation) {
    json numbers = json::array();
    for (const double number : part.observation->numbers) numbers.push_back(number_json(number));
    result["observation"] = {
        {"kind", part.observation->kind}, {"names", part.observation->names}, {"numbers", numbers}};
  }
  if (part.failure) result["failure"] = failure_json(*part.failure);
  return result;
}

}  // namespace

nlohmann::json verdict_json(const Verdict& verdict) {
  json parts = json::array(), demo = json::array(), forbidden = json::array();
  for (const PartVerdict& part : verdict.parts) parts.push_back(part_json(part));
  for (const Demo::Line& line : verdict.demo) demo.push_back({{"en", line.en}, {"ko", line.ko}});
  const Compiled& compiled = verdict.compiled;
  for (const Refusal& refusal : compiled.forbidden)
    forbidden.push_back({{"name", refusal.name}, {"reason", refusal.reason}});
  return {{"exercise", verdict.exercise},
          {"chapter", verdict.chapter},
          {"points", verdict.points()},
          {"max_points", verdict.max_points()},
          {"passed", verdict.passed()},
          {"seed", verdict.seed},
          {"compile",
           {{"ok", compiled.ok()},
            {"errors", messages_json(compiled.messages.errors)},
            {"warnings", verdict.passed() ? json::array() : messages_json(compiled.messages.warnings)},
            {"missing", compiled.missing},
            {"forbidden", forbidden}}},
          {"parts", parts},
          {"printed", verdict.printed},
          {"demo", demo},
          {"seconds", {{"compile", compiled.seconds}, {"run", verdict.run_seconds}}}};
}

}  // namespace heed::grading
