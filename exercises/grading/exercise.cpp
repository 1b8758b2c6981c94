#include "exercises/grading/exercise.hpp"

#include <cmath>
#include <utility>

#include "lib/core/error.hpp"

namespace heed::grading {

namespace {

template <typename T>
const T& expect(const Value& value, const std::string& name, const char* kind) {
  if (const T* held = std::get_if<T>(&value)) return *held;
  throw_error<UsageError>("the input '{}' is no {}", name, kind);
}

}  // namespace

const Value& Case::find(const std::string& name) const {
  for (const Input& input : inputs_.values) {
    if (input.name == name) return input.value;
  }
  throw_error<UsageError>("the case '{}' has no input '{}'", inputs_.label, name);
}

const Tensor& Case::tensor(const std::string& name) const {
  return expect<Tensor>(find(name), name, "tensor");
}
double Case::number(const std::string& name) const { return expect<double>(find(name), name, "number"); }
int Case::integer(const std::string& name) const { return expect<int>(find(name), name, "integer"); }
const std::vector<int>& Case::ids(const std::string& name) const {
  return expect<std::vector<int>>(find(name), name, "list of ids");
}

bool Case::has(const std::string& name) const {
  return std::ranges::find(inputs_.values, name, &Input::name) != inputs_.values.end();
}

void Case::put(Output output) {
  for (const Output& earlier : outputs_) {
    if (earlier.name == output.name) throw_error<UsageError>("'{}' was given twice", output.name);
  }
  outputs_.push_back(std::move(output));
}

void Case::give(const std::string& name, Tensor value) { put({name, std::move(value)}); }
void Case::give(const std::string& name, double value) { put({name, as_tensor(value)}); }
void Case::give(const std::string& name, int value) { put({name, as_tensor(value)}); }
void Case::give(const std::string& name, const std::vector<int>& value) { put({name, as_tensor(value)}); }
void Case::give(const std::string& name, const std::vector<double>& value) {
  put({name, Tensor::of({static_cast<int>(value.size())}, value)});
}

void Case::measure(const std::string& name, double value, Limit limit) {
  put({.name = name, .value = as_tensor(value), .purpose = Purpose::measured, .at_most = limit.at_most});
}

void Case::show(const std::string& name, const Value& value) {
  put({.name = name, .value = as_tensor(value), .purpose = Purpose::shown});
}

Tensor element(const Tensor& t, int i) {
  Tensor result(std::vector<int>(t.shape().begin() + 1, t.shape().end()));
  for (int k = 0; k < result.size(); ++k) result.flat(k) = t.flat(i * result.size() + k);
  return result;
}

Tensor as_tensor(const Value& value) {
  if (const Tensor* tensor = std::get_if<Tensor>(&value)) return *tensor;
  if (const double* number = std::get_if<double>(&value)) return Tensor::of({}, {*number});
  if (const int* integer = std::get_if<int>(&value)) return Tensor::of({}, {static_cast<double>(*integer)});
  const std::vector<int>& ids = std::get<std::vector<int>>(value);
  return Tensor::of({static_cast<int>(ids.size())}, {ids.begin(), ids.end()});
}

// The distributions of <random> may differ between libraries; these do not.
double Draw::unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

Tensor Draw::normal(std::vector<int> shape, NormalOptions options) {
  Tensor result(std::move(shape));
  for (int i = 0; i < result.size(); ++i) {
    // Box-Muller; 1 − u is never 0.
    const double radius = std::sqrt(-2 * std::log(1 - unit())), angle = 2 * M_PI * unit();
    result.flat(i) = options.mean + options.std * radius * std::cos(angle);
  }
  return result;
}

Tensor Draw::uniform(std::vector<int> shape, double low, double high) {
  Tensor result(std::move(shape));
  for (int i = 0; i < result.size(); ++i) result.flat(i) = low + (high - low) * unit();
  return result;
}

int Draw::integer(int low, int high) {
  if (high < low) throw_error<UsageError>("no integer lies between {} and {}", low, high);
  return low + static_cast<int>(unit() * (static_cast<double>(high) - low + 1));
}

std::vector<int> Draw::ids(int count, int low, int high) {
  std::vector<int> result;
  for (int i = 0; i < count; ++i) result.push_back(integer(low, high));
  return result;
}

CaseInputs::CaseInputs(std::string label) : inputs_{std::move(label)} {}

CaseInputs& CaseInputs::tensor(std::string name, Tensor value) {
  return put(std::move(name), std::move(value));
}
CaseInputs& CaseInputs::number(std::string name, double value) { return put(std::move(name), value); }
CaseInputs& CaseInputs::integer(std::string name, int value) { return put(std::move(name), value); }
CaseInputs& CaseInputs::ids(std::string name, std::vector<int> value) {
  return put(std::move(name), std::move(value));
}

CaseInputs& CaseInputs::put(std::string name, Value value) {
  inputs_.values.push_back({std::move(name), std::move(value)});
  return *this;
}

CaseInputs& Cases::add(std::string label) { return cases_.emplace_back(std::move(label)); }

std::vector<Inputs> Cases::list() const {
  std::vector<Inputs> result;
  for (const CaseInputs& inputs : cases_) result.push_back(inputs.inputs());
  return result;
}

Part& Part::gradient_of(std::string forward_part, GradientOf of) {
  forward = std::move(forward_part);
  gradient = std::move(of);
  return *this;
}

Part& Part::gradient_of(std::function<Tensor(const Case&)> function, GradientOf of) {
  forward_function = std::move(function);
  return gradient_of(std::string(), std::move(of));
}

void Part::judged_by(std::function<void(Case&, const std::vector<Output>&)> judge) {
  judged = std::move(judge);
}

void Demo::say(std::string en, std::string ko) { lines_.push_back({std::move(en), std::move(ko)}); }

void Exercise::without(std::vector<std::string> names) { forbidden_ = std::move(names); }

Part& Exercise::part(std::string name, PartOptions options, std::function<void(Case&)> run,
                     std::function<void(Cases&, Draw&)> draw) {
  return parts_.emplace_back(Part{std::move(name), std::move(options), std::move(run), std::move(draw)});
}

void Exercise::now(std::function<void(Demo&)> show) { now_ = std::move(show); }

const Part& Exercise::part(const std::string& name) const {
  for (const Part& part : parts_) {
    if (part.name == name) return part;
  }
  throw_error<UsageError>("there is no part '{}'", name);
}

void Exercise::before_each(void (*prepare)()) {
  const auto prepared = [prepare](auto& function) {
    if (!function) return;
    function = [prepare, original = std::move(function)](auto&& argument) {
      prepare();
      return original(argument);
    };
  };
  for (Part& part : parts_) {
    prepared(part.run);
    prepared(part.forward_function);
  }
  prepared(now_);
}

void ask_for_predictions(Exercise& e, int (*prediction)(int which)) {
  e.part(
      "prediction", {.points = 2, .questions = true},
      [prediction](Case& c) {
        std::vector<int> answers;
        for (int question = 1; question <= 5; ++question) {
          answers.push_back(prediction(question));
          if (answers.back() < 1 || answers.back() > 3)
            learn::not_written(fmt::format("prediction({})", question).c_str());
        }
        c.give("prediction", answers.at(static_cast<std::size_t>(c.integer("question") - 1)));
      },
      [](Cases& cases, Draw&) {
        for (int question = 1; question <= 5; ++question)
          cases.add(fmt::format("question {}", question)).integer("question", question);
      });
}

}  // namespace heed::grading
