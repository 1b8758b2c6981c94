#include "exercises/grading/name/observation.hpp"

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

namespace heed::grading {

using namespace patterns;

std::optional<Observation> observe(const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& expected,
                                   const std::vector<CaseOutcome>& got, const std::string& output,
                                   Tolerance tolerance, const Implementation& reference) {
  const auto unwritten = [](const CaseOutcome& outcome) { return outcome.ending == Ending::not_written; };
  if (cases.empty() || got.size() != cases.size() || std::ranges::any_of(got, unwritten)) return {};
  const bool measured = has_costs(expected);  // then one run may take long
  const auto look_at = [&](const std::string& name) -> Pattern {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Output *should = find_output(expected[i], name), *is = find_output(got[i], name);
      if (should != nullptr && is != nullptr && should->purpose == Purpose::compared)
        pairs.push_back({&cases[i], should->value, is->value});
    }
    const Results results(std::move(pairs), tolerance);
    if (!results.telling()) return {};
    for (Pattern (*look)(const Results&) : {of_special_numbers, of_inputs, of_constants, of_one_factor,
                                            of_shapes, of_places, of_a_factor_by_size})
      if (Pattern found = look(results)) return found;
    if (Pattern found = of_other_inputs(results, name, measured ? Implementation() : reference)) return found;
    return of_regions(results);
  };
  if (Pattern found = look_at(output)) return found;
  std::vector<bool> right;
  for (std::size_t i = 0; i < cases.size(); ++i)
    right.push_back(got[i].ending == Ending::finished && compare(expected[i], got[i], tolerance).failed == 0);
  if (Pattern found = of_sizes(cases, right)) return found;
  for (const Output& other : expected.front().outputs) {
    if (other.name == output || other.purpose != Purpose::compared) continue;
    Pattern found = look_at(other.name);
    if (!found) continue;
    found->output = other.name;
    return found;
  }
  if (Pattern found = of_outputs(expected, got, tolerance)) return found;
  return of_labels(cases, right);
}

}  // namespace heed::grading
