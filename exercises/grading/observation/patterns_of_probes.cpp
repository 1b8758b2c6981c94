// What a wrong program does when an input of a case is changed, and the right one does not: which places of
// the result move, and by what law.
#include <algorithm>
#include <cmath>
#include <set>

#include "exercises/grading/observation/probes.hpp"

namespace heed::grading::patterns {

namespace {

using Cases = std::vector<ProbedCase>;
using What = Probe::What;

/// Over some numbers: whether one clearly moved, and whether all stayed but for rounding. What is NaN or
/// infinite does neither: it says nothing of what it was computed from.
struct Moved {
  bool any = false, none = true;
};

/// At one index of an axis; axis −1: everywhere.
Moved moved_in(const Tensor& before, const Tensor& after, int axis, int index) {
  Moved result;
  for (int n = 0; n < before.size(); ++n) {
    if (axis >= 0 && along(before, n, axis) != index) continue;
    const double x = before.flat(n), y = after.flat(n);
    const bool finite = std::isfinite(x) && std::isfinite(y);
    result.any = result.any || (finite && !grading::close(x, y, {1e-6, 1e-9}));
    result.none = result.none && finite && grading::close(x, y, {1e-13, 1e-13});
  }
  return result;
}

/// Whether a place of the result moves with a probe that the right one stays the same for, by chance in none
/// of the redrawn cases; or, if not too much, the other way round.
bool odd(const ProbedCase& one, std::size_t probe, int axis, int index, bool too_much) {
  const auto should = [&](const Probe& p) { return moved_in(p.right_before, p.right, axis, index); };
  const auto does = [&](const Probe& p) { return moved_in(p.given_before, p.given, axis, index); };
  const Probe& itself = one.probes[probe];
  // a result of nothing but zeros, an underflow perhaps, does not tell what it was computed from
  const auto zeros = [](const Tensor& t) {
    return std::ranges::all_of(t.values(), [](double x) { return x == 0; });
  };
  if (!too_much && zeros(itself.given_before) && zeros(itself.given)) return false;
  const auto right_moves = [&](const std::vector<Probe>& other) { return should(other[probe]).any; };
  if (too_much ? !does(itself).any || !should(itself).none
               : !does(itself).none || (!should(itself).any && std::ranges::none_of(one.others, right_moves)))
    return false;
  return std::ranges::all_of(one.others, [&](const std::vector<Probe>& other) {
    return too_much ? should(other[probe]).none : does(other[probe]).none;
  });
}

Pattern unsteady(const Cases& cases) {
  for (const ProbedCase& one : cases) {
    if (!one.steady) return Observation{"unsteady", {one.pair->inputs->label}};
  }
  return {};
}

/// An input without any influence that should have some, or the other way round, wherever it occurs.
Pattern of_whole_inputs(const Cases& cases) {
  for (const Probe& first : cases.front().probes) {
    if (first.what != What::all) continue;
    for (const bool too_much : {false, true}) {
      bool some = false, everywhere = true;
      for (const ProbedCase& one : cases) {
        for (std::size_t i = 0; i < one.probes.size(); ++i) {
          if (one.probes[i].what != What::all || one.probes[i].name != first.name) continue;
          const bool here = odd(one, i, -1, -1, too_much);
          const Probe& p = one.probes[i];
          some = some || here;
          everywhere = everywhere && (here || moved_in(too_much ? p.right_before : p.given_before,
                                                       too_much ? p.right : p.given, -1, -1)
                                                  .none);
        }
      }
      if (some && everywhere) return Observation{too_much ? "moved_by" : "not_moved_by", {first.name}};
    }
  }
  return {};
}

/// An end of an input without any influence on the whole result, though it should have some, in all cases.
Pattern of_ends_of_inputs(const Cases& cases) {
  for (const Probe& first : cases.front().probes) {
    if (first.what != What::place || first.index != 0) continue;
    for (const bool last : {false, true}) {
      int telling = 0;
      bool everywhere = true;
      for (const ProbedCase& one : cases) {
        for (std::size_t i = 0; i < one.probes.size(); ++i) {
          const Probe& p = one.probes[i];
          if (p.what != What::place || p.name != first.name || p.axis != first.axis || p.length < 2) continue;
          if (p.index != (last ? p.length - 1 : 0)) continue;
          const bool here = odd(one, i, -1, -1, false);
          telling += here;
          everywhere = everywhere && here;
        }
      }
      if (everywhere && telling > 1)
        return Observation{
            last ? "not_moved_by_last" : "not_moved_by_first", {first.name}, {double(first.axis)}};
    }
  }
  return {};
}

/// An index of the result that moves with an index of an input, or with all of it, and should not; or should.
Pattern of_dependence(const Cases& cases) {
  for (const bool too_much : {true, false}) {
    const std::string moved = too_much ? "moved_by" : "not_moved_by";
    for (const ProbedCase& one : cases) {
      const Tensor& result = one.pair->right;
      for (std::size_t i = 0; i < one.probes.size(); ++i) {
        const Probe& probe = one.probes[i];
        if (probe.what != What::place && probe.what != What::all) continue;
        const std::vector<std::string> names{probe.name, one.pair->inputs->label};
        const std::vector<double> from{double(probe.index), double(probe.axis)};
        if (result.size() == 1) {
          if (odd(one, i, -1, -1, too_much))
            return probe.axis < 0 ? Observation{"number_" + moved, names}
                                  : Observation{"number_" + moved + "_place", names, from};
          continue;
        }
        for (const int axis : axes_of(result)) {
          for (int index = 0; index < result.dim(axis); ++index) {
            if (!odd(one, i, axis, index, too_much)) continue;
            std::vector<double> numbers{double(index), double(axis)};
            if (probe.axis < 0) return Observation{"place_" + moved, names, numbers};
            numbers.insert(numbers.end(), from.begin(), from.end());
            return Observation{"place_" + moved + "_place", names, numbers};
          }
        }
      }
    }
  }
  return {};
}

/// A result before a change of an input, and after it.
using Change = std::pair<const Tensor*, const Tensor*>;

bool finite(const std::vector<Change>& results) {
  const auto numbers = [](const Tensor* t) {
    return std::ranges::all_of(t->values(), [](double x) { return std::isfinite(x); });
  };
  return std::ranges::all_of(results,
                             [&](const Change& one) { return numbers(one.first) && numbers(one.second); });
}

/// Of what given and right differ by, or of what they are divided by each other: on which inputs it depends,
/// where that are not all.
Pattern of_differences(const Cases& cases, bool divided) {
  const auto moves = [divided](const Probe& p) {
    Moved result;
    for (int n = 0; n < p.right.size(); ++n) {
      const auto apart = [&](const Tensor& given, const Tensor& right) {
        return divided ? given.flat(n) / right.flat(n) : given.flat(n) - right.flat(n);
      };
      if (divided && std::min(std::abs(p.right_before.flat(n)), std::abs(p.right.flat(n))) < 1e-4) continue;
      const double before = apart(p.given_before, p.right_before), after = apart(p.given, p.right);
      const double size =
          (divided ? std::abs(after) : std::abs(p.given.flat(n)) + std::abs(p.right.flat(n))) + 1e-3;
      result.any = result.any || !(std::abs(after - before) <= 1e-6 * size);
      result.none = result.none && std::abs(after - before) <= (divided ? 1e-9 : 1e-11) * size;
    }
    return result;
  };
  std::set<std::string> names;  // an input may be a mask, or 0, in the first case, and change in another
  for (const ProbedCase& one : cases)
    for (const Probe& p : one.probes) names.insert(p.name);
  std::vector<std::string> with, without;
  for (const std::string& name : names) {
    bool some = false, none = true, right_moves = true;
    const auto look = [&](const std::vector<Probe>& probes) {
      for (const Probe& p : probes) {
        if (p.what != What::all || p.name != name) continue;
        const Moved moved = moves(p);
        some = some || moved.any, none = none && moved.none;
        right_moves = right_moves && moved_in(p.right_before, p.right, -1, -1).any;
      }
    };
    for (const ProbedCase& one : cases) {
      look(one.probes);
      for (const std::vector<Probe>& other : one.others) look(other);
    }
    if (some) with.push_back(name);
    if (none && right_moves) without.push_back(name);
    if (!some && !none) return {};
  }
  constexpr std::size_t few = 3;
  if (with.empty() || without.empty() || with.size() > few) return {};
  return Observation{divided ? "quotient_by" : "difference_by", with};
}

/// after = before times one number (or plus one) everywhere and in all cases: that number.
std::optional<double> law(const std::vector<Change>& results, bool sum) {
  std::optional<double> number;
  for (const auto& [before, after] : results) {
    for (int n = 0; n < before->size(); ++n) {
      const double x = before->flat(n), y = after->flat(n);
      if (!number && (sum || std::abs(x) > 1e-6)) number = sum ? y - x : y / x;
      if (number && !grading::close(sum ? x + *number : x * *number, y, {1e-8, 1e-10})) return {};
    }
  }
  if (number && std::abs(*number) < 1e-9) return 0.0;  // rounding
  return number;
}

/// What doubling an input, or adding 1 to it, should do to every number, and what it does. Where overflow
/// makes something of a number there is no law to be seen.
Pattern of_laws(const Cases& cases) {
  for (const Probe& first : cases.front().probes) {
    const bool sum = first.what == What::one_more;
    if ((!sum && first.what != What::doubled)) continue;
    std::vector<Change> should, does;
    int numbers = 0;
    const auto add = [&](const std::vector<Probe>& probes) {
      for (const Probe& probe : probes) {
        if (probe.what != first.what || probe.name != first.name) continue;
        should.emplace_back(&probe.right_before, &probe.right);
        does.emplace_back(&probe.given_before, &probe.given);
        numbers += probe.right.size();
      }
    };
    for (const ProbedCase& one : cases) {
      add(one.probes);
      for (const std::vector<Probe>& other : one.others) add(other);
    }
    if (!finite(should) || !finite(does)) continue;
    const std::optional<double> right = law(should, sum), given = law(does, sum);
    if (should.size() < 2 || numbers < 3 || (!right && !given)) continue;
    if (right && given && grading::close(*right, *given, {1e-7, 1e-9})) continue;
    const std::string kind = sum ? "one_more" : "doubled";
    const auto nothing = [&](const std::optional<double>& number) {
      return number && grading::close(sum ? 0 : 1, *number, {1e-9, 1e-9});
    };
    if (nothing(right)) return Observation{kind + "_changes", {first.name}};
    if (nothing(given)) return Observation{kind + "_stays", {first.name}};
    if (right && given) return Observation{kind + "_law", {first.name}, {*right, *given}};
    if (right) return Observation{kind + "_without_law", {first.name}, {*right}};
    return Observation{kind + "_with_law", {first.name}, {*given}};
  }
  return {};
}

}  // namespace

Pattern of_probes(const Results& results, const std::string& output, const Implementation& reference,
                  const Answer& answer) {
  if (!reference || !answer) return {};
  // ids and counts stay the same for most changes of the numbers that they are chosen by
  const bool whole = results.all_of([](const Pair& p) { return all_whole(p.right); });
  const Cases cases = whole ? Cases() : probe(results, output, reference, answer);
  if (cases.empty()) return {};
  for (const auto look : {unsteady, of_whole_inputs, of_ends_of_inputs, of_dependence}) {
    if (Pattern found = look(cases)) return found;
  }
  if (Pattern found = of_laws(cases)) return found;
  if (Pattern found = of_differences(cases, false)) return found;
  return of_differences(cases, true);
}

}  // namespace heed::grading::patterns
