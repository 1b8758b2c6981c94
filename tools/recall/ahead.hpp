// Which of two nets is ahead of the other by more than noise, and what many such comparisons say together.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/compare/claim_verdict.hpp"
#include "tools/recall/measure.hpp"

namespace heed {

/// One number of a net at one distance, for each seed that has it.
using BySeed = std::map<std::uint64_t, double>;
BySeed values_by_seed(const std::vector<RecallCell>& cells, const std::string& kind, RecallTask task,
                      std::int64_t distance, const RecallValue& value);
double mean_of(const BySeed& values);

/// Appends a part to a list with commas.
void add_part(Bilingual& list, const Bilingual& part);
/// Of a kind of net, alone and with what was measured of it.
Bilingual name_of(const std::string& kind);
Bilingual number_of(const std::string& kind, const std::string& number);

enum class Ahead { first, second, small, noise, one_seed, not_comparable };

/// What stands behind the numbers of one seed.
extern const Bilingual one_seed;

/// Nets with short paths compared with nets with long ones, pair by pair, by the seeds that both have.
class Comparisons {
 public:
  /// `worth`: a smaller difference is none. If it is not 0, values are shares, and differences are told in
  /// points of a hundred.
  explicit Comparisons(double worth = 0) : worth_(worth) {}
  /// Larger values are better ones.
  void add(const std::string& shorter, const std::string& longer, const BySeed& of_shorter,
           const BySeed& of_longer);
  /// Of each pair. Ahead is whose mean is larger by `worth` at least, with a p below 0.05 (Student's t) after
  /// Holm's correction for all pairs. A mean difference below `worth` is small where that p says that it is
  /// one, or its 95 % interval that it is less than `worth`. All else is noise. One seed tells nothing.
  std::vector<Ahead> judged() const;
  /// Of the pairs that share seeds: holds where all speak for the short paths, in part where some do; does
  /// not hold where some speak against them and none for them, or where all differences are small; one_seed
  /// where no pair had more; else noise.
  ClaimVerdict verdict() const;
  /// "; ahead beyond the noise: attention > RNN; inside the noise: …"; says so where no pair had more than
  /// one seed; empty if nothing could be compared.
  Bilingual text() const;

 private:
  struct Pair {
    std::string shorter, longer;
    std::vector<double> differences;
  };
  Bilingual difference_text(const Pair& pair) const;

  double worth_;
  std::vector<Pair> pairs_{};
};

}  // namespace heed
