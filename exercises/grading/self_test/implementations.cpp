#include <cmath>
#include <functional>
#include <set>

#include "exercises/grading/name/naming.hpp"
#include "exercises/grading/self_test/self_test.hpp"
#include "lib/core/error.hpp"

namespace heed::grading {

namespace {

constexpr std::size_t fewest_cases = 5;

/// A gradient that some part computes, as the self-test sees it.
struct GradientClaim {
  std::function<Tensor(const Inputs&)> forward;
  std::string output, upstream;
  std::vector<std::pair<std::string, std::string>> inputs;  // input, output with its gradient
};

Value& input_of(Inputs& inputs, const std::string& name) {
  for (Input& input : inputs.values) {
    if (input.name == name) return input.value;
  }
  throw_error<UsageError>("the case '{}' has no input '{}'", inputs.label, name);
}

const Tensor& output_of(const CaseOutcome& outcome, const std::string& name) {
  if (outcome.ending != Ending::finished) throw_error("it threw: {}", outcome.message);
  if (const Output* output = find_output(outcome, name)) return output->value;
  throw_error<UsageError>("there is no output '{}'", name);
}

/// Σ upstream ∘ output.
double weighted_sum(const GradientClaim& claim, Inputs& inputs) {
  const Tensor output = claim.forward(inputs);
  const Tensor upstream = as_tensor(input_of(inputs, claim.upstream));
  if (upstream.shape() != output.shape())
    throw_error("'{}' has another shape than '{}'", claim.upstream, claim.output);
  double sum = 0;
  for (int i = 0; i < output.size(); ++i) sum += output.flat(i) * upstream.flat(i);
  return sum;
}

/// How far element i is moved: a fraction of the largest number in its row, if that is below 1.
double step_at(const Tensor& value, int i) {
  const int width = value.rank() == 0 ? 1 : value.dim(value.rank() - 1);
  double largest = 0;
  for (int c = 0; c < width; ++c) largest = std::max(largest, std::abs(value.flat(i / width * width + c)));
  if (largest > 0 && largest < 1) return 1e-5 * largest;
  return 1e-5 * std::max(1.0, std::sqrt(std::abs(value.flat(i))));
}

void check_gradient(const GradientClaim& claim, const CaseOutcome& outcome, Inputs inputs,
                    SelfTestReport& report) {
  for (const auto& [input, gradient_name] : claim.inputs) {
    const Tensor gradient = output_of(outcome, gradient_name);
    const Tensor value = as_tensor(input_of(inputs, input));
    const auto set = [&, name = std::cref(input)](const Tensor& tensor) {
      Value& place = input_of(inputs, name);
      tensor.rank() == 0 ? place = tensor.flat(0) : place = tensor;
    };
    double upstream = 1;  // the largest: the sum that is moved is as large
    const Tensor arriving = as_tensor(input_of(inputs, claim.upstream));
    for (const double v : arriving.values()) upstream = std::max(upstream, std::abs(v));
    if (gradient.size() != value.size()) throw_error("'{}' is not as large as '{}'", gradient_name, input);
    for (int i = 0; i < value.size(); ++i) {
      if (!std::isfinite(value.flat(i))) continue;  // nothing is near −∞
      const double step = step_at(value, i);
      const auto moved = [&](double by) {
        Tensor other = value;
        other.flat(i) += by;
        set(other);
        return weighted_sum(claim, inputs);
      };
      const double slope = (moved(step) - moved(-step)) / (2 * step);
      ++report.checks;
      if (close(slope, gradient.flat(i), {.rtol = 1e-5, .atol = 1e-5 * upstream})) continue;
      report.problem("case '{}': element {} of {} is {}, but the slope of '{}' is {}", inputs.label, i,
                     gradient_name, gradient.flat(i), claim.output, slope);
      return;
    }
    set(value);
  }
}

void check_gradients(const Exercise& exercise, const Part& part, const Inputs& inputs,
                     SelfTestReport& report) {
  if (!part.is_gradient()) return;
  const GradientOf& of = part.gradient;
  const CaseOutcome outcome = run_case(part, inputs);
  if (part.forward_function) {
    const auto forward = [&](const Inputs& moved) { return part.forward_function(Case(moved)); };
    check_gradient({forward, "the forward function", of.upstream, of.inputs}, outcome, inputs, report);
  } else {
    const auto forward = [&](const Inputs& moved) {
      return output_of(run_case(exercise.part(part.forward), moved), of.output);
    };
    check_gradient({forward, of.output, of.upstream, of.inputs}, outcome, inputs, report);
  }
}

void check_outcomes(const Part& part, const std::vector<Inputs>& cases,
                    const std::vector<CaseOutcome>& outcomes, SelfTestReport& report) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto problem = [&](const std::string& what) {
      report.problem("part {}, case '{}': {}", part.name, cases[i].label, what);
    };
    ++report.checks;
    if (outcomes[i].ending != Ending::finished) problem("the solution threw: " + outcomes[i].message);
    if (outcomes[i].ending == Ending::finished && outcomes[i].outputs.empty()) problem("nothing is given");
    for (const Output& output : outcomes[i].outputs) {
      const auto& values = output.value.values();
      if (std::ranges::any_of(values, [](double v) { return std::isnan(v); }))
        problem(fmt::format("the solution's '{}' has a NaN", output.name));
      if (output.purpose == Purpose::measured && output.value.flat(0) > output.at_most)
        problem(fmt::format("the solution's '{}' costs {}, more than {}", output.name, output.value.flat(0),
                            output.at_most));
    }
  }
}

