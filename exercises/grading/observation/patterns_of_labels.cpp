// Which cases are right, by their labels, and which results.
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "exercises/grading/observation/case_split.hpp"
#include "exercises/grading/observation/probes.hpp"
#include "exercises/grading/process/run_part.hpp"

namespace heed::grading::patterns {

namespace {

/// "a = b, c = 1": not more than three, and "" for more, of which each would say little.
std::string joined(const std::vector<std::string>& formulas) {
  constexpr std::size_t few = 3;
  return formulas.size() > few ? "" : fmt::format("{}", fmt::join(formulas, ", "));
}

}  // namespace

Stays stays_when_redrawn(Tolerance tolerance, const Implementation& reference, const Answer& answer) {
  return [=](const Inputs& one, bool right) {
    constexpr int times = 3;
    if (!reference || !answer) return true;
    if (numbers_of(one) > most_numbers) return false;
    const std::vector<Inputs> asked = redrawn_cases(one, times);
    const std::vector<CaseOutcome> answers = answer(asked);
    int wrong = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (first_difference(one, asked[i]) == nullptr) return false;  // nothing that could be drawn
      wrong += compare(reference(asked[i]), answers[i], tolerance).failed > 0;
    }
    return answers.size() == asked.size() && (right ? wrong == 0 : wrong > 0);
  };
}

/// By their labels, which cases are right, where that says more than which are wrong.
Pattern of_labels(const std::vector<Inputs>& cases, const std::vector<bool>& right, const Stays& stays) {
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
  std::vector<std::string> named = few_wrong ? wrongs : rights;
  const std::string kind = few_wrong ? "wrong_cases" : "right_cases";
  const std::string formulas = joined(formulas_of(cases, right, !few_wrong));
  const auto chance = [&](const Inputs& one) {
    return std::ranges::find(named, one.label) != named.end() && !stays(one, !few_wrong);
  };
  if (formulas.empty() || std::ranges::any_of(cases, chance)) return Observation{kind, named};
  named.insert(named.begin(), formulas);
  return Observation{kind + "_where", named};
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
