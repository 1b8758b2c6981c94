// Naming a mistake that is written with another guard against overflow than the known one.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "exercises/grading/naming/singles.hpp"

namespace heed::grading {

/// An answer without its guards, and what that tells.
struct WithoutItsGuards {
  WithoutItsGuards(const Evidence& answer, const Unguarded& without, Further& with_guards)
      : program(without),
        evidence(evidence_of(answer.entry, answer.expected, answer.wrong_ones, without.got, &answer.got)),
        further(evidence, without.ask, &with_guards) {}
  WithoutItsGuards(const WithoutItsGuards&) = delete;
  WithoutItsGuards& operator=(const WithoutItsGuards&) = delete;

  const Unguarded& program;
  Evidence evidence;
  Further further;
};

/// Of the parts, those in which the answer without its guards cannot be told from a known-wrong
/// implementation, by these programs, one after the other. The answer as it is must be wrong in a third of
/// the numbers in which that is: else its guard repairs the mistake, and it fails for another reason. Those
/// that get a name, or are right without guards, are taken out of `parts`.
Named named_without_guards(const Evidence& answer, std::deque<WithoutItsGuards>& programs, Guards guards,
                           std::vector<std::string>& parts, CandidatesOf& candidates_of);

}  // namespace heed::grading
