// The number by which an input would have to be multiplied so that the right program gave what the wrong one
// does.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

using Numbers = std::vector<double>;

/// One input of all cases, and what is asked about it.
struct Question {
  std::size_t at;
  const std::string& output;
  const Implementation& reference;
};

/// The right result with x times the input; none where it has no numbers to change.
std::optional<Tensor> result_with(const Question& question, const Inputs& inputs, double x) {
  if (question.at >= inputs.values.size()) return {};
  Inputs other = inputs;
  Value& value = other.values[question.at].value;
  auto next = changed(value, [&](const Tensor& t) { return t * x; });
  if (!next) return {};
  value = std::move(*next);
  return result_of(question.reference(other), question.output);
}

/// given − right for that x; empty where the result has another shape, or numbers that are none.
Numbers distance(const Question& question, const Pair& pair, double x) {
  const std::optional<Tensor> result = result_with(question, *pair.inputs, x);
  if (!result || result->shape() != pair.given.shape()) return {};
  Numbers distance;
  for (int n = 0; n < result->size(); ++n) {
    distance.push_back(pair.given.flat(n) - result->flat(n));
    if (!std::isfinite(distance.back())) return {};
  }
  return distance;
}

double dot(const Numbers& a, const Numbers& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// From there by Gauss and Newton to an x at which nothing is left; none if it is not found.
std::optional<double> refined(const Question& question, const Pair& pair, double x) {
  constexpr int steps = 12;
  Numbers left = distance(question, pair, x);
  for (int step = 0; step < steps && !left.empty(); ++step) {
    const double h = 1e-6 * std::max(std::abs(x), 1e-3);
    Numbers slope = distance(question, pair, x + h);
    if (slope.size() != left.size()) return {};
    for (std::size_t n = 0; n < left.size(); ++n) slope[n] = (left[n] - slope[n]) / h;
    double move = dot(slope, left) / dot(slope, slope);
    if (!std::isfinite(move)) return {};
    Numbers next = distance(question, pair, x + move);
    for (int halved = 0; halved < 10 && (next.empty() || dot(next, next) > dot(left, left)); ++halved)
      next = distance(question, pair, x + (move /= 2));
    if (next.empty()) return {};
    x += move, left = std::move(next);
    if (std::abs(move) <= 1e-14 * std::abs(x)) break;
  }
  return left.empty() ? std::nullopt : std::optional(x);
}

bool explains(const Results& results, const Question& question, const Pair& pair, double x) {
  const std::optional<Tensor> result = result_with(question, *pair.inputs, x);
  return result && results.equal(*result, pair.given);
}

std::optional<double> solved(const Results& results, const Question& question, const Pair& pair) {
  Numbers starts;
  for (double size = 1.0 / 64; size <= 64; size *= 2)
    for (const double sign : {1.0, -1.0}) starts.push_back(sign * size);
  std::vector<std::pair<double, double>> best;
  for (const double start : starts) {
    const Numbers left = distance(question, pair, start);
    if (!left.empty()) best.emplace_back(dot(left, left), start);
  }
  std::ranges::sort(best);
  for (std::size_t i = 0; i < std::min<std::size_t>(3, best.size()); ++i) {
    const std::optional<double> x = refined(question, pair, best[i].second);
    if (!x) continue;
    for (const double number : {nice(*x), *x})
      if (explains(results, question, pair, number)) return number;
  }
  return {};
}

/// What is found of one input.
Pattern of_question(const Results& results, const Question& question, const std::vector<const Pair*>& wrong) {
  const std::string& name = wrong.front()->inputs->values[question.at].name;
  const std::optional<double> first = solved(results, question, *wrong.front());
  if (!first) return {};
  const auto all_with = [&](double x) {
    return results.all_of([&](const Pair& p) { return explains(results, question, p, x); });
  };
  if (wrong.size() > 2 && all_with(*first)) return Observation{"as_if_times", {name}, {*first}};
  // in a result of one number any other can be made of an input
  Numbers numbers{*first};
  int telling = 0;
  for (const Pair* pair : wrong) {
    if (pair != wrong.front()) {
      const std::optional<double> x = solved(results, question, *pair);
      if (!x) return {};
      numbers.push_back(*x);
    }
    telling += pair->given.size() - 1;
  }
  const bool differ = std::ranges::any_of(numbers, [&](double x) { return std::abs(x - *first) > 1e-9; });
  // where the result hardly depends on the input, the number is found hardly as well
  constexpr double roughly = 1e-3;
  const auto form = wrong.size() > 3 && differ ? form_of(wrong, numbers, roughly) : std::nullopt;
  bool exact = form.has_value();
  for (std::size_t i = 0; exact && i < wrong.size(); ++i)
    exact = explains(results, question, *wrong[i], form->values[i]);
  if (exact) return Observation{"as_if_times_size", {name, form->text}};
  if (telling < 6 || wrong.size() < 2) return {};
  numbers.resize(std::min<std::size_t>(4, numbers.size()));
  return Observation{"as_if_times_in_each", {name}, numbers};
}

}  // namespace

Pattern of_scaled_inputs(const Results& results, const std::string& output, const Implementation& reference) {
  if (!reference || !results.same_shapes() ||
      !results.all_of([](const Pair& p) { return numbers_of(*p.inputs) <= most_numbers; }))
    return {};
  std::vector<const Pair*> wrong;
  for (const Pair& pair : results.pairs()) {
    if (!has_a_number(pair.given) && pair.given.size() > 0) return {};
    if (!results.equal(pair.right, pair.given)) wrong.push_back(&pair);
  }
  if (wrong.size() < 2) return {};
  std::ranges::stable_sort(wrong, std::greater(), [](const Pair* p) { return p->given.size(); });
  // single numbers first: eps says more than the tensor beside it
  std::vector<std::size_t> order(wrong.front()->inputs->values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_partition(order.begin(), order.end(), [&](std::size_t at) {
    return std::holds_alternative<double>(wrong.front()->inputs->values[at].value);
  });
  for (const std::size_t at : order)
    if (Pattern found = of_question(results, {at, output, reference}, wrong)) return found;
  return {};
}

}  // namespace heed::grading::patterns
