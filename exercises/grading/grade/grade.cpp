#include "exercises/grading/grade/grade.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "exercises/grading/grade/judge.hpp"
#include "exercises/grading/naming/compared.hpp"
#include "exercises/grading/text_file.hpp"
#include "lib/files/temporary_folder.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

/// Of a part that failed, where a lambda outlives what it refers to: in a part of that function's name, or in
/// any where no part is named so.
bool by_escaping(const Compiled& compiled, const PartVerdict& part, const Exercise& exercise) {
  if (!compiled.escaping || part.status == PartStatus::passed || part.status == PartStatus::not_written)
    return false;
  const auto named = [&](const Part& one) { return one.name == compiled.escaping->function; };
  const bool of_function = std::ranges::any_of(exercise.parts(), named);
  return !of_function || part.name == compiled.escaping->function;
}

bool may_be_run_with_edits(const Expected& expected, const std::string& part) {
  return !expected.exercise.part(part).options.questions &&
         !has_costs(expected.outcomes.at(part), gradient_cost);
}

bool is_unexplained(const PartVerdict& part) {
  return part.failure && !part.failure->at_most && !part.mistake && part.status != PartStatus::not_written;
}

constexpr char seconds_label[] = "seconds of a processor";

std::vector<Inputs> cases_of_other_seeds(const Part& part, std::uint64_t seed) {
  std::vector<Inputs> all;
  for (int more = 5; more > 0; --more) std::ranges::move(draw_cases(part, ++seed), std::back_inserter(all));
  return all;
}

/// The verdict on a part that passed, after its long cases (Part::also_at_length), and the seconds they took.
std::pair<PartVerdict, double> at_length(const Compiled& compiled, const Entry& entry, const Part& part,
                                         const GradeOptions& options, const PartVerdict& passed) {
  Cases cases;
  Draw draw(options.seed);
  part.draw_long(cases, draw);
  Expected expected;
  expected.cases[part.name] = cases.list();
  expected.outcomes[part.name] = run_cases(part, expected.cases[part.name]);
  const double limit = std::max(part.long_seconds, options.seconds);
  // Who sleeps is ended some time, who waits for a busy machine gets what is due.
  const AnswerRun run =
      run_on_cases(compiled.program, part, expected.cases[part.name], {.seconds = limit, .stalled = 60});
  PartVerdict verdict = judge(entry, part, expected, run);
  verdict.checks += passed.checks;
  if (!verdict.failure) return {verdict, run.seconds};
  // nobody reads so many numbers
  FailedCase& failure = *verdict.failure;
  failure.inputs.clear(), failure.expected.reset(), failure.wrong.clear();
  if (!failure.at_most) failure.got.reset();  // of a cost it is one
  if (run.end == End::timed_out) {
    verdict.status = PartStatus::failed;
    failure.output = seconds_label;
    failure.got = NamedValues{.values = {std::max(run.processor_seconds, limit)}};
    failure.at_most = limit;
    verdict.observation = Observation{"slow_at_length"};
  }
  return {verdict, run.seconds};
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

Verdict grade_program(const Entry& entry, const Compiled& compiled, const GradeOptions& options,
                      const CompileAgain& compile_again, const CompileEdits& compile_edits) {
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
  std::set<std::string> timed_out, only_at_length;
  for (const Part& part : expected.exercise.parts()) {
    // After one endless loop the others are not waited for as long.
    const double limit = options.seconds > 0 ? options.seconds : part.options.seconds;
    const double seconds = timed_out.empty() ? limit : std::min(2.0, limit);
    AnswerRun run = run_on_cases(compiled.program, part, expected.cases.at(part.name),
                                 {.seconds = seconds, .sanitized = options.sanitize});
    if (run.end == End::timed_out) timed_out.insert(part.name);
    verdict.run_seconds += run.seconds;
    verdict.parts.push_back(judge(entry, part, expected, run));
    if (part.draw_long && verdict.parts.back().status == PartStatus::passed && !options.sanitize) {
      const auto [judged, took] = at_length(compiled, entry, part, options, verdict.parts.back());
      if (judged.failure) only_at_length.insert(part.name);
      verdict.parts.back() = judged;
      verdict.run_seconds += took;
    }
    if (verdict.printed.size() + run.printed.size() <= 2000) verdict.printed += run.printed;
    got[part.name] = std::move(run.cases);
  }
  TimeForQuestions time, time_without_guards;  // without a guard a loop may have no end
  const auto asking = [&](const fs::path& program, TimeForQuestions& left) {
    return [&, program](const Part& part, const std::vector<Inputs>& cases) {
      return left
          .spend([&](double seconds) {
            return run_on_cases(program, part, cases, {.seconds = seconds, .sanitized = options.sanitize});
          })
          .cases;
    };
  };
  const Ask ask = asking(compiled.program, time);
  const Compared compared = what_is_compared(expected, got, timed_out);
  const auto take_guards = [&] {
    std::vector<Unguarded> programs;
    if (!compile_again) return programs;
    for (auto& [program, guards] : compiled_without_guards(read_text_file(compiled.source), compile_again)) {
      Unguarded& one = programs.emplace_back();
      one.ask = asking(program, time_without_guards);
      one.guards = std::move(guards);
      for (const auto& [part, cases] : compared.expected.cases)
        one.got[part] = one.ask(expected.exercise.part(part), cases);
    }
    return programs;
  };
  const Named named = name_mistakes(entry, compared.expected, compared.got, ask, take_guards);
  std::map<std::string, Observation> mended;
  if (compile_edits && !options.sanitize) {
    std::vector<std::string> wrong, right;
    for (const PartVerdict& part : verdict.parts) {
      if (only_at_length.contains(part.name) || !may_be_run_with_edits(expected, part.name)) continue;
      if (part.status == PartStatus::passed) right.push_back(part.name);
      const bool explained = named.contains(part.name) || by_escaping(compiled, part, expected.exercise);
      if (is_unexplained(part) && !explained) wrong.push_back(part.name);
    }
    if (!wrong.empty())
      mended = mending_edits(read_text_file(compiled.source), expected, got, wrong, right, compile_edits);
  }
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
    if (part.mistake || !part.failure || only_at_length.contains(part.name)) continue;
    if (part.failure->at_most) {
      part.observation = observe_cost(expected.cases.at(part.name), expected.outcomes.at(part.name),
                                      got.at(part.name), part.failure->output);
      continue;
    }
    if (const auto at = mended.find(part.name); at != mended.end()) {
      part.observation = at->second;
      continue;
    }
    const Part& described = expected.exercise.part(part.name);
    part.observation = observe(
        expected.cases.at(part.name), expected.outcomes.at(part.name), got.at(part.name),
        part.failure->output, {described.options.rtol, described.options.atol},
        [&](const Inputs& inputs) { return run_case(described, inputs); },
        [&](const std::vector<Inputs>& cases) { return ask(described, cases); },
        [&] { return cases_of_other_seeds(described, options.seed); });
    if (!part.observation && !described.is_gradient())  // of a gradient nobody was asked for a cost
      part.observation = observe_costs_that_hold(expected.outcomes.at(part.name), got.at(part.name));
    show_named_case(part, described, expected, got.at(part.name));
  }
  if (verdict.passed()) verdict.warnings.clear();
  if (verdict.passed() && options.demo && expected.exercise.demo()) run_demo(verdict, compiled, options);
  return verdict;
}

