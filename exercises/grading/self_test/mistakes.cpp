#include <fmt/format.h>
#include <set>

#include "exercises/grading/name/naming.hpp"
#include "exercises/grading/self_test/self_test.hpp"

namespace heed::grading {

namespace {

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
