#include "exercises/grading/naming/unguarded.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace heed::grading {

namespace {

/// Whether the answer is wrong in at least a third of the numbers in which this mistake is, and hardly
/// anywhere else. (Where that has none and 0 is right, whatever guards it may have made it 0.)
bool is_wrong_where(const Evidence& evidence, std::size_t mistake, const std::string& name) {
  const Tolerance tolerance = tolerance_of(evidence.expected.exercise.part(name));
  const std::vector<CaseOutcome>&right = evidence.expected.outcomes.at(name),
        &known = evidence.wrong_ones[mistake].at(name), &got = evidence.got.at(name);
  const Tolerance loose = rounded(tolerance);
  int wrong = 0, both = 0, only_answer = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    for (const Output& output : right[i].outputs) {
      const Output *its = find_like(known[i], output), *given = find_like(got[i], output);
      if (output.purpose != Purpose::compared || its == nullptr) continue;
      for (int n = 0; n < output.value.size(); ++n) {
        const double should = output.value.flat(n), number = its->value.flat(n);
        const bool known_wrong = !close(should, number, tolerance);
        const bool answer_wrong = given == nullptr || !close(should, given->value.flat(n), tolerance);
        if (known_wrong && !answer_wrong && should == 0 && !std::isfinite(number)) continue;
        wrong += known_wrong;
        both += known_wrong && answer_wrong;
        only_answer +=
            !known_wrong && answer_wrong && !(given != nullptr && close(should, given->value.flat(n), loose));
      }
    }
  }
  return both > 0 && 3 * both >= wrong && 2 * both >= only_answer;
}

/// The implementations from which a part cannot be told without guards: the one that is most often like it
/// with them comes first.
std::vector<std::size_t> same_without_guards(const Evidence& answer, WithoutItsGuards& without,
                                             const std::string& name, Guards guards) {
  if (std::ranges::find(without.evidence.parts.failed, name) == without.evidence.parts.failed.end())
    return {};
  std::vector<std::size_t> same = candidates_by_numbers(without.evidence, name, without.further, guards).same;
  std::erase_if(same, [&](std::size_t i) { return !is_wrong_where(answer, i, name); });
  same = best(same, without.evidence.alike);
  std::ranges::stable_sort(same, std::greater{},
                           [&](std::size_t i) { return answer.alike[i].at(name).alike; });
  return same;
}

}  // namespace

Named named_without_guards(const Evidence& answer, std::deque<WithoutItsGuards>& programs, Guards guards,
                           std::vector<std::string>& parts, CandidatesOf& candidates_of) {
  Named found;
  for (WithoutItsGuards& without : programs) {
    std::erase_if(parts, [&](const std::string& part) { return without.evidence.passes(part); });
    const auto which = [&](const std::string& name) {
      return same_without_guards(answer, without, name, guards);
    };
    Named more = named_by(without.evidence, parts, which, candidates_of);
    for (auto& one : more) one.second.front().guards = without.program.guards;
    parts = without_those_of(more, parts);
    found.merge(more);
  }
  return found;
}

}  // namespace heed::grading
