#include "exercises/grading/naming/further_cases.hpp"

#include <set>

#include "exercises/grading/naming/likeness.hpp"
#include "exercises/grading/observation/variants.hpp"

namespace heed::grading {

FurtherCases::FurtherCases(const Part& reference, const std::vector<Inputs>& cases,
                           const std::vector<CaseOutcome>& right, const std::vector<CaseOutcome>& got,
                           const Ask& ask) {
  // Of each kind. Where costs are counted each case takes milliseconds.
  constexpr std::size_t most_cases = 4, enough_variants = 130;
  if (!ask) return;
  struct Kind {
    std::set<std::string> labels{};
    std::size_t variants = 0;
  } wrong_ones, right_ones;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool wrong =
        got[i].ending != Ending::finished || compare(right[i], got[i], tolerance_of(reference)).failed > 0;
    auto& [labels, variants] = wrong ? wrong_ones : right_ones;
    if (labels.size() == most_cases || variants >= enough_variants || labels.contains(cases[i].label))
      continue;
    const std::vector<Inputs> more = patterns::variants_of(cases[i]);
    if (!more.empty()) labels.insert(cases[i].label);
    variants += more.size();
    inputs_.insert(inputs_.end(), more.begin(), more.end());
  }
  if (inputs_.empty()) return;
  right_ = run_cases(reference, inputs_);
  got_ = ask(reference, inputs_);
}

bool FurtherCases::confirm(const Part& known) const {
  if (got_.size() != inputs_.size()) return false;
  const std::vector<CaseOutcome> its = run_cases(known, inputs_);
  const Tolerance tolerance = tolerance_of(known);
  int like = 0, unlike = 0;
  for (std::size_t i = 0; i < its.size(); ++i) {
    const CaseOutcome& got = got_[i];
    const bool alike =
        (its[i].ending == Ending::threw && got.ending == Ending::threw) || same(its[i], got, tolerance);
    const bool both_wrong = !same(right_[i], its[i], tolerance) && !same(right_[i], got, tolerance) &&
                            got.ending == its[i].ending;
    if (!alike && !both_wrong) return false;
    (alike ? like : unlike) += both_wrong;
  }
  return 2 * unlike <= like;
}

}  // namespace heed::grading
