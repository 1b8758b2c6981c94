// What a wrong program does when an input of a case is changed, and the right one does not: which places of
// the result move.
#include <algorithm>

#include "exercises/grading/observation/probes.hpp"

namespace heed::grading::patterns {

namespace {

using Cases = std::vector<ProbedCase>;
using What = Probe::What;

/// Whether a place of the result moves with a probe that the right one stays the same for, by chance in none
/// of the redrawn cases; or, if not too much, the other way round.
bool odd(const ProbedCase& one, std::size_t probe, int axis, int index, bool too_much) {
  const auto should = [&](const Probe& p) { return moved_in(p.right_before, p.right, axis, index); };
  const auto does = [&](const Probe& p) { return moved_in(p.given_before, p.given, axis, index); };
  const Probe& itself = one.probes[probe];
  // a result of nothing but zeros, an underflow perhaps, does not tell what it was computed from
  if (!too_much && all_zero(itself.given_before) && all_zero(itself.given)) return false;
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
  for (const Probe& first : kinds_of(cases)) {
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
  for (const Probe& first : kinds_of(cases)) {
    if (first.what != What::place) continue;
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
