#include "exercises/grading/name/likeness.hpp"

#include <algorithm>
#include <cmath>

namespace heed::grading {

namespace {

bool finished(const CaseOutcome& outcome) { return outcome.ending == Ending::finished; }

/// One case of a known mistake, of an answer, and as it should be.
struct Beside {
  const CaseOutcome &known, &got, &right;
  Tolerance tolerance;

  bool same_shapes() const {
    return finished(known) && finished(got) && known.outputs.size() == got.outputs.size() &&
           std::ranges::all_of(known.outputs,
                               [&](const Output& output) { return find_like(got, output) != nullptr; });
  }

  /// Calls see(right number, the mistake's, the answer's) for every compared number that all have.
  template <typename See>
  void numbers(const See& see) const {
    for (const Output& output : right.outputs) {
      const Output *given = find_like(got, output), *other = find_like(known, output);
      if (output.purpose != Purpose::compared || given == nullptr || other == nullptr) continue;
      for (int i = 0; i < output.value.size(); ++i)
        see(output.value.flat(i), other->value.flat(i), given->value.flat(i));
    }
  }

  bool right_where_not_finite() const {
    bool found = false;
    numbers([&](double should, double other, double given) {
      found = found || (!std::isfinite(other) && should != 0 && close(should, given, tolerance));
    });
    return found;
  }

  /// Wrong numbers, where a result of another shape has nothing but such.
  int telling() const {
    int count = 0;
    for (const Output& output : got.outputs) {
      const Output *should = find_like(right, output), *other = find_output(known, output.name);
      if (output.purpose != Purpose::compared || other == nullptr ||
          other->value.shape() != output.value.shape())
        continue;
      for (int i = 0; i < output.value.size(); ++i) {
        const double number = output.value.flat(i);
        count += std::isfinite(number) && !close(0, number, tolerance) &&
                 std::isfinite(other->value.flat(i)) &&
                 (should == nullptr || !close(should->value.flat(i), number, tolerance));
      }
    }
    return count;
  }

  /// Says if all numbers are the known mistake's in those results that the answer has wrong, or, if none is,
  /// in all. (A mistake made in one of two functions shows in the results of that one.)
  bool alike_where_wrong() const {
    CaseOutcome wrong = known;
    std::erase_if(wrong.outputs, [&](const Output& output) {
      const Output* should = find_like(right, output);
      return output.purpose != Purpose::compared ||
             (should != nullptr && compare({.outputs = {*should}}, got, tolerance).failed == 0);
    });
    return same_numbers(wrong.outputs.empty() ? known : wrong, got, tolerance);
  }
};

}  // namespace

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
    const Beside one{known[i], got[i], right[i], tolerance};
    const bool both_threw = known[i].ending == Ending::threw && got[i].ending == Ending::threw;
    const bool alike = (in_any_words && both_threw) || grading::same(known[i], got[i], tolerance);
    const bool same_shapes = one.same_shapes();
    result.same = result.same && alike;
    if (same_shapes && (!same_numbers(known[i], got[i], tolerance) || one.right_where_not_finite()))
      result.contradicts = true;
    if (!wrong(i)) continue;
    if (alike) result.telling += one.telling();
    result.unlike = result.unlike || (same_shapes && !one.alike_where_wrong());
  }
  return result;
}

}  // namespace heed::grading
