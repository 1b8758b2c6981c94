#include <fmt/format.h>

#include "exercises/grading/naming/compared.hpp"
#include "exercises/grading/naming/two_mistakes.hpp"
#include "exercises/grading/self_test/self_test.hpp"

namespace heed::grading {

namespace {

/// What the rest of the known mistakes says of one; only what is named in part.
void name_by_the_others(const Entry& entry, const Expected& expected, std::size_t left_out,
                        std::vector<Outcomes> wrong_ones, LeftOut& counts) {
  // the right solution takes its place: switches go by places
  Entry others = entry;
  WrongOne& gone = others.wrong[left_out];
  gone.describe = entry.reference, gone.change = entry.choose_reference, gone.has_switch = false;
  const Outcomes got = wrong_ones[left_out];
  for (auto& [part, outcomes] : wrong_ones[left_out]) outcomes = expected.outcomes.at(part);
  const Exercise answer = described(entry.wrong[left_out].describe);
  const auto ask = [&](const Part& part, const std::vector<Inputs>& cases) {
    return run_cases(answer.part(part.name), cases);
  };
  const Mistake& mistake = entry.wrong[left_out].mistake;
  bool as_a_form = false, otherwise = false;
  for (const auto& [part, named] : name_mistakes(others, expected, wrong_ones, got, ask)) {
    const Mistake& one = named.front();
    if (one.wrong == 0) continue;
    (same_code(one, mistake) ? as_a_form : otherwise) = true;
    fmt::print("{} {}, part {}: {} in {} of {} wrong cases{}\n", entry.name, mistake.id, part, one.id,
               one.alike, one.wrong, same_code(one, mistake) ? ", a form of it" : "");
  }
  ++counts.tried;
  counts.as_a_form += as_a_form;
  counts.otherwise += otherwise;
}

}  // namespace

LeftOut leave_one_out(const Entry& entry) {
  constexpr std::uint64_t first_seed = 1, second_seed = 2;
  Expected expected = expect(entry, first_seed, second_seed);
  expected = what_is_compared(expected, expected.outcomes, {}).expected;
  const std::vector<Outcomes> wrong_ones = run_wrong_ones(entry, expected);
  LeftOut counts;
  for (std::size_t i = 0; i < entry.wrong.size(); ++i)
    if (!is_deadly(expected.exercise, entry.wrong[i].mistake.id))
      name_by_the_others(entry, expected, i, wrong_ones, counts);
  return counts;
}

}  // namespace heed::grading
