#include "exercises/grading/naming/fingerprint.hpp"

#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading {

namespace {

/// Whether no number in it is so large or so small that what comes of it overflows or vanishes.
bool is_tame(const Inputs& inputs) {
  constexpr double least = 1e-6, most = 3;
  return std::ranges::all_of(inputs.values, [](const Input& input) {
    const auto* t = std::get_if<Tensor>(&input.value);
    return t == nullptr || std::ranges::all_of(t->values(), [](double x) {
             return x == 0 || std::isinf(x) || (std::abs(x) >= least && std::abs(x) <= most);
           });
  });
}

/// No number, or one on its way to infinity.
bool overflows(double x, double right) {
  constexpr double far = 1e8;
  return !std::isfinite(x) || std::abs(x) > far * std::max(1.0, std::abs(right));
}

/// What a small number that is added to a sum makes of results, where the mistake has wrong numbers.
double slack_of(const Tensor& right, const Tensor& known) {
  constexpr double small = 1e-4;
  double error = 0, largest = 0;
  for (int n = 0; n < right.size(); ++n) {
    if (!std::isfinite(right.flat(n)) || !std::isfinite(known.flat(n))) continue;
    error = std::max(error, std::abs(right.flat(n) - known.flat(n)));
    largest = std::max(largest, std::abs(right.flat(n)));
  }
  return small * std::min(error, largest);
}

}  // namespace

void Fingerprint::add(const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& right,
                      const std::vector<CaseOutcome>& known, const std::vector<CaseOutcome>& got) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (right[i].ending != Ending::finished) continue;
    double size = 0;
    int overflowing = 0;  // results of the mistake: in the others, too, is what comes of them
    for (const Output& output : right[i].outputs) {
      const Output* its = find_output(known[i], output.name);
      size += output.purpose == Purpose::compared ? output.value.size() : 0;
      overflowing += its != nullptr && !patterns::all_finite(its->value);
    }
    Seen seen;
    for (const Output& output : right[i].outputs) {
      if (output.purpose != Purpose::compared) continue;
      const Output *its = find_output(known[i], output.name), *given = find_output(got[i], output.name);
      if (its == nullptr || given == nullptr || its->value.shape() != output.value.shape() ||
          given->value.shape() != output.value.shape()) {
        seen.contradicted = true;
      } else {
        const bool follows = overflowing > 0 && patterns::all_finite(its->value);
        add_result(output, its->value, given->value, 1 / size, follows, seen);
      }
    }
    ++cases_;
    contradictions_ += seen.contradicted;
    overflows_elsewhere_ += seen.overflows_elsewhere && !seen.contradicted;
    tame_contradictions_ += seen.contradicted_if_tame && is_tame(cases[i]);
    wrong_cases_ += seen.known_is_wrong;
    wrong_in_both_ += seen.known_is_wrong && seen.answer_is_wrong;
  }
}

void Fingerprint::add_result(const Output& right, const Tensor& known, const Tensor& got, double share,
                             bool follows, Seen& seen) {
  const Tolerance near{rounded_.rtol, rounded_.atol + slack_of(right.value, known)};
  const auto is_zero = [&](double x) { return close(0, x, rounded_); };
  Result& result = results_[right.name];
  for (int n = 0; n < right.value.size(); ++n) {
    const double should = right.value.flat(n), its = known.flat(n), given = got.flat(n);
    const bool wrong = !close(should, its, near), answer_wrong = !close(should, given, near);
    seen.answer_is_wrong = seen.answer_is_wrong || answer_wrong;
    if (wrong && !answer_wrong && !std::isfinite(its) && is_zero(should)) continue;  // a guard made it 0
    seen.known_is_wrong = seen.known_is_wrong || wrong;
    if (wrong && answer_wrong) {
      both_wrong_ += share, result.both_wrong += share;
      if (close(its, given, near)) {
        const double telling = std::isfinite(its) && !is_zero(its) ? share : 0;
        alike_ += telling, result.alike += telling;
      } else {
        seen.contradicted = seen.contradicted || !(overflows(its, should) || follows);
        seen.contradicted_if_tame = seen.contradicted_if_tame || (std::isfinite(given) && !is_zero(given));
      }
    } else if (wrong) {
      only_known_ += share;
      seen.contradicted_if_tame = true;
    } else if (answer_wrong) {
      only_answer_ += share;
      seen.overflows_elsewhere = seen.overflows_elsewhere || !std::isfinite(given);
      seen.contradicted_if_tame = true;
    } else if (!is_zero(should)) {
      result.both_right += share;
      rounds_ = rounds_ || !close(should, given, exact_);
    }
  }
}

double Fingerprint::likeness() const {
  return both_wrong_ == 0 ? 0 : both_wrong_ / (both_wrong_ + only_known_ + only_answer_);
}

int Fingerprint::contradictions() const { return contradictions_ + (rounds_ ? 0 : overflows_elsewhere_); }

bool Fingerprint::contradicted() const { return contradictions() > 0 || tame_contradictions_ > 0; }

bool Fingerprint::is_near() const {
  constexpr double most_contradictions = 0.1;
  return may_be_guarded() || (tame_contradictions_ == 0 && contradictions() <= most_contradictions * cases_);
}

bool Fingerprint::may_be_guarded() const {
  constexpr double nearly_all = 0.8, few = 0.15, hardly_any = 0.02, most_of_known = 0.7, least_of_known = 0.4,
                   least_of_cases = 0.85, least_right = 1;
  if (alike_ >= nearly_all * both_wrong_ && likeness() >= nearly_all && contradictions() <= few * cases_ &&
      tame_contradictions_ <= hardly_any * cases_)
    return true;
  const double of_known = both_wrong_ / (both_wrong_ + only_known_);
  const bool tells = std::ranges::all_of(results_, [](const auto& one) {
    const Result& result = one.second;
    return result.both_wrong == 0 || result.both_right >= least_right ||
           2 * result.alike >= result.both_wrong;
  });
  return tells && tame_contradictions_ == 0 && contradictions() <= hardly_any * cases_ &&
         (of_known >= most_of_known ||
          (of_known >= least_of_known && wrong_in_both_ >= least_of_cases * wrong_cases_));
}

}  // namespace heed::grading
