#include "exercises/grading/naming/two_mistakes.hpp"

#include <algorithm>
#include <cmath>

#include "exercises/grading/naming/likeness.hpp"
#include "exercises/grading/process/run_apart.hpp"

namespace heed::grading {

namespace {

/// One result of one case.
struct Place {
  bool right;   // the answer is
  int numbers;  // how many of it are wrong, not counting those that overflow makes of anything
};

/// What a known mistake gives there.
struct Known {
  bool right, like_answer;
};

/// How many numbers differ; all of them if the shapes do.
int differences(const Output& a, const Output* b, Tolerance tolerance) {
  if (b == nullptr || a.value.shape() != b->value.shape()) return std::max(1, a.value.size());
  int count = 0;
  for (int i = 0; i < a.value.size(); ++i)
    count += close(a.value.flat(i), b->value.flat(i), tolerance) ? 0 : 1;
  return count;
}

/// How many numbers are wrong and neither NaN nor infinite.
int finite_and_wrong(const Output& right, const Output* given, Tolerance tolerance) {
  if (given == nullptr) return 0;
  if (given->value.shape() != right.value.shape()) return std::max(1, right.value.size());
  int count = 0;
  for (int i = 0; i < right.value.size(); ++i)
    count +=
        std::isfinite(given->value.flat(i)) && !close(right.value.flat(i), given->value.flat(i), tolerance);
  return count;
}

struct WhatEachDoes {
  std::vector<Place> places{};
  std::vector<std::vector<Known>> known{};  // of each candidate, at each place
};

bool compared(const Output& output) { return output.purpose == Purpose::compared; }

WhatEachDoes what_each_does(const std::vector<const std::vector<CaseOutcome>*>& candidates,
                            const std::vector<CaseOutcome>& right, const std::vector<CaseOutcome>& got,
                            Tolerance tolerance) {
  WhatEachDoes table{.known = std::vector<std::vector<Known>>(candidates.size())};
  for (std::size_t i = 0; i < right.size(); ++i) {
    for (const Output& output : right[i].outputs) {
      if (!compared(output)) continue;
      const Output* answer = find_output(got[i], output.name);
      table.places.push_back(
          {differences(output, answer, tolerance) == 0, finite_and_wrong(output, answer, tolerance)});
      for (std::size_t k = 0; k < candidates.size(); ++k) {
        if (candidates[k] == nullptr) continue;
        const Output* its = find_output((*candidates[k])[i], output.name);
        const bool like = answer != nullptr && its != nullptr && differences(*answer, its, tolerance) == 0;
        table.known[k].push_back({differences(output, its, tolerance) == 0, like});
      }
    }
  }
  return table;
}

/// Whether both together explain every place, and each of them something for itself.
bool explain(const WhatEachDoes& table, std::size_t a, std::size_t b, const Together& together) {
  constexpr int telling = 3;
  int by_a = 0, by_b = 0;
  bool by_both = false;
  for (std::size_t p = 0; p < table.places.size(); ++p) {
    const Place& place = table.places[p];
    const Known &one = table.known[a][p], &other = table.known[b][p];
    if (place.right) {
      if (!one.right || !other.right) return false;
    } else if (one.like_answer && other.right) {
      by_a += place.numbers;
    } else if (other.like_answer && one.right) {
      by_b += place.numbers;
    } else if (one.right || other.right) {
      return false;
    } else {
      by_both = true;
    }
  }
  return by_a >= telling && by_b >= telling && (!by_both || together(a, b));
}

/// Whether a number of a wrong case is wrong, and neither whole nor NaN or infinite.
bool has_a_fraction(const CaseOutcome& right, const CaseOutcome& got, Tolerance tolerance) {
  return std::ranges::any_of(right.outputs, [&](const Output& output) {
    const Output* given = find_output(got, output.name);
    if (output.purpose != Purpose::compared || given == nullptr) return false;
    const bool comparable = given->value.shape() == output.value.shape();
    for (int i = 0; i < given->value.size(); ++i) {
      const double number = given->value.flat(i);
      if (std::isfinite(number) && number != std::floor(number) &&
          !(comparable && close(output.value.flat(i), number, tolerance)))
        return true;
    }
    return false;
  });
}

constexpr int most_lost = 3;  // pairs that do not come out, each after seconds perhaps

template <typename T>
bool contains(const std::vector<T>& list, const T& one) {
  return std::ranges::find(list, one) != list.end();
}

}  // namespace

bool same_code(const Mistake& a, const Mistake& b) {
  return a.id == b.id || (!a.code.empty() && a.code == b.code);
}

bool share_a_function(const WrongOne& one, const WrongOne& other) {
  return std::ranges::any_of(
      one.functions, [&](const std::string& function) { return contains(other.functions, function); });
}

bool need_each_other(const std::vector<CaseOutcome>& one, const std::vector<CaseOutcome>& other,
                     const std::vector<CaseOutcome>& right, const std::vector<CaseOutcome>& got,
                     Tolerance tolerance) {
  constexpr int enough = 3;
  int not_by_one = 0, not_by_other = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (same(right[i], got[i], tolerance)) continue;
    if (has_a_fraction(right[i], got[i], tolerance)) return true;
    not_by_one += !same(one[i], got[i], tolerance);
    not_by_other += !same(other[i], got[i], tolerance);
  }
  return not_by_one >= enough && not_by_other >= enough;
}

