#include "exercises/grading/case.hpp"

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

}  // namespace heed::grading
