#include "exercises/grading/name/judge.hpp"

#include <algorithm>

namespace heed::grading {

namespace {

PartStatus status_of(End end) {
  switch (end) {
    case End::timed_out:
      return PartStatus::timeout;
    case End::no_memory:
      return PartStatus::memory;
    case End::left_early:
      return PartStatus::missing_output;
    default:
      return PartStatus::crashed;
  }
}

PartStatus status_of(Ending ending) {
  switch (ending) {
    case Ending::not_written:
      return PartStatus::not_written;
    case Ending::no_memory:
      return PartStatus::memory;
    case Ending::changed_input:
      return PartStatus::changed_input;
    default:
      return PartStatus::threw;
  }
}

NamedValues values_of(const std::string& name, const Tensor& tensor) {
  return {.name = name, .shape = tensor.shape(), .values = tensor.values()};
}

FailedCase failed_case(const Inputs& inputs) {
  FailedCase failure{.label = inputs.label};
  for (const Input& input : inputs.values)
    failure.inputs.push_back(values_of(input.name, as_tensor(input.value)));
  return failure;
}

/// Writes into the verdict what the first outcome that is not right says about the part.
void fill_failure(PartVerdict& verdict, const Inputs& inputs, const CaseOutcome& got,
                  const Comparison& comparison) {
  FailedCase& failure = verdict.failure.emplace(failed_case(inputs));
  if (got.ending != Ending::finished) {
    verdict.status = status_of(got.ending);
    failure.message = got.message;
    if (got.ending == Ending::threw_other) failure.reason = "no_std_exception";
    return;
  }
  const Mismatch& mismatch = *comparison.first;
  verdict.status = mismatch.kind == Difference::shape ? PartStatus::wrong_shape : PartStatus::failed;
  failure.output = mismatch.output;
  failure.got = values_of("", mismatch.got);
  if (mismatch.kind == Difference::cost) {
    failure.at_most = mismatch.at_most;
  } else {
    failure.expected = values_of("", mismatch.expected);
    failure.wrong.assign(mismatch.wrong.begin(), mismatch.wrong.end());
  }
  for (const Output& output : got.outputs) {
    if (output.purpose == Purpose::shown) failure.shown.push_back(values_of(output.name, output.value));
  }
}

}  // namespace

PartVerdict judge(const Part& part, const Expected& expected, const AnswerRun& run) {
  PartVerdict verdict{.name = part.name,
                      .max_points = static_cast<double>(part.options.points),
                      .status = PartStatus::passed};
  const std::vector<Inputs>& cases = expected.cases.at(part.name);
  const std::vector<CaseOutcome>& right = expected.outcomes.at(part.name);
  const bool answered =
      part.options.questions && run.cases.size() >= cases.size() &&
      std::ranges::all_of(run.cases, [](const CaseOutcome& got) { return got.ending == Ending::finished; });
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool came_out = i < run.cases.size();
    if (i > run.cases.size()) break;  // not reached: nothing is known of it
    const CaseOutcome got = came_out ? run.cases[i] : CaseOutcome{.ending = Ending::threw};
    const Comparison comparison = compare(right[i], got, {part.options.rtol, part.options.atol});
    verdict.checks += comparison.checks;
    verdict.failed_checks += comparison.failed;
    const bool wrong = comparison.failed > 0 || got.ending != Ending::finished;
    if (!wrong || verdict.failure || answered) continue;  // any answers earn the points
    if (came_out) {
      fill_failure(verdict, cases[i], got, comparison);
    } else {
      verdict.status = status_of(run.end);
      FailedCase& failure = verdict.failure.emplace(failed_case(cases[i]));
      failure.message = run.message, failure.signal = run.signal, failure.reason = run.reason;
    }
  }
  // It came through all cases and crashed while ending: what it computed counts.
  if (verdict.status == PartStatus::passed) verdict.points = verdict.max_points;
  return verdict;
}

}  // namespace heed::grading
