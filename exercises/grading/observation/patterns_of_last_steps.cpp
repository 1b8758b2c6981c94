// A last step too much, or one that is missing: a function of each number, or of each row or column.
#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/input_changes.hpp"
#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

struct Step {
  const char* text;
  Tensor (*apply)(const Tensor&);
};

constexpr Step steps[]{
    {"max(0, x)", [](const Tensor& t) { return each(t, [](double x) { return std::max(0.0, x); }); }},
    {"|x|", [](const Tensor& t) { return each(t, [](double x) { return std::abs(x); }); }},
    {"tanh(x)", [](const Tensor& t) { return each(t, [](double x) { return std::tanh(x); }); }},
    {"1 / (1 + exp(−x))",
     [](const Tensor& t) { return each(t, [](double x) { return 1 / (1 + std::exp(-x)); }); }},
    {"softmax(row)", [](const Tensor& t) { return each_row(t, softmax_of); }},
    {"row − mean(row)", [](const Tensor& t) { return each_row(t, centre); }},
    {"row / Σ row", [](const Tensor& t) { return each_row(t, to_sum_1); }},
    {"row / √Σ row²", [](const Tensor& t) { return each_row(t, to_length_1); }},
    {"mean(row)", [](const Tensor& t) { return each_row(t, to_mean); }},
    {"Σ x[0 … i]", [](const Tensor& t) { return running_sums(t); }},
};

Tensor in_columns(const Step& step, const Tensor& t) { return transpose(step.apply(transpose(t))); }

}  // namespace

Pattern of_last_steps(const Results& results) {
  if (!results.same_shapes() || !results.telling()) return {};
  const auto holds = [&](bool missing, const std::function<Tensor(const Tensor&)>& step) {
    return results.all_of([&](const Pair& p) {
      return missing ? results.equal(p.right, step(p.given)) : results.equal(step(p.right), p.given);
    });
  };
  const bool matrices = results.all_of([](const Pair& p) { return p.right.rank() == 2; });
  for (const bool missing : {true, false}) {
    const char* kind = missing ? "last_step_missing" : "last_step_more";
    for (const Step& step : steps)
      if (holds(missing, step.apply)) return Observation{kind, {step.text}};
    for (const Step& step : steps) {
      if (!matrices || std::string(step.text).find("row") == std::string::npos) continue;
      if (holds(missing, [&](const Tensor& t) { return in_columns(step, t); }))
        return Observation{kind, {std::string("transpose: ") + step.text}};
    }
  }
  return {};
}

}  // namespace heed::grading::patterns
