#include "exercises/grading/grade.hpp"

#include <algorithm>
#include <iterator>
#include <random>

#include "lib/files/temporary_folder.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

std::uint64_t random_number() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) ^ device();
}

Status status_of(End end) {
  switch (end) {
    case End::timed_out:
      return Status::timeout;
    case End::no_memory:
      return Status::memory;
    case End::left_early:
      return Status::missing_output;
    default:
      return Status::crashed;
  }
}

Status status_of(Ending ending) {
  switch (ending) {
    case Ending::not_written:
      return Status::not_written;
    case Ending::no_memory:
      return Status::memory;
    case Ending::changed_input:
      return Status::changed_input;
    default:
      return Status::threw;
  }
}

/// What the first outcome that is not right says about the part.
void fill_failure(PartVerdict& verdict, const Inputs& inputs, const CaseOutcome& got,
                  const Comparison& comparison) {
  verdict.failure = Failure{inputs};
  if (got.ending != Ending::finished) {
    verdict.status = status_of(got.ending);
    verdict.failure->message = got.message;
    if (got.ending == Ending::threw_other) verdict.failure->reason = "no_std_exception";
    return;
  }
  verdict.status = comparison.first->kind == Difference::shape ? Status::wrong_shape : Status::failed;
  verdict.failure->mismatch = comparison.first;
  std::copy_if(got.outputs.begin(), got.outputs.end(), std::back_inserter(verdict.failure->shown),
               [](const Output& output) { return output.purpose == Purpose::shown; });
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
  PartVerdict verdict{.name = part.name, .max_points = part.options.points, .status = Status::passed};
  const std::vector<Inputs>& cases = expected.cases.at(part.name);
  const std::vector<CaseOutcome>& right = expected.outcomes.at(part.name);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool came_out = i < run.cases.size();
    const CaseOutcome got = came_out ? run.cases[i] : CaseOutcome{.ending = Ending::threw};
    const Comparison comparison = compare(right[i], got, {part.options.rtol, part.options.atol});
    verdict.checks += comparison.checks;
    verdict.failed_checks += comparison.failed;
    const bool wrong = comparison.failed > 0 || got.ending != Ending::finished;
    if (!wrong || verdict.failure) continue;
    if (came_out) {
      fill_failure(verdict, cases[i], got, comparison);
    } else {
      verdict.status = status_of(run.end);
      verdict.mistake = meant_by(run, verdict, part, entry);
      verdict.failure =
          Failure{.inputs = cases[i], .message = run.message, .signal = run.signal, .reason = run.reason};
    }
  }
  // It came through all cases and crashed while ending: what it computed counts.
  if (verdict.status == Status::passed) verdict.points = verdict.max_points;
  return verdict;
}

void run_demo(Verdict& verdict, const fs::path& folder, const GradeOptions& options) {
  const Job job{.nonce = random_number()};
  const AnswerRun run =
      run_answer(verdict.compiled.program, job, folder, {.seconds = 20, .sanitized = options.sanitize});
  if (run.end == End::all_cases) verdict.demo = run.demo;
}

}  // namespace

const char* to_string(Status status) {
  constexpr std::array names{"passed", "failed",      "not_written",    "threw",         "crashed", "timeout",
                             "memory", "wrong_shape", "missing_output", "changed_input", "not_run"};
  return names.at(static_cast<std::size_t>(status));
}

int Verdict::points() const {
  int sum = 0;
  for (const PartVerdict& part : parts) sum += part.points;
  return sum;
}

int Verdict::max_points() const {
  int sum = 0;
  for (const PartVerdict& part : parts) sum += part.max_points;
  return sum;
}

bool Verdict::passed() const {
  return compiled.ok() && std::all_of(parts.begin(), parts.end(),
                                      [](const PartVerdict& part) { return part.status == Status::passed; });
}

Verdict grade_program(const Entry& entry, const Compiled& compiled, const fs::path& folder,
                      const GradeOptions& options) {
  Verdict verdict{
      .exercise = entry.name, .chapter = entry.chapter, .seed = options.seed, .compiled = compiled};
  if (!compiled.ok()) {
    const Exercise exercise = described(entry.reference);
    for (const Part& part : exercise.parts())
      verdict.parts.push_back({.name = part.name, .max_points = part.options.points});
    return verdict;
  }
  const Expected expected = expect(entry, options.seed, options.second_seed);
  Outcomes got;
  bool patient = true;
  for (const Part& part : expected.exercise.parts()) {
    const Job job{random_number(), part.name, expected.cases.at(part.name)};
    // After one endless loop the others are not waited for as long.
    const double limit = options.seconds > 0 ? options.seconds : part.options.seconds;
    const double seconds = patient ? limit : std::min(2.0, limit);
    AnswerRun run =
        run_answer(compiled.program, job, folder, {.seconds = seconds, .sanitized = options.sanitize});
    patient = patient && run.end != End::timed_out;
    verdict.run_seconds += run.seconds;
    verdict.parts.push_back(judge(entry, part, expected, run));
    if (verdict.printed.size() + run.printed.size() <= 2000) verdict.printed += run.printed;
    got[part.name] = std::move(run.cases);
  }
  const Named named = name_mistakes(entry, expected, got);
  for (PartVerdict& part : verdict.parts) {
    if (const auto at = named.find(part.name); at != named.end()) {
      part.mistake = at->second.front();
      if (at->second.size() > 1) part.second_mistake = at->second.back();
    }
    // of a cost the numbers say nothing
    const bool values =
        part.failure && (!part.failure->mismatch || part.failure->mismatch->kind != Difference::cost);
    if (part.mistake || !values) continue;
    const Part& described = expected.exercise.part(part.name);
    part.observation =
        observe(expected.cases.at(part.name), expected.outcomes.at(part.name), got.at(part.name),
                part.failure->mismatch ? part.failure->mismatch->output : "",
                {described.options.rtol, described.options.atol});
  }
  if (verdict.passed() && expected.exercise.demo()) run_demo(verdict, folder, options);
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
  return grade_program(entry, compiled, temporary.path(), effective);
}

}  // namespace heed::grading
