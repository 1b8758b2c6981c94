// What the grader sees in numbers that a test made wrong.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "exercises/grading/observation/observation.hpp"

namespace observed {

using namespace heed::grading;
using Tensors = std::vector<Tensor>;

/// Two cases of 2 x 3, and one of 3 x 3, none symmetric.
inline Tensors right() {
  return {Tensor::of({2, 3}, {0.5, 0.25, 0.25, 0.125, 0.75, 0.125}),
          Tensor::of({2, 3}, {0.3, 0.1, 0.6, 0.7, 0.1, 0.2}),
          Tensor::of({3, 3}, {0.1, 0.2, 0.7, 0.3, 0.3, 0.4, 0.2, 0.5, 0.3})};
}

/// "factor 2": the kind and what comes with it; "" if nothing was seen.
inline std::string text_of(const std::optional<heed::Observation>& observation) {
  if (!observation) return "";
  std::string text = observation->kind;
  for (const std::string& name : observation->names) text += " " + name;
  for (const double number : observation->numbers) text += fmt::format(" {:g}", number);
  return text;
}

using Change = std::function<Tensor(const Tensor&)>;

/// Changes each number of a matrix, by its row and column.
inline Change each(const std::function<double(double x, int row, int column)>& change) {
  return [change](Tensor t) {
    for (int n = 0; n < t.size(); ++n) t.flat(n) = change(t.flat(n), n / t.dim(-1), n % t.dim(-1));
    return t;
  };
}

/// A program whose result, y, is made of all inputs.
using OfInputs = std::function<Tensor(const Inputs&)>;

inline const Tensor& tensor(const Inputs& inputs, std::size_t at) {
  return std::get<Tensor>(inputs.values[at].value);
}

/// What is seen of a wrong program, which is asked for more where that helps, on these cases and on those of
/// other seeds.
inline std::optional<heed::Observation> observed_of(const OfInputs& right, const OfInputs& wrong,
                                                    const std::vector<Inputs>& cases,
                                                    const std::vector<Inputs>& more = {}) {
  const Implementation reference = [&](const Inputs& one) {
    return CaseOutcome{.outputs = {{"y", right(one)}}};
  };
  const Answer answer = [&](const std::vector<Inputs>& asked) {
    std::vector<CaseOutcome> outcomes;
    try {
      for (const Inputs& one : asked) outcomes.push_back({.outputs = {{"y", wrong(one)}}});
    } catch (const std::exception&) {  // a program that did not survive
    }
    return outcomes;
  };
  std::vector<CaseOutcome> expected;
  for (const Inputs& one : cases) expected.push_back(reference(one));
  return observe(cases, expected, answer(cases), "y", {}, reference, answer, [&] { return more; });
}

/// text_of() that.
inline std::string seen_of(const OfInputs& right, const OfInputs& wrong, const std::vector<Inputs>& cases,
                           const std::vector<Inputs>& more = {}) {
  return text_of(observed_of(right, wrong, cases, more));
}

/// text_of() what is seen where each result became change(result).
inline std::string seen(const Change& change, const Tensors& results = right()) {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  for (const Tensor& result : results) {
    cases.push_back(
        {fmt::format("case {}", cases.size()), {{"x", result * 3.0 + 1.0}, {"heads", result.dim(0) - 1}}});
    expected.push_back({.outputs = {{"y", result}}});
    got.push_back({.outputs = {{"y", change(result)}}});
  }
  return text_of(observe(cases, expected, got, "y", {}));
}

}  // namespace observed
