#include "exercises/grading/draw.hpp"

#include <cmath>
#include <utility>

#include "lib/core/error.hpp"

namespace heed::grading {

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

}  // namespace heed::grading
