#include "exercises/grading/naming/further_cases.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "exercises/grading/naming/likeness.hpp"
#include "exercises/grading/observation/probes.hpp"

namespace heed::grading {

namespace {

bool has_only_numbers(const CaseOutcome& outcome) {
  return outcome.ending == Ending::finished && std::ranges::all_of(outcome.outputs, [](const Output& output) {
           return std::ranges::all_of(output.value.values(), [](double x) { return std::isfinite(x); });
         });
}

}  // namespace

FurtherCases::FurtherCases(const Part& part, const std::vector<Inputs>& cases,
                           const std::vector<CaseOutcome>& right, const std::vector<CaseOutcome>& got,
                           const Ask& ask) {
  constexpr std::size_t most_cases = 6;
  std::set<std::string> asked;
  for (std::size_t i = 0; ask && i < cases.size(); ++i) {
    const bool wrong =
        got[i].ending != Ending::finished || compare(right[i], got[i], tolerance_of(part)).failed > 0;
    if (!wrong || asked.size() == most_cases || !asked.insert(cases[i].label).second) continue;
    const std::vector<Inputs> more = patterns::variants_of(cases[i]);
    inputs_.insert(inputs_.end(), more.begin(), more.end());
  }
  if (!inputs_.empty()) got_ = ask(part, inputs_);
}

bool FurtherCases::confirm(const Part& known, const Part& reference) const {
  if (got_.size() != inputs_.size()) return false;
  const std::vector<CaseOutcome> its = run_cases(known, inputs_), right = run_cases(reference, inputs_);
  const Tolerance tolerance = tolerance_of(known);
  int like = 0, unlike = 0;
  for (std::size_t i = 0; i < its.size(); ++i) {
    const bool alike = (its[i].ending == Ending::threw && got_[i].ending == Ending::threw) ||
                       same(its[i], got_[i], tolerance);
    const bool both_wrong = !same(right[i], its[i], tolerance) && !same(right[i], got_[i], tolerance) &&
                            got_[i].ending == its[i].ending;
    if (!alike && !both_wrong) return false;
    (alike ? like : unlike) += both_wrong;
  }
  return 2 * unlike <= like;
}

bool FurtherCases::fit(const Part& known, const Part& reference) const {
  if (inputs_.empty() || got_.size() != inputs_.size()) return false;
  const std::vector<CaseOutcome> its = run_cases(known, inputs_), right = run_cases(reference, inputs_);
  bool numbers = false, some_right = false, some_wrong = false;
  for (std::size_t i = 0; i < its.size(); ++i) {
    if (!fits_where_finite(its[i], got_[i], right[i], tolerance_of(known))) return false;
    const bool is_right = same(right[i], its[i], tolerance_of(known));
    numbers = numbers || (has_only_numbers(its[i]) && !is_right);
    (is_right ? some_right : some_wrong) = true;
  }
  return numbers || (some_right && some_wrong);
}

}  // namespace heed::grading
