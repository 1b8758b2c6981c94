#include "exercises/grading/grade/grade.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include "exercises/grading/grade/at_length.hpp"
#include "exercises/grading/grade/judge.hpp"
#include "exercises/grading/grade/observed.hpp"
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

Verdict grade_program(const Entry& entry, const Compiled& compiled, const GradeOptions& options,
                      const CompileAgain& compile_again, const CompileEdits& compile_edits,
                      std::unique_ptr<EditProgram> edits) {
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
    if (compile_edits && !edits && is_unexplained(verdict.parts.back()) &&
        !only_at_length.contains(part.name) && may_be_run_with_edits(expected, part.name))
      // compiled while the rest runs and mistakes are looked for
      edits = std::make_unique<EditProgram>(read_text_file(compiled.source), compile_edits);
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
  std::set<std::string> unexplained;
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
    const Part& described = expected.exercise.part(part.name);
    part.observation = observed(described, part.failure->output, expected, got, options.seed,
                                [&](const std::vector<Inputs>& cases) { return ask(described, cases); });
    unexplained.insert(part.name);
  }
  std::vector<std::string> wrong, right;
  for (const PartVerdict& part : verdict.parts) {
    if (only_at_length.contains(part.name) || !may_be_run_with_edits(expected, part.name)) continue;
    if (part.status == PartStatus::passed) right.push_back(part.name);
    if (is_unexplained(part) && unexplained.contains(part.name)) wrong.push_back(part.name);
  }
  std::map<std::string, Observation> mended;
  if (edits && !wrong.empty()) mended = mending_edits(*edits, expected, got, wrong, right);
  for (PartVerdict& part : verdict.parts) {
    if (const auto at = mended.find(part.name); at != mended.end())
      part.observation = at->second;
    else if (unexplained.contains(part.name))
      show_named_case(part, expected.exercise.part(part.name), expected, got.at(part.name));
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

/// What a compiler makes; nothing where it crashes: the verdict stands without it.
template <typename Made>
auto unless_it_crashes(const Made& made) -> decltype(made()) {
  try {
    return made();
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
  GradeOptions effective = options;
  effective.sanitize = options.sanitize || toolchain.always_sanitized;
  CompileEdits compile_edits;
  if (options.edits && !effective.sanitize)
    compile_edits = [&](const std::string& text) -> std::function<Experiment()> {
      fs::create_directory(folder / "edits");
      const auto compiler = std::make_shared<ExperimentAtWork>(toolchain, entry, text, folder / "edits");
      return [compiler] { return unless_it_crashes([&] { return compiler->outcome(); }); };
    };
  std::unique_ptr<EditProgram> edits;
  if (compile_edits && options.ahead && !is_too_large(file))
    edits = std::make_unique<EditProgram>(read_text_file(fs::absolute(file)), compile_edits);
  const Compiled compiled = compile_answer(toolchain, entry, file, folder, {.sanitize = options.sanitize});
  effective.second_seed = options.second_seed.value_or(compiled.seed);
  // it may have been saved between
  if (!compiled.ok() || (edits && edits->text() != read_text_file(compiled.source))) edits.reset();
  // Refused as any answer is: what is decided otherwise in it may be what the compiler left out before.
  const auto compile_again = [&](const std::string& text, const std::string& name) {
    fs::create_directory(folder / name);
    return unless_it_crashes([&] {
      return compile_program(toolchain, entry, text, folder / name, {.sanitize = options.sanitize}).program;
    });
  };
  Verdict verdict = grade_program(entry, compiled, effective, compile_again, compile_edits, std::move(edits));
  const fs::path given = fs::absolute(file);
  if (compiled.source != given) name_file(verdict, compiled.source.string(), given.string());
  return verdict;
}

}  // namespace heed::grading
