// A last step too much, or one that is missing: a function of each row, or of all.
#include "exercises/grading/observation/input_changes.hpp"
#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

struct Step {
  const char* text;
  Tensor (*apply)(const Tensor&);
};

constexpr Step steps[]{{"softmax(row)", each_row<softmax_of>}, {"row − mean(row)", each_row<centre>},
                       {"row / Σ row", each_row<to_sum_1>},    {"row / √Σ row²", each_row<to_length_1>},
                       {"mean(row)", each_row<to_mean>},       {"Σ x[0 … i]", running_sums}};

}  // namespace

Pattern of_last_steps(const Results& results) {
  if (!results.same_shapes() || !results.telling()) return {};
  const auto holds = [&](bool missing, const std::function<Tensor(const Tensor&)>& step) {
    return results.all_of([&](const Pair& p) {
      return missing ? results.equal(p.right, step(p.given)) : results.equal(step(p.right), p.given);
    });
  };
  for (const bool missing : {true, false}) {
    const char* kind = missing ? "last_step_missing" : "last_step_more";
    for (const Step& step : steps)
      if (holds(missing, step.apply)) return Observation{kind, {step.text}};
  }
  return {};
}

}  // namespace heed::grading::patterns
