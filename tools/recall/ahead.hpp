// Which of two nets is ahead of the other by more than noise, and what many such comparisons say together.
#pragma once

#include <map>

#include "tools/compare/claim_verdict.hpp"
#include "tools/recall/measure.hpp"

namespace heed {

/// One number of a net at one distance, for each seed that has it.
using BySeed = std::map<std::uint64_t, double>;
BySeed values_by_seed(const std::vector<RecallCell>& cells, const std::string& kind, RecallTask task,
                      std::int64_t distance, const RecallValue& value);
double mean_of(const BySeed& values);

enum class Ahead { first, second, neither, one_seed, not_comparable };
/// Of the seeds that both have: who has the larger values, if the 95 % interval of the mean difference leaves
/// out 0 and the mean is at least `least`. One seed has no interval.
Ahead compare(const BySeed& first, const BySeed& second, double least);

/// What stands behind the numbers of one seed.
extern const Bilingual one_seed;

/// Appends a part to a list with commas, and a sentence to a sentence.
void add_part(Bilingual& list, const Bilingual& part);
Bilingual joined(const Bilingual& a, const Bilingual& b);

/// Nets with short paths compared with nets with long ones.
class Comparisons {
 public:
  void add(const std::string& shorter, const std::string& longer, Ahead ahead);
  /// Holds where all speak for the short paths, in part where some do; one_seed where no pair had more.
  ClaimVerdict verdict() const;
  /// "; ahead beyond the noise: attention > RNN"; says so where no pair had more than one seed; empty if
  /// nothing could be compared.
  Bilingual text() const;

 private:
  Bilingual ahead_{};
  bool any_ = false, several_ = false, for_ = false, against_ = false, noise_ = false;
};

}  // namespace heed