/// The parts that do not pass.
std::set<std::string> failed_parts(const Expected& expected, const Outcomes& outcomes,
                                   SelfTestReport& report) {
  std::set<std::string> failed;
  for (const auto& [part, got] : outcomes) {
    report.checks += static_cast<int>(got.size());
    if (!passes(expected.exercise.part(part), expected.outcomes.at(part), got)) failed.insert(part);
  }
  return failed;
}

/// Adds the names of those that are refused or accused to `accused`.
void test_right_ones(const Entry& entry, const Expected& expected, std::uint64_t seed,
                     std::set<std::string>& accused, SelfTestReport& report) {
  for (const RightOne& right : entry.right) {
    const auto problem = [&](const std::string& what) {
      accused.insert(right.name);
      report.problem("solutions/{}.cpp, seed {}, {}", right.name, seed, what);
    };
    const Exercise exercise = described(right.describe);
    Outcomes outcomes;
    for (const Part& part : exercise.parts())
      outcomes[part.name] = run_cases(part, expected.cases.at(part.name));
    for (const std::string& part : failed_parts(expected, outcomes, report)) problem("fails part " + part);
    for (const auto& [part, mistake] : name_mistakes(entry, expected, outcomes))
      problem(fmt::format("is accused of {} in part {}", mistake.id, part));
  }
}

}  // namespace

void test_reference(const Entry& entry, std::uint64_t seeds, SelfTestReport& report) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Expected expected = expect(entry, seed);
    for (const Part& part : expected.exercise.parts()) {
      const std::vector<Inputs>& cases = expected.cases.at(part.name);
      check_outcomes(part, cases, expected.outcomes.at(part.name), report);
      std::set<std::string> labels;
      for (const Inputs& inputs : cases) {
        if (seed == 1 && !labels.insert(inputs.label).second)
          report.problem("part {}: two cases are called '{}'", part.name, inputs.label);
        try {
          if (seed <= 2) check_gradients(expected.exercise, part, inputs, report);
        } catch (const std::exception& error) {
          report.problem("part {}, case '{}': {}", part.name, inputs.label, error.what());
        }
      }
      if (seed == 1 && cases.size() < fewest_cases)
        report.problem("part {} has {} cases; {} are the fewest", part.name, cases.size(), fewest_cases);
    }
  }
}

void test_implementations(const Entry& entry, std::uint64_t seeds, SelfTestReport& report) {
  std::map<std::string, std::set<std::string>> first_failed;
  std::set<std::string> accused;
  for (const WrongOne& wrong : entry.wrong) report.mistakes.push_back({wrong.mistake()});
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Expected expected = expect(entry, seed);
    test_right_ones(entry, expected, seed, accused, report);
    const std::vector<Outcomes> wrong_ones = run_wrong_ones(entry, expected);
    for (std::size_t i = 0; i < entry.wrong.size(); ++i) {
      const WrongOne& wrong = entry.wrong[i];
      const std::string id = wrong.id;
      MistakeRow& row = report.mistakes[i];
      const auto problem = [&](const std::string& what) {
        report.problem("wrong {}, seed {}: {}", id, seed, what);
      };
      // with one seed run once more, although the outcomes are there: what differs from run to run is not
      // named
      const Outcomes outcomes =
          seed == 1 ? run_survivable(described(wrong.describe), expected.cases) : wrong_ones[i];
      const std::set<std::string> failed = failed_parts(expected, outcomes, report);
      if (seed == 1) first_failed[id] = failed;
      if (failed.empty()) {
        row.caught = row.named = false;
        problem("passes every part");
        continue;
      }
      if (failed != first_failed[id]) {
        row.caught = false;
        problem("fails other parts than with seed 1");
      }
      const Named names = name_mistakes(entry, expected, wrong_ones, outcomes);
      bool named = false;
      for (const auto& [part, mistake] : names) {
        // forms of one mistake may share a name on a part where they coincide
        const bool right = mistake.id == id || (!mistake.code.empty() && mistake.code == row.mistake.code);
        named = named || right;
        if (right) continue;
        row.named = false;
        problem(fmt::format("part {} names {} instead", part, mistake.id));
      }
      if (named) continue;
      row.named = false;
      if (names.empty())
        problem("is not named: another wrong implementation gives the same, or it always throws");
    }
  }
  report.right_answers += static_cast<int>(entry.right.size());
  report.accused += static_cast<int>(accused.size());
}

}  // namespace heed::grading
