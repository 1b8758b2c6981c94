// A case asked again with an input changed, of the right program and of a wrong one.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

/// What one changed input gave.
struct Probe {
  std::string name = {};  // of the input
  // where it is changed, and how long that axis is; axis −1: everywhere
  int axis = -1, index = -1, length = 0;
  bool doubled = false;
  Tensor right = {}, given = {};
  Tensor right_before = {}, given_before = {};

  /// Whether all of the input is varied, and whether that is done in a place alone.
  bool of_all() const { return axis < 0 && !doubled; }
  bool of_a_place() const { return axis >= 0; }
};

/// All probes of one case, in the same order for the case itself and for others of its kind, whose numbers
/// are drawn anew: what is so by chance in the one is not in the others.
struct ProbedCase {
  const Pair* pair = nullptr;
  bool steady = true;  // asked twice, the program gives the same
  std::vector<Probe> probes = {};
  std::vector<std::vector<Probe>> others = {};
};

/// Over some numbers: whether one clearly moved, and whether all stayed but for rounding. What is NaN or
/// infinite does neither: it says nothing of what it was computed from.
struct Moved {
  bool any = false, none = true;
};
/// At one index of an axis; axis −1: everywhere.
Moved moved_in(const Tensor& before, const Tensor& after, int axis, int index);

/// One probe, without results, of each way, input and axis that occurs in a case: an input may be a mask, or
/// 0, in the first one.
std::vector<Probe> kinds_of(std::span<const ProbedCase> cases);

/// Zeros and ones.
bool is_mask(const Tensor& t);
/// Not masks and probabilities: after a change they would be none, and no program has to expect that.
bool changeable(const Tensor& t);

/// The axes that are looked at: all, or of many the first and the last ones.
std::vector<int> axes_of(const Tensor& t);

/// Cases of the same kind with other numbers: as they are and drawn anew, from small ones to such that exp of
/// them is infinite, and with one input moved far up or down. Where some are infinite these become finite,
/// too, and the others large. None of a large case.
std::vector<Inputs> variants_of(const Inputs& inputs);

/// The case with its numbers drawn anew, some times.
std::vector<Inputs> redrawn_cases(const Inputs& inputs, int times);

/// Of the first small wrong cases (probe.cpp); empty if a program does not survive it.
std::vector<ProbedCase> probe(const Results& results, const std::string& output,
                              const Implementation& reference, const Answer& answer);

/// What a doubled input does to all results, and what alone makes the wrong ones differ:
/// patterns_of_laws.cpp.
Pattern of_laws_and_differences(const std::vector<ProbedCase>& cases);

}  // namespace heed::grading::patterns
