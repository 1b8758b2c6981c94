#include "exercises/grading/grade/at_length.hpp"

#include <algorithm>

#include "exercises/grading/grade/programs.hpp"

namespace heed::grading {

namespace {

constexpr char seconds_label[] = "seconds of a processor";

}  // namespace

std::pair<PartVerdict, double> at_length(const std::filesystem::path& program, const Entry& entry,
                                         const Part& part, std::uint64_t seed, double seconds,
                                         const PartVerdict& passed) {
  Cases cases;
  Draw draw(seed);
  part.draw_long(cases, draw);
  Expected expected;
  expected.cases[part.name] = cases.list();
  expected.outcomes[part.name] = run_cases(part, expected.cases[part.name]);
  const double limit = std::max(part.long_seconds, seconds);
  // Who sleeps is ended some time, who waits for a busy machine gets what is due.
  const AnswerRun run =
      run_on_cases(program, part, expected.cases[part.name], {.seconds = limit, .stalled = 60});
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

}  // namespace heed::grading
