// What a wrong program does when an input of a case is changed, and the right one does not: which places of
// the result move.
#include <fmt/format.h>

#include <algorithm>

#include "exercises/grading/observation/probes.hpp"

namespace heed::grading::patterns {

namespace {

using Cases = std::vector<ProbedCase>;

/// Whether a place of the result moves with a probe that the right one stays the same for, by chance in none
/// of the redrawn cases; or, if not too much, the other way round.
bool odd(const ProbedCase& one, std::size_t probe, int axis, int index, bool too_much) {
  const auto should = [&](const Probe& p) { return moved_in(p.right_before, p.right, axis, index); };
  const auto does = [&](const Probe& p) { return moved_in(p.given_before, p.given, axis, index); };
  const Probe& itself = one.probes[probe];
  // a result of nothing but zeros, an underflow perhaps, does not tell what it was computed from
  if (!too_much && all_zero(itself.given_before) && all_zero(itself.given)) return false;
  const auto right_moves = [&](const std::vector<Probe>& other) { return should(other[probe]).any; };
  // where it moves the right one in few draws alone, that the other stays the same may be chance
  const auto moving = should(itself).any + std::ranges::count_if(one.others, right_moves);
  if (too_much ? !does(itself).any || !should(itself).none
               : !does(itself).none || 4 * moving < static_cast<std::ptrdiff_t>(one.others.size()))
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
  for (const Probe& first : kinds_of(cases)) {
    if (!first.of_all()) continue;
    for (const bool too_much : {false, true}) {
      bool some = false, everywhere = true;
      for (const ProbedCase& one : cases) {
        for (std::size_t i = 0; i < one.probes.size(); ++i) {
          if (!one.probes[i].of_all() || one.probes[i].name != first.name) continue;
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
  for (const Probe& first : kinds_of(cases)) {
    if (!first.of_a_place()) continue;
    for (const bool last : {false, true}) {
      int telling = 0;
      bool everywhere = true;
      for (const ProbedCase& one : cases) {
        for (std::size_t i = 0; i < one.probes.size(); ++i) {
          const Probe& p = one.probes[i];
          if (p.name != first.name || p.axis != first.axis || p.length < 2) continue;
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

/// A probe, and the places of the result, or the only one, that move with it though they should not, or the
/// other way round: axis and index.
struct Odd {
  const Probe* probe = nullptr;
  std::vector<std::pair<int, int>> places = {};
};

Odd odd_places(const ProbedCase& one, std::size_t probe, bool too_much) {
  const Tensor& result = one.pair->right;
  Odd found{&one.probes[probe]};
  if (result.size() == 1) {
    if (odd(one, probe, -1, -1, too_much)) found.places.emplace_back(-1, -1);
    return found;
  }
  for (const int axis : axes_of(result))
    for (int index = 0; index < result.dim(axis); ++index)
      if (odd(one, probe, axis, index, too_much)) found.places.emplace_back(axis, index);
  return found;
}

/// Of the probes of one input along one axis of which there is an odd place: those with most places first.
std::vector<Odd> odd_probes(const ProbedCase& one, const Probe& kind, bool too_much) {
  std::vector<Odd> list;
  for (std::size_t i = 0; i < one.probes.size(); ++i) {
    const Probe& p = one.probes[i];
    if (p.name != kind.name || p.axis != kind.axis || p.doubled) continue;
    if (Odd found = odd_places(one, i, too_much); !found.places.empty()) list.push_back(std::move(found));
  }
  std::ranges::stable_sort(list, std::greater(), [](const Odd& found) { return found.places.size(); });
  return list;
}

/// One end of an axis of an input, with which more numbers move than with another index of it, and should
/// not; or should: of the axis of which it is most.
Pattern of_one_end(const Cases& cases, bool too_much) {
  Pattern found;
  std::size_t most = 0;
  for (const Probe& kind : kinds_of(cases)) {
    if (!kind.of_a_place()) continue;
    bool first = true, last = true;
    int telling = 0, longest = 0;
    std::size_t places = 0;
    for (const ProbedCase& one : cases) {
      const std::vector<Odd> list = odd_probes(one, kind, too_much);
      if (list.empty()) continue;
      const bool alone = list.size() == 1 || list[0].places.size() > list[1].places.size();
      const Probe& p = *list.front().probe;
      first = first && alone && p.index == 0, last = last && alone && p.index == p.length - 1;
      longest = std::max(longest, p.length);
      places += list.front().places.size();
      ++telling;
    }
    if (telling < 2 || longest < 3 || (!first && !last) || places <= most) continue;
    most = places;
    found =
        Observation{fmt::format("numbers_{}moved_by_{}", too_much ? "" : "not_", first ? "first" : "last"),
                    {kind.name},
                    {double(kind.axis)}};
  }
  return found;
}

/// An index of the result that moves with an index of an input, or with all of it, and should not; or should:
/// of the axis of which the fewest indices do so.
Pattern of_dependence(const Cases& cases) {
  for (const bool too_much : {true, false}) {
    if (Pattern found = of_one_end(cases, too_much)) return found;
    const std::string moved = too_much ? "moved_by" : "not_moved_by";
    for (const ProbedCase& one : cases) {
      Odd best;
      double least = 2;
      for (const Probe& kind : kinds_of({&one, 1})) {
        if (kind.doubled) continue;
        const std::vector<Odd> list = odd_probes(one, kind, too_much);
        if (list.empty()) continue;
        const double share =
            kind.of_all() ? (too_much ? 1.5 : 0) : double(list.size()) / list[0].probe->length;
        if (share <= least) best = list.front(), least = share;
      }
      if (best.probe == nullptr) continue;
      const Probe& probe = *best.probe;
      const auto [axis, index] = best.places.front();
      std::string kind = (axis < 0 ? "number_" : "place_") + moved;
      std::vector<double> numbers;
      if (axis >= 0) numbers = {double(index), double(axis)};
      if (probe.axis >= 0) {
        kind += "_place";
        numbers.insert(numbers.end(), {double(probe.index), double(probe.axis)});
      }
      return Observation{kind, {probe.name, one.pair->inputs->label}, numbers};
    }
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
  return of_laws_and_differences(cases);
}

}  // namespace heed::grading::patterns
