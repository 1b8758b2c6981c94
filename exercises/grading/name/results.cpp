#include "exercises/grading/name/results.hpp"

#include <algorithm>
#include <cmath>

namespace heed::grading::patterns {

bool Results::equal(const Tensor& a, const Tensor& b) const {
  return a.shape() == b.shape() &&
         std::ranges::equal(a.values(), b.values(), [&](double x, double y) { return close(x, y); });
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

bool Results::telling() const {
  const auto question = [](const Tensor& t) { return t.size() == 1 && (t.flat(0) == 0 || t.flat(0) == 1); };
  if (all_of([&](const Pair& p) { return question(p.right) && question(p.given); })) return false;
  int numbers = 0;
  for (const Pair& pair : pairs_) numbers += equal(pair.right, pair.given) ? 0 : pair.right.size();
  return numbers >= 3;
}

std::vector<std::pair<std::string, double>> sizes_of(const Inputs& inputs) {
  std::vector<std::pair<std::string, double>> list;
  for (const Input& input : inputs.values) {
    if (const int* number = std::get_if<int>(&input.value)) list.emplace_back(input.name, *number);
    const Tensor* tensor = std::get_if<Tensor>(&input.value);
    for (int axis = 0; tensor != nullptr && axis < tensor->rank(); ++axis)
      list.emplace_back(fmt::format("{}.dim({})", input.name, axis), tensor->dim(axis));
  }
  return list;
}

int numbers_of(const Inputs& inputs) {
  int size = 0;
  for (const Input& input : inputs.values) size += as_tensor(input.value).size();
  return size;
}

bool all_finite(const Tensor& t) {
  return std::ranges::all_of(t.values(), [](double x) { return std::isfinite(x); });
}

bool all_zero(const Tensor& t) {
  return std::ranges::all_of(t.values(), [](double x) { return x == 0; });
}

std::vector<double> index_of(int flat, const Shape& shape) {
  std::vector<double> index(shape.size());
  for (std::size_t a = shape.size(); a-- > 0; flat /= shape[a]) index[a] = flat % shape[a];
  return index;
}

}  // namespace heed::grading::patterns
