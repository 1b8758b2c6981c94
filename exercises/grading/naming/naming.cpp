#include "exercises/grading/naming/naming.hpp"

#include <algorithm>

#include "exercises/grading/naming/singles.hpp"

namespace heed::grading {

Named name_mistakes(const Entry& entry, const Expected& expected, const std::vector<Outcomes>& wrong_ones,
                    const Outcomes& got, const Ask& ask) {
  const Evidence evidence = evidence_of(entry, expected, wrong_ones, got);
  Named named;
  CandidatesOf candidates_of;
  Further further(evidence, ask);
  for (const std::string& name : evidence.parts.failed) {
    const std::vector<std::size_t> left =
        best(candidates_by_numbers(evidence, name, further).first(), evidence.alike);
    const auto mistake = only_one(entry, left);
    if (!mistake) continue;
    named[name] = *mistake;
    candidates_of[name] = left;
  }
  erase_contradicted(evidence, candidates_of, named);
  return named;
}

Named name_mistakes(const Entry& entry, const Expected& expected, const Outcomes& got, const Ask& ask) {
  if (parts_of(expected, got).failed.empty()) return {};
  return name_mistakes(entry, expected, run_wrong_ones(entry, expected), got, ask);
}

std::vector<Mistake> name_answers(const Entry& entry, const Part& part, const Expected& expected,
                                  const std::vector<CaseOutcome>& got) {
  const std::vector<CaseOutcome>& right = expected.outcomes.at(part.name);
  const bool all_right = passes(part, right, got);
  std::vector<Mistake> named;
  for (std::size_t i = 0; i < std::min(got.size(), right.size()); ++i) {
    const auto meant = std::ranges::find_if(entry.wrong, [&](const WrongOne& wrong) {
      const CaseOutcome its =
          run_case(described(wrong.describe).part(part.name), expected.cases.at(part.name)[i]);
      return !same(right[i], its, tolerance_of(part)) && (all_right || same(its, got[i], tolerance_of(part)));
    });
    if (meant != entry.wrong.end()) named.push_back(meant->mistake);
  }
  return named;
}

}  // namespace heed::grading
