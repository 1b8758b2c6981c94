#include "exercises/grading/observation/patterns.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace heed::grading::patterns {

bool Results::equal(const Tensor& a, const Tensor& b) const {
  if (a.shape() != b.shape()) return false;
  for (int i = 0; i < a.size(); ++i) {
    if (!close(a.flat(i), b.flat(i))) return false;
  }
  return true;
}

bool Results::all_of(const std::function<bool(const Pair&)>& holds) const {
  return std::ranges::all_of(pairs_, holds);
}

bool Results::all(const Transform& change) const {
  return all_of([&](const Pair& pair) { return equal(change(pair.right), pair.given); });
}

bool Results::same_shapes() const {
  return all_of([](const Pair& p) { return p.right.shape() == p.given.shape() && p.right.size() > 0; });
}

bool Results::others_fit(const Pair& pair, const CaseOutcome& outcome) const {
  if (pair.expected == nullptr || pair.got == nullptr) return true;
  return std::ranges::all_of(pair.expected->outputs, [&](const Output& should) {
    if (should.purpose != Purpose::compared || should.name.starts_with("grad")) return true;
    const Output *is = output_of(*pair.got, should.name), *other = output_of(outcome, should.name);
    if (is == nullptr || other == nullptr) return false;
    return equal(is->value, should.value) || equal(is->value, other->value);
  });
}

bool Results::telling() const {
  int numbers = 0;
  for (const Pair& pair : pairs_) numbers += equal(pair.right, pair.given) ? 0 : pair.right.size();
  return numbers >= 3;
}

std::vector<std::pair<std::string, double>> sizes_of(const Inputs& inputs) {
  std::vector<std::pair<std::string, double>> list;
  for (const Input& input : inputs.values) {
    const Tensor value = as_tensor(input.value);
    if (std::holds_alternative<int>(input.value)) list.emplace_back(input.name, value.flat(0));
    if (!std::holds_alternative<Tensor>(input.value)) continue;
    for (int axis = 0; axis < value.rank(); ++axis)
      list.emplace_back(fmt::format("{}.dim({})", input.name, axis), value.dim(axis));
  }
  return list;
}

std::size_t place_of(const Inputs& inputs, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(inputs.values, name, &Input::name) -
                                  inputs.values.begin());
}

const Tensor* tensor_input(const Pair& pair, const std::string& name) {
  return tensor_input(*pair.inputs, place_of(*pair.inputs, name));
}

const Tensor* tensor_input(const Inputs& inputs, std::size_t at) {
  return at < inputs.values.size() ? std::get_if<Tensor>(&inputs.values[at].value) : nullptr;
}

std::optional<Value> changed(const Value& value, const Transform& change) {
  if (const auto* t = std::get_if<Tensor>(&value)) return change(*t);
  if (std::holds_alternative<double>(value)) return change(as_tensor(value)).flat(0);
  return {};
}

std::optional<Inputs> with_value(const Inputs& inputs, std::size_t at, Value value) {
  Inputs other = inputs;
  other.values[at].value = std::move(value);
  return first_difference(inputs, other) == nullptr ? std::nullopt : std::optional(other);
}

const Output* output_of(const CaseOutcome& outcome, const std::string& name) {
  return outcome.ending == Ending::finished ? find_output(outcome, name) : nullptr;
}

std::optional<Tensor> result_of(const CaseOutcome& outcome, const std::string& name) {
  const Output* output = output_of(outcome, name);
  return output == nullptr ? std::nullopt : std::optional(output->value);
}

int numbers_of(const Inputs& inputs) {
  int size = 0;
  for (const Input& input : inputs.values) size += as_tensor(input.value).size();
  return size;
}

bool has_a_number(const Tensor& t) {
  return std::ranges::any_of(t.values(), [](double x) { return std::isfinite(x); });
}

bool all_finite(const Tensor& t) {
  return std::ranges::all_of(t.values(), [](double x) { return std::isfinite(x); });
}

bool all_zero(const Tensor& t) {
  return std::ranges::all_of(t.values(), [](double x) { return x == 0; });
}

bool is_id(const std::string& name) {
  static const std::set<std::string> ids{"bos", "eos",     "pad",        "unk",          "mask",
                                         "op",  "padding", "first_word", "ignore_index", "head"};
  return ids.contains(name);
}

std::vector<double> index_of(int flat, const Shape& shape) {
  std::vector<double> index(shape.size());
  for (std::size_t a = shape.size(); a-- > 0; flat /= shape[a]) index[a] = flat % shape[a];
  return index;
}

int along(const Tensor& t, int flat, int axis) {
  return static_cast<int>(index_of(flat, t.shape())[static_cast<std::size_t>(axis)]);
}

}  // namespace heed::grading::patterns