std::vector<Mistake> only_two(const Entry& entry, const std::vector<Two>& pairs) {
  std::vector<Mistake> found;
  for (const auto& [a, b] : pairs) {
    const Mistake &one = entry.wrong[a].mistake, &other = entry.wrong[b].mistake;
    if (found.empty()) found = {one, other};
    if (!same_code(one, found[0]) || !same_code(other, found[1])) return {};
  }
  return found;
}

std::vector<Mistake> two_mistakes(const Entry& entry,
                                  const std::vector<const std::vector<CaseOutcome>*>& candidates,
                                  const std::vector<CaseOutcome>& right, const std::vector<CaseOutcome>& got,
                                  Tolerance tolerance, const Together& together) {
  const auto finished = [](const CaseOutcome& outcome) { return outcome.ending == Ending::finished; };
  if (got.size() != right.size() || !std::ranges::all_of(got, finished)) return {};
  const WhatEachDoes table = what_each_does(candidates, right, got, tolerance);
  std::vector<Two> found;
  for (std::size_t a = 0; a < candidates.size(); ++a) {
    for (std::size_t b = a + 1; b < candidates.size(); ++b) {
      if (candidates[a] == nullptr || candidates[b] == nullptr || !explain(table, a, b, together)) continue;
      found.emplace_back(a, b);
      if (only_two(entry, found).empty()) return {};
    }
  }
  if (found.empty()) return {};
  const auto& [a, b] = found.front();
  if (!need_each_other(*candidates[a], *candidates[b], right, got, tolerance)) return {};
  return only_two(entry, found);
}

std::vector<Mistake> meeting_mistakes(const Entry& entry, const Part& part,
                                      const std::vector<std::size_t>& first,
                                      const std::vector<std::size_t>& second,
                                      const std::vector<Outcomes>& wrong_ones,
                                      const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& right,
                                      const std::vector<CaseOutcome>& got) {
  // what measures work or memory runs for long
  if (entry.plain == nullptr || (entry.measured && has_costs(right))) return {};
  // one that does not show on this part adds nothing to it, and one that gives the same alone needs no other
  const auto taking_part = [&](std::vector<std::size_t> those) {
    std::erase_if(those, [&](std::size_t i) {
      const std::vector<CaseOutcome>& alone = wrong_ones[i].at(part.name);
      return passes(part, right, alone) || likeness(part, alone, got, right).same;
    });
    return those;
  };
  const std::vector<std::size_t> ones = taking_part(first), others = taking_part(second);
  std::vector<Mistake> found;
  int lost = 0;
  for (const std::size_t a : ones) {
    for (const std::size_t b : others) {
      const WrongOne &one = entry.wrong[a], &other = entry.wrong[b];
      const bool other_way_round = b < a && contains(ones, b) && contains(others, a);
      if (same_code(one.mistake, other.mistake) || (other_way_round && !share_a_function(one, other)))
        continue;  // where they share one it matters which is the second
      const Part both = described(entry, one, other).part(part.name);
      // two that are harmless alone may crash together, or never end
      const auto outcomes = run_apart(both, cases);
      if (!outcomes && ++lost == most_lost) return {};
      if (!outcomes) continue;
      const Likeness like = likeness(both, *outcomes, got, right);
      if (!like.same || like.telling < 3) continue;
      const auto is_known = [&](const Mistake& m) {
        return same_code(m, found[0]) || same_code(m, found[1]);
      };
      if (!found.empty() && !(is_known(one.mistake) && is_known(other.mistake))) return {};
      if (found.empty()) found = {one.mistake, other.mistake};
    }
  }
  return found;
}

}  // namespace heed::grading
