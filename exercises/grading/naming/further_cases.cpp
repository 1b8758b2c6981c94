#include "exercises/grading/naming/further_cases.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "exercises/grading/naming/likeness.hpp"
#include "exercises/grading/observation/probes.hpp"

namespace heed::grading {

namespace {

/// Numbers that are NaN or infinite in a known mistake and not in the right results; and how many of these
/// are wrong in the answer.
struct Guarded {
  int numbers = 0, wrong = 0;
};

/// Of a case in which every other number of the answer is the known mistake's; else nothing.
std::optional<Guarded> guarded_in(const CaseOutcome& known, const CaseOutcome& got, const CaseOutcome& right,
                                  Tolerance tolerance) {
  Guarded guarded;
  if (known.ending != Ending::finished || got.ending != Ending::finished) return {};
  for (const Output& output : right.outputs) {
    const Output *its = find_like(known, output), *given = find_like(got, output);
    if (output.purpose != Purpose::compared) continue;
    if (its == nullptr || given == nullptr) return {};
    for (int i = 0; i < output.value.size(); ++i) {
      const double should = output.value.flat(i), one = its->value.flat(i), other = given->value.flat(i);
      if (std::isfinite(one) && !close(one, other, tolerance)) return {};
      if (std::isfinite(one) || !std::isfinite(should) || close(one, other, tolerance)) continue;
      ++guarded.numbers;
      guarded.wrong += !close(should, other, tolerance);
    }
  }
  return guarded;
}

/// Whether a result is one number, or more than one of the inputs as it was: after no step at all anything is
/// right.
bool computes(const CaseOutcome& right, const Inputs& inputs) {
  return std::ranges::any_of(right.outputs, [&](const Output& output) {
    const auto is_output = [&](const Input& input) {
      const Tensor value = as_tensor(input.value);
      return value.shape() == output.value.shape() &&
             std::ranges::equal(value.values(), output.value.values());
    };
    return output.purpose == Purpose::compared &&
           (output.value.size() == 1 || std::ranges::none_of(inputs.values, is_output));
  });
}

}  // namespace

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

void FurtherCases::ask_with_guards(const Part& reference, const Ask& ask) {
  if (any() && ask) guarded_ = ask(reference, inputs_);
}

bool FurtherCases::confirm(const Part& known, Guards guards) const {
  if (got_.size() != inputs_.size()) return false;
  const std::vector<CaseOutcome> its = run_cases(known, inputs_);
  const std::vector<CaseOutcome> got = guarded_where_known(got_, guarded_, its);
  const Tolerance tolerance = tolerance_of(known);
  int like = 0, unlike = 0, both_right = 0;
  Guarded all;
  for (std::size_t i = 0; i < its.size(); ++i) {
    const bool alike =
        (its[i].ending == Ending::threw && got[i].ending == Ending::threw) || same(its[i], got[i], tolerance);
    const bool both_wrong = !same(right_[i], its[i], tolerance) && !same(right_[i], got[i], tolerance) &&
                            got[i].ending == its[i].ending;
    std::optional<Guarded> guarded;
    if (!alike && guards == Guards::any) guarded = guarded_in(its[i], got[i], right_[i], tolerance);
    if (!alike && !both_wrong && !guarded) return false;
    (alike || guarded ? like : unlike) += both_wrong;
    both_right += alike && !both_wrong && computes(right_[i], inputs_[i]);
    if (guarded) all.numbers += guarded->numbers, all.wrong += guarded->wrong;
  }
  return 2 * unlike <= like && 3 * all.wrong >= all.numbers && (all.numbers == 0 || both_right >= 3);
}

}  // namespace heed::grading