namespace {

/// Sanitizers name the copy that was compiled: the learner's file stands in its place.
void name_file(Verdict& verdict, const std::string& copy, const std::string& file) {
  for (PartVerdict& part : verdict.parts) {
    if (!part.failure) continue;
    std::string& message = part.failure->message;
    for (std::size_t at; (at = message.find(copy)) != message.npos;) message.replace(at, copy.size(), file);
  }
}

/// What is compiled in that folder; nothing where the compiler crashes: the verdict stands without it.
template <typename Compile>
auto made_in(const fs::path& folder, const Compile& compile) -> decltype(compile(folder)) {
  fs::create_directory(folder);
  try {
    return compile(folder);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

Verdict grade(const Toolchain& toolchain, const Entry& entry, const fs::path& file,
              const GradeOptions& options) {
  const TemporaryFolder temporary;
  const fs::path folder = options.keep.empty() ? temporary.path() : options.keep;
  fs::create_directories(folder);
  const Compiled compiled = compile_answer(toolchain, entry, file, folder, {.sanitize = options.sanitize});
  GradeOptions effective = options;
  effective.sanitize = options.sanitize || toolchain.always_sanitized;
  effective.second_seed = options.second_seed.value_or(compiled.seed);
  // Refused as any answer is: what is decided otherwise in it may be what the compiler left out before.
  const auto compile_again = [&](const std::string& text, const std::string& name) {
    return made_in(folder / name, [&](const fs::path& in) {
      return compile_program(toolchain, entry, text, in, {.sanitize = options.sanitize}).program;
    });
  };
  const auto compile_edits = [&](const std::string& text) {
    return made_in(folder / "edits",
                   [&](const fs::path& in) { return compile_experiment(toolchain, entry, text, in); });
  };
  Verdict verdict = grade_program(entry, compiled, effective, compile_again, compile_edits);
  const fs::path given = fs::absolute(file);
  if (compiled.source != given) name_file(verdict, compiled.source.string(), given.string());
  return verdict;
}

}  // namespace heed::grading
