#include "exercises/grading/name/grade.hpp"

#include <algorithm>
#include <set>

#include "exercises/grading/name/naming.hpp"
#include "exercises/grading/name/observation.hpp"
#include "exercises/grading/run/run_answer.hpp"
#include "lib/files/folders.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

/// The program's results of these cases of a part, judged where the part says so (Part::judged).
AnswerRun run_on_cases(const fs::path& program, const Part& part, const std::vector<Inputs>& cases,
                       RunOptions options) {
  AnswerRun run = run_answer(program, {part.name, cases}, options);
  run.cases.resize(std::min(run.cases.size(), cases.size()));
  for (std::size_t i = 0; i < run.cases.size(); ++i)
    run.cases[i] = judged_outcome(part, cases[i], std::move(run.cases[i]));
  return run;
}

PartStatus status_of(End end) {
  return end == End::timed_out    ? PartStatus::timeout
         : end == End::no_memory  ? PartStatus::memory
         : end == End::left_early ? PartStatus::missing_output
                                  : PartStatus::crashed;
}

PartStatus status_of(Ending ending) {
  return ending == Ending::not_written     ? PartStatus::not_written
         : ending == Ending::no_memory     ? PartStatus::memory
         : ending == Ending::changed_input ? PartStatus::changed_input
                                           : PartStatus::threw;
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

/// Status, points, and the first case that is not right.
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
    const Comparison comparison = compare(right[i], got, tolerance_of(part));
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

/// Returns what is enough for an answer a hundred times as slow as the reference on this machine, as nobody
/// is to wait for a loop without an end.
double seconds_for(const Part& part, const Expected& expected, const GradeOptions& options) {
  constexpr double most = 10;
  if (options.seconds > 0) return options.seconds;
  return options.sanitize ? most : std::min(most, 3 + 100 * expected.seconds.at(part.name));
}

/// Puts the reason behind each part that failed: a known mistake, else what is seen in the numbers.
void explain(Verdict& verdict, const Entry& entry, const Expected& expected, const Outcomes& got,
             const std::set<std::string>& timed_out) {
  Expected compared = expected;
  Outcomes compared_got = got;
  leave_out_long_cases(compared, compared_got, timed_out);
  const Named named = name_mistakes(entry, compared, compared_got);
  for (PartVerdict& part : verdict.parts) {
    const Part& its = expected.exercise.part(part.name);
    if (its.options.questions) {
      part.by_question = name_answers(entry, its, expected, got.at(part.name));
    } else if (const auto at = named.find(part.name); at != named.end()) {
      part.mistake = at->second;
    } else if (part.failure && !part.failure->at_most) {  // a cost says it all by its limit
      part.observation = observe(expected.cases.at(part.name), expected.outcomes.at(part.name),
                                 got.at(part.name), part.failure->output, tolerance_of(its),
                                 [&](const Inputs& inputs) { return run_case(its, inputs); });
    }
  }
}

/// Sanitizers name the copy that was compiled: the learner's file stands in its place.
void name_file(Verdict& verdict, const std::string& copy, const std::string& file) {
  for (PartVerdict& part : verdict.parts) {
    if (!part.failure) continue;
    std::string& message = part.failure->message;
    for (std::size_t at; (at = message.find(copy)) != message.npos;) message.replace(at, copy.size(), file);
  }
}

}  // namespace

Verdict grade_program(const Entry& entry, const Compiled& compiled, const GradeOptions& options) {
  Verdict verdict{.exercise = entry.name,
                  .compiled = compiled.ok(),
                  .errors = compiled.messages.errors,
                  .warnings = compiled.messages.warnings,
                  .missing = compiled.missing,
                  .others = compiled.others,
                  .forbidden = compiled.forbidden};
  if (!compiled.ok()) {
    const Exercise exercise = described(entry.reference);
    for (const Part& part : exercise.parts())
      verdict.parts.push_back({.name = part.name, .max_points = static_cast<double>(part.options.points)});
    return verdict;
  }
  const Expected expected = expect(entry, options.seed, options.second_seed);
  Outcomes got;
  std::set<std::string> timed_out;
  for (const Part& part : expected.exercise.parts()) {
    const double limit = seconds_for(part, expected, options);
    const double seconds = timed_out.empty() ? limit : std::min(limit, 2.0);  // one has waited already
    AnswerRun run = run_on_cases(compiled.program, part, expected.cases.at(part.name),
                                 {.seconds = seconds, .sanitized = options.sanitize});
    if (run.end == End::timed_out) timed_out.insert(part.name);
    verdict.parts.push_back(judge(part, expected, run));
    if (verdict.printed.size() + run.printed.size() <= 2000) verdict.printed += run.printed;
    got[part.name] = std::move(run.cases);
  }
  explain(verdict, entry, expected, got, timed_out);
  if (!verdict.passed()) return verdict;
  verdict.warnings.clear();
  if (options.demo && expected.exercise.demo()) {
    const AnswerRun run = run_answer(compiled.program, {}, {.seconds = 20, .sanitized = options.sanitize});
    if (run.end == End::all_cases) verdict.demo = run.demo;
  }
  return verdict;
}

Verdict grade(const Toolchain& toolchain, const Entry& entry, const fs::path& file,
              const GradeOptions& options) {
  const TemporaryFolder folder;
  GradeOptions effective = options;
  effective.sanitize = options.sanitize || toolchain.always_sanitized;
  const Compiled compiled =
      compile_answer(toolchain, entry, file, folder.path(), {.sanitize = options.sanitize});
  effective.second_seed = compiled.seed;
  Verdict verdict = grade_program(entry, compiled, effective);
  name_file(verdict, compiled.source.string(), fs::absolute(file).string());
  return verdict;
}

}  // namespace heed::grading
