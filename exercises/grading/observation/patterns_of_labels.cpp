// Which cases are right, by their labels, and which results.
#include <set>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

/// By their labels, which cases are right, where that says more than which are wrong.
Pattern of_labels(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  constexpr std::size_t few = 3;
  std::vector<std::string> rights, wrongs;
  std::set<std::string> bad;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!right[i]) bad.insert(cases[i].label);
  }
  std::set<std::string> told;
  for (const Inputs& one : cases) {
    if (told.insert(one.label).second) (bad.contains(one.label) ? wrongs : rights).push_back(one.label);
  }
  if (rights.empty() || wrongs.empty()) return {};
  const bool few_wrong = wrongs.size() <= rights.size() && wrongs.size() <= few;
  if (!few_wrong && rights.size() > few) return {};
  return few_wrong ? Observation{"wrong_cases", wrongs} : Observation{"right_cases", rights};
}

/// Where a case has several results: the only one that is ever wrong.
Pattern of_outputs(const std::vector<CaseOutcome>& expected, const std::vector<CaseOutcome>& got,
                   Tolerance tolerance) {
  std::set<std::string> right, wrong;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (got[i].ending != Ending::finished) return {};
    for (const Output& output : expected[i].outputs) {
      if (output.purpose != Purpose::compared) continue;
      const Comparison one = compare({.outputs = {output}}, got[i], tolerance);
      (one.failed == 0 ? right : wrong).insert(output.name);
    }
  }
  for (const std::string& name : wrong) right.erase(name);
  if (wrong.size() != 1 || right.empty()) return {};
  return Observation{"only_output", {*wrong.begin()}};
}

}  // namespace heed::grading::patterns
