#include "exercises/grading/grade.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "exercises/grading/compared.hpp"
#include "lib/files/temporary_folder.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

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

/// What the first outcome that is not right says about the part.
void fill_failure(PartVerdict& verdict, const Part& part, const Inputs& inputs, const CaseOutcome& got,
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
  } else if (!part.options.questions) {
    failure.expected = values_of("", mismatch.expected);
    failure.wrong.assign(mismatch.wrong.begin(), mismatch.wrong.end());
  }
  for (const Output& output : got.outputs) {
    if (output.purpose == Purpose::shown) failure.shown.push_back(values_of(output.name, output.value));
  }
}

/// Of a part that failed, where a lambda outlives what it refers to: in a part of that function's name, or in
/// any where no part is named so.
bool by_escaping(const Compiled& compiled, const PartVerdict& part, const Exercise& exercise) {
  if (!compiled.escaping || part.status == PartStatus::passed || part.status == PartStatus::not_written)
    return false;
  const auto named = [&](const Part& one) { return one.name == compiled.escaping->function; };
  const bool of_function = std::any_of(exercise.parts().begin(), exercise.parts().end(), named);
  return !of_function || part.name == compiled.escaping->function;
}

/// What grade.cpp says that a crash or a timeout in this part means: of the stack overflowing or of time
/// running out, where smaller cases came out right before.
std::optional<Mistake> meant_by(const AnswerRun& run, const PartVerdict& so_far, const Part& part,
                                const Entry& entry) {
  constexpr std::size_t enough = 3;
  if (so_far.failure || run.cases.size() < enough) return {};
  const std::string& id = run.reason == "stack_overflow" ? part.options.crash_means
                          : run.end == End::timed_out    ? part.options.timeout_means
                                                         : std::string();
  for (const WrongOne& wrong : entry.wrong) {
    if (wrong.mistake.id == id) return wrong.mistake;
  }
  return {};
}

PartVerdict judge(const Entry& entry, const Part& part, const Expected& expected, const AnswerRun& run) {
  PartVerdict verdict{.name = part.name,
                      .max_points = static_cast<double>(part.options.points),
                      .status = PartStatus::passed};
  const std::vector<Inputs>& cases = expected.cases.at(part.name);
  const std::vector<CaseOutcome>& right = expected.outcomes.at(part.name);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool came_out = i < run.cases.size();
    if (i > run.cases.size()) break;  // not reached: nothing is known of it
    const CaseOutcome got = came_out ? run.cases[i] : CaseOutcome{.ending = Ending::threw};
    const Comparison comparison = compare(right[i], got, {part.options.rtol, part.options.atol});
    verdict.checks += comparison.checks;
    verdict.failed_checks += comparison.failed;
    const bool wrong = comparison.failed > 0 || got.ending != Ending::finished;
    if (!wrong || verdict.failure) continue;
    if (came_out) {
      fill_failure(verdict, part, cases[i], got, comparison);
    } else {
      verdict.status = status_of(run.end);
      verdict.mistake = meant_by(run, verdict, part, entry);
      FailedCase& failure = verdict.failure.emplace(failed_case(cases[i]));
      failure.message = run.message, failure.signal = run.signal, failure.reason = run.reason;
    }
  }
  // It came through all cases and crashed while ending: what it computed counts.
  if (verdict.status == PartStatus::passed) verdict.points = verdict.max_points;
  return verdict;
}

/// Where an observation speaks of another wrong case than the one that is shown: that one is shown.
void show_named_case(PartVerdict& verdict, const Part& part, const Expected& expected,
                     const std::vector<CaseOutcome>& got) {
  if (!verdict.observation || verdict.status != PartStatus::failed) return;
  const std::vector<std::string>& names = verdict.observation->names;
  const auto named = [&](const std::string& label) {
    return std::find(names.begin(), names.end(), label) != names.end();
  };
  if (named(verdict.failure->label)) return;
  const std::vector<Inputs>& cases = expected.cases.at(part.name);
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!named(cases[i].label) || got[i].ending != Ending::finished) continue;
    const Comparison comparison =
        compare(expected.outcomes.at(part.name)[i], got[i], {part.options.rtol, part.options.atol});
    if (!comparison.first || comparison.first->kind != Difference::values) continue;
    return fill_failure(verdict, part, cases[i], got[i], comparison);
  }
}

std::vector<Inputs> cases_of_other_seeds(const Part& part, std::uint64_t seed) {
  std::vector<Inputs> all;
  for (int more = 5; more > 0; --more) std::ranges::move(draw_cases(part, ++seed), std::back_inserter(all));
  return all;
}

