#include "exercises/grading/naming/likeness.hpp"

#include <algorithm>
#include <cmath>

namespace heed::grading {

namespace {

bool finished(const CaseOutcome& outcome) { return outcome.ending == Ending::finished; }

bool same_shapes(const CaseOutcome& a, const CaseOutcome& b) {
  return finished(a) && finished(b) && a.outputs.size() == b.outputs.size() &&
         std::ranges::all_of(a.outputs,
                             [&](const Output& output) { return find_like(b, output) != nullptr; });
}

bool right_where_not_finite(const CaseOutcome& known, const CaseOutcome& got, const CaseOutcome& right,
                            Tolerance tolerance) {
  for (const Output& output : right.outputs) {
    const Output *given = find_like(got, output), *other = find_like(known, output);
    if (output.purpose != Purpose::compared || given == nullptr || other == nullptr) continue;
    for (int i = 0; i < output.value.size(); ++i) {
      const double should = output.value.flat(i);
      if (!std::isfinite(other->value.flat(i)) && should != 0 &&
          close(should, given->value.flat(i), tolerance))
        return true;
    }
  }
  return false;
}

bool are_close(const Output& should, const Output& given, Tolerance tolerance) {
  for (int i = 0; i < should.value.size(); ++i)
    if (!close(should.value.flat(i), given.value.flat(i), tolerance)) return false;
  return true;
}

/// Whether all numbers are the known mistake's in those results that the answer has wrong, or, if none is, in
/// all. (A mistake made in one of two functions shows in the results of that one.)
bool is_like(const CaseOutcome& known, const CaseOutcome& got, const CaseOutcome& right,
             Tolerance tolerance) {
  CaseOutcome wrong = known;
  std::erase_if(wrong.outputs, [&](const Output& output) {
    const Output *given = find_like(got, output), *should = find_like(right, output);
    return output.purpose != Purpose::compared ||
           (given != nullptr && should != nullptr && are_close(*should, *given, tolerance));
  });
  return same_numbers(wrong.outputs.empty() ? known : wrong, got, tolerance);
}

}  // namespace

int telling_numbers(const CaseOutcome& known, const CaseOutcome& got, const CaseOutcome& right,
                    Tolerance tolerance) {
  int count = 0;
  for (const Output& output : right.outputs) {
    const Output *given = find_output(got, output.name), *other = find_output(known, output.name);
    if (output.purpose != Purpose::compared || given == nullptr || other == nullptr) continue;
    const bool comparable = given->value.shape() == output.value.shape();
    for (int i = 0; i < given->value.size(); ++i) {
      const double number = given->value.flat(i);
      count += std::isfinite(number) && !close(0, number, tolerance) && std::isfinite(other->value.flat(i)) &&
               (!comparable || !close(output.value.flat(i), number, tolerance));
    }
  }
  return count;
}

Likeness likeness(const Part& part, const std::vector<CaseOutcome>& known,
                  const std::vector<CaseOutcome>& got, const std::vector<CaseOutcome>& right) {
  const Tolerance tolerance = tolerance_of(part);
  const auto wrong = [&](std::size_t i) {
    return finished(got[i]) && compare(right[i], got[i], tolerance).failed > 0;
  };
  bool in_any_words = false;
  for (std::size_t i = 0; i < got.size(); ++i) in_any_words = in_any_words || wrong(i);
  Likeness result;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const bool both_threw = known[i].ending == Ending::threw && got[i].ending == Ending::threw;
    const bool alike = (in_any_words && both_threw) || grading::same(known[i], got[i], tolerance);
    const bool agree = alike || grading::same_where_finite(known[i], got[i], tolerance);
    result.same = result.same && alike;
    result.alike += alike;
    const bool fits = alike || fits_where_finite(known[i], got[i], right[i], tolerance);
    result.fits = result.fits && fits;
    result.contradicts = result.contradicts || (!agree && same_shapes(known[i], got[i]));
    if (finished(known[i]) && finished(got[i]) &&
        right_where_not_finite(known[i], got[i], right[i], tolerance))
      result.right_where_not_finite = true;
    if (!wrong(i)) {
      result.spoilt += finished(known[i]) && finished(got[i]) && !same_numbers(right[i], known[i], tolerance);
      continue;
    }
    result.fitting += fits ? telling_numbers(known[i], got[i], right[i], tolerance) : 0;
    const int numbers = agree ? telling_numbers(known[i], got[i], right[i], tolerance) : 0;
    result.telling += numbers;
    result.explained += numbers > 0;
    result.unexplained += !agree || (!alike && numbers == 0);
    if (!same_shapes(known[i], got[i])) continue;
    const bool like = is_like(known[i], got[i], right[i], tolerance);
    result.unlike += !like;
    result.like += like && telling_numbers(known[i], got[i], right[i], tolerance) > 0;
  }
  return result;
}

}  // namespace heed::grading
