#include "exercises/grading/name/naming.hpp"

#include <algorithm>
#include <cmath>

namespace heed::grading {

namespace {

/// Compares what a known mistake gives on the cases of a part with what an answer gives.
struct Likeness {
  /// They cannot be told apart. Two exceptions count as the same: whatever they say if some case came out
  /// wrong, and in the same words if none did.
  bool same = true;
  /// In some case both came out with results of the same shapes, and numbers that both have differ; or the
  /// known mistake is NaN or infinite and the answer right, and not 0 as a guard would make it.
  bool contradicts = false;
  /// In some wrong case with results of the same shapes, a result that is wrong is not the known mistake's.
  bool unlike = false;
  /// Wrong numbers that both have, but for those that anything may end in: 0, NaN and the infinities.
  int telling = 0;
};

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

/// Places in Entry::wrong.
using Those = std::vector<std::size_t>;

/// Exceptions alone say too little: at least one case must have come out.
bool tells_something(const std::vector<CaseOutcome>& outcomes) {
  return std::ranges::any_of(outcomes, finished);
}

bool same_code(const Mistake& a, const Mistake& b) { return !a.code.empty() && a.code == b.code; }

/// All that is known of an answer and of the known-wrong implementations.
class Evidence {
 public:
  Evidence(const Entry& entry, const Expected& expected, const std::vector<Outcomes>& wrong_ones,
           const Outcomes& got)
      : entry_(entry), expected_(expected), wrong_ones_(wrong_ones), got_(got), alike_(wrong_ones.size()) {
    for (const Part& part : expected.exercise.parts()) {
      if (!survivable(part)) continue;
      const std::vector<CaseOutcome>&given = got.at(part.name), &right = expected.outcomes.at(part.name);
      if (given.size() != right.size()) continue;
      complete_.push_back(part.name);
      if (tells_something(given) && !passes(part.name)) failed_.push_back(part.name);
      for (std::size_t i = 0; i < wrong_ones.size(); ++i)
        alike_[i][part.name] = likeness(part, wrong_ones[i].at(part.name), given, right);
    }
  }

  Named names() const {
    Named named;
    std::map<std::string, Those> candidates;
    for (const std::string& part : failed_) {
      const Those left = best(candidates_of(part));
      const bool one_code = std::ranges::all_of(
          left, [&](std::size_t i) { return same_code(mistake(i), mistake(left.front())); });
      if (left.empty() || (left.size() > 1 && !one_code)) continue;
      named[part] = mistake(left.front());
      candidates[part] = left;
    }
    erase_contradicted(candidates, named);
    return named;
  }

 private:
  Mistake mistake(std::size_t i) const { return entry_.wrong[i].mistake(); }

  /// Says if the mistake makes the part fail.
  bool shows(std::size_t i, const std::string& part) const {
    return !grading::passes(expected_.exercise.part(part), expected_.outcomes.at(part),
                            wrong_ones_[i].at(part));
  }
  /// Says if the answer passes the part.
  bool passes(const std::string& part) const {
    return grading::passes(expected_.exercise.part(part), expected_.outcomes.at(part), got_.at(part));
  }
  bool shows_in_a_right_part(std::size_t i) const {
    return std::ranges::any_of(complete_,
                               [&](const std::string& part) { return shows(i, part) && passes(part); });
  }

  /// The implementations that may be behind a part that failed.
  Those candidates_of(const std::string& part) const {
    Those same;
    for (std::size_t i = 0; i < alike_.size(); ++i) {
      const Likeness& here = alike_[i].at(part);
      // what is only 0 or NaN comes of many things: not of one that would show in a part that is right
      if (here.same && (here.telling > 0 || !shows_in_a_right_part(i))) same.push_back(i);
    }
    return same;
  }

  /// Returns those that fit the other parts best.
  Those best(const Those& here) const {
    const auto those = [&](bool (*holds)(const Likeness&)) {
      Those left;
      for (const std::size_t i : here)
        if (std::ranges::all_of(alike_[i], [&](const auto& part) { return holds(part.second); }))
          left.push_back(i);
      return left;
    };
    if (here.size() < 2) return here;
    if (const Those same = those([](const Likeness& l) { return l.same; }); !same.empty()) return same;
    const Those possible = those([](const Likeness& l) { return !l.contradicts; });
    return possible.empty() ? here : possible;
  }

  /// Removes mistakes that another part speaks against: one that fails, and that nothing explains.
  void erase_contradicted(const std::map<std::string, Those>& candidates, Named& named) const {
    std::vector<std::string> unexplained = failed_;
    std::erase_if(unexplained, [&](const std::string& part) { return named.contains(part); });
    // If another mistake shows in that part, too, the numbers are unlike those of each.
    const auto met_by_another = [&](std::size_t i, const std::string& part) {
      return std::ranges::any_of(candidates, [&](const auto& one) {
        const std::size_t other = one.second.front();
        return other != i && !same_code(mistake(i), mistake(other)) && shows(other, part);
      });
    };
    std::erase_if(named, [&](const auto& one) {
      return std::ranges::all_of(candidates.at(one.first), [&](std::size_t i) {
        return std::ranges::any_of(unexplained, [&](const std::string& other) {
          return alike_[i].at(other).unlike && shows(i, other) && !met_by_another(i, other);
        });
      });
    });
  }

  const Entry& entry_;
  const Expected& expected_;
  const std::vector<Outcomes>& wrong_ones_;
  const Outcomes& got_;
  std::vector<std::string> complete_{}, failed_{};      // parts that came to their end; of those, that failed
  std::vector<std::map<std::string, Likeness>> alike_;  // of each known-wrong implementation, by part
};

}  // namespace

Named name_mistakes(const Entry& entry, const Expected& expected, const std::vector<Outcomes>& wrong_ones,
                    const Outcomes& got) {
  return Evidence(entry, expected, wrong_ones, got).names();
}

Named name_mistakes(const Entry& entry, const Expected& expected, const Outcomes& got) {
  const bool failed = std::ranges::any_of(expected.exercise.parts(), [&](const Part& part) {
    const std::vector<CaseOutcome>& right = expected.outcomes.at(part.name);
    return survivable(part) && got.at(part.name).size() == right.size() &&
           !passes(part, right, got.at(part.name));
  });
  return failed ? name_mistakes(entry, expected, run_wrong_ones(entry, expected), got) : Named();
}

std::vector<Mistake> name_answers(const Entry& entry, const Part& part, const Expected& expected,
                                  const std::vector<CaseOutcome>& got) {
  const std::vector<CaseOutcome>& right = expected.outcomes.at(part.name);
  std::vector<Mistake> named;
  for (std::size_t i = 0; i < std::min(got.size(), right.size()); ++i) {
    if (same(right[i], got[i], tolerance_of(part))) continue;
    const auto meant = std::ranges::find_if(entry.wrong, [&](const WrongOne& wrong) {
      const Inputs& question = expected.cases.at(part.name)[i];
      return same(run_case(described(wrong.describe).part(part.name), question), got[i], tolerance_of(part));
    });
    if (meant != entry.wrong.end()) named.push_back(meant->mistake());
  }
  return named;
}

}  // namespace heed::grading