void run_demo(Verdict& verdict, const Compiled& compiled, const GradeOptions& options) {
  const bool apart = !compiled.link_shown.empty();
  if (apart && run_tool(compiled.link_shown).status != 0) {
    verdict.demo = {{"(What would be shown here could not be linked.)",
                     "(여기에 보여 줄 프로그램을 링크하지 못했습니다.)"}};
    return;
  }
  const fs::path program = apart ? fs::path(compiled.link_shown.back()) : compiled.program;
  const AnswerRun run = run_answer(program, {}, {.seconds = 20, .sanitized = options.sanitize});
  if (run.end == End::all_cases) verdict.demo = run.demo;
}

}  // namespace

Verdict grade_program(const Entry& entry, const Compiled& compiled, const GradeOptions& options) {
  Verdict verdict{.exercise = entry.name,
                  .chapter = entry.chapter,
                  .seed = options.seed,
                  .compiled = compiled.ok(),
                  .errors = compiled.messages.errors,
                  .warnings = compiled.messages.warnings,
                  .missing = compiled.missing,
                  .forbidden = compiled.forbidden,
                  .compile_seconds = compiled.seconds};
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
    const Job job{part.name, expected.cases.at(part.name)};
    // After one endless loop the others are not waited for as long.
    const double limit = options.seconds > 0 ? options.seconds : part.options.seconds;
    const double seconds = timed_out.empty() ? limit : std::min(2.0, limit);
    AnswerRun run = run_answer(compiled.program, job, {.seconds = seconds, .sanitized = options.sanitize});
    if (run.end == End::timed_out) timed_out.insert(part.name);
    verdict.run_seconds += run.seconds;
    verdict.parts.push_back(judge(entry, part, expected, run));
    if (verdict.printed.size() + run.printed.size() <= 2000) verdict.printed += run.printed;
    got[part.name] = std::move(run.cases);
  }
  const auto ask = [&](const Part& part, const std::vector<Inputs>& cases) {
    return run_answer(compiled.program, {part.name, cases}, {.seconds = 2, .sanitized = options.sanitize})
        .cases;
  };
  const Compared compared = what_is_compared(expected, got, timed_out);
  const Named named = name_mistakes(entry, compared.expected, compared.got, ask);
  for (PartVerdict& part : verdict.parts) {
    const Part& questions = expected.exercise.part(part.name);
    if (questions.options.questions) {
      part.by_question = name_answers(entry, questions, expected, got.at(part.name));
      if (part.status == PartStatus::failed && !part.by_question.empty())
        part.mistake = part.by_question.front();
      continue;
    }
    if (const auto at = named.find(part.name); at != named.end()) {
      part.mistake = at->second.front();
      if (at->second.size() > 1) part.second_mistake = at->second.back();
    }
    if (!part.mistake && by_escaping(compiled, part, expected.exercise)) {
      part.observation =
          Observation{"captured_reference", {}, {static_cast<double>(compiled.escaping->line)}};
      continue;
    }
    if (part.mistake || !part.failure) continue;
    if (part.failure->at_most) {
      part.observation = observe_cost(expected.cases.at(part.name), expected.outcomes.at(part.name),
                                      got.at(part.name), part.failure->output);
      continue;
    }
    const Part& described = expected.exercise.part(part.name);
    part.observation = observe(
        expected.cases.at(part.name), expected.outcomes.at(part.name), got.at(part.name),
        part.failure->output, {described.options.rtol, described.options.atol},
        [&](const Inputs& inputs) { return run_case(described, inputs); },
        [&](const std::vector<Inputs>& cases) { return ask(described, cases); },
        [&] { return cases_of_other_seeds(described, options.seed); });
    show_named_case(part, described, expected, got.at(part.name));
  }
  if (verdict.passed()) verdict.warnings.clear();
  if (verdict.passed() && expected.exercise.demo()) run_demo(verdict, compiled, options);
  return verdict;
}

Verdict grade(const Toolchain& toolchain, const Entry& entry, const fs::path& file,
              const GradeOptions& options) {
  const TemporaryFolder temporary;
  const fs::path folder = options.keep.empty() ? temporary.path() : options.keep;
  fs::create_directories(folder);
  const Compiled compiled = compile_answer(toolchain, entry, file, folder, {.sanitize = options.sanitize});
  GradeOptions effective = options;
  effective.sanitize = options.sanitize || toolchain.always_sanitized;
  effective.second_seed = options.second_seed.value_or(compiled.hash);
  return grade_program(entry, compiled, effective);
}

}  // namespace heed::grading
