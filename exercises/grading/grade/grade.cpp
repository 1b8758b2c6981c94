#include "exercises/grading/grade/grade.hpp"

#include <algorithm>
#include <set>

#include "exercises/grading/grade/at_length.hpp"
#include "exercises/grading/grade/judge.hpp"
#include "exercises/grading/grade/observed.hpp"
#include "exercises/grading/naming/compared.hpp"
#include "exercises/grading/text_file.hpp"
#include "lib/files/folders.hpp"

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

/// Of a part: what is enough for an answer a hundred times as slow as the reference on this machine, as
/// nobody is to wait for a loop without an end.
double seconds_for(const Part& part, const Expected& expected, const GradeOptions& options) {
  if (options.seconds > 0) return options.seconds;
  if (options.sanitize) return part.options.seconds;
  return std::min(part.options.seconds, 3 + 100 * expected.seconds.at(part.name));
}

void run_demo(Verdict& verdict, const Compiled& compiled, const GradeOptions& options) {
  const AnswerRun run = run_answer(compiled.program, {}, {.seconds = 20, .sanitized = options.sanitize});
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
                  .others = compiled.others,
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
    const double limit = seconds_for(part, expected, options);
    const double seconds = timed_out.empty() ? limit : std::min(limit, 2.0);  // one has waited already
    AnswerRun run = run_on_cases(compiled.program, part, expected.cases.at(part.name),
                                 {.seconds = seconds, .sanitized = options.sanitize});
    if (run.end == End::timed_out) timed_out.insert(part.name);
    verdict.run_seconds += run.seconds;
    verdict.parts.push_back(judge(entry, part, expected, run));
    if (part.draw_long && verdict.parts.back().status == PartStatus::passed && !options.sanitize) {
      const auto [judged, took] =
          at_length(compiled.program, entry, part, options.seed, options.seconds, verdict.parts.back());
      if (judged.failure) only_at_length.insert(part.name);
      verdict.parts.back() = judged;
      verdict.run_seconds += took;
    }
    if (verdict.printed.size() + run.printed.size() <= 2000) verdict.printed += run.printed;
    got[part.name] = std::move(run.cases);
  }
  TimeForQuestions time;
  const Ask ask = [&](const Part& part, const std::vector<Inputs>& cases) {
    return time
        .spend([&](double seconds) {
          return run_on_cases(compiled.program, part, cases,
                              {.seconds = seconds, .sanitized = options.sanitize});
        })
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
    if (const auto at = named.find(part.name); at != named.end()) part.mistake = at->second;
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
    const Part& described = expected.exercise.part(part.name);
    part.observation = observed(described, part.failure->output, expected, got, options.seed,
                                [&](const std::vector<Inputs>& cases) { return ask(described, cases); });
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

}  // namespace

Verdict grade(const Toolchain& toolchain, const Entry& entry, const fs::path& file,
              const GradeOptions& options) {
  const TemporaryFolder temporary;
  const fs::path folder = options.keep.empty() ? temporary.path() : options.keep;
  fs::create_directories(folder);
  GradeOptions effective = options;
  effective.sanitize = options.sanitize || toolchain.always_sanitized;
  const Compiled compiled = compile_answer(toolchain, entry, file, folder, {.sanitize = options.sanitize});
  effective.second_seed = options.second_seed.value_or(compiled.seed);
  Verdict verdict = grade_program(entry, compiled, effective);
  const fs::path given = fs::absolute(file);
  if (compiled.source != given) name_file(verdict, compiled.source.string(), given.string());
  return verdict;
}

}  // namespace heed::grading
