// The documents' claims on paths between tokens and of state spaces, put to what was measured.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/measure/experiment.hpp"
#include "tools/measure/recall.hpp"

namespace heed {

/// A net whose path is long, in steps half of the distance or more (path_steps()), is compared with one of a
/// shorter path by what both showed at the same distance with the same seeds; Comparisons
/// (tools/measure/comparisons.hpp) says when a difference counts. It holds where each such pair speaks for
/// the shorter path, in part where some do.
struct RecallJudgement {
  /// C8: the steps of paths grow as documents say (path_growth()): in attention O(1), in convolutions O(log
  /// n), in LSTM and RNN O(n); of a state space they say nothing. Takes three distances at least.
  Statement path;
  /// Beside C8, which does not say it: from the shortest to the longest distance, the gradient at the first
  /// token shrinks less.
  Statement gradient;
  /// C8: at the longest distance, more answers are right, by five points or more. What a net or a seed that
  /// did not learn the shortest distance answers counts as it is; of a task that none has learned over the
  /// shortest distance nothing is said.
  Statement learning;
  /// C18: a state space's time grows with the length to a power of at most 1 + slope_tolerance, and
  /// attention's, the control, to a larger one. Takes sequences of which the longest is at least 32 times the
  /// shortest: over less, attention's own power is near 1.
  Statement linear;
};

RecallJudgement judge_recall(const RecallPlan& plan, const std::vector<RecallCell>& cells);

/// One number of a net at one distance, for each seed that has it.
using BySeed = std::map<std::uint64_t, double>;
BySeed values_by_seed(const std::vector<RecallCell>& cells, const std::string& kind, RecallTask task,
                      std::int64_t distance, const RecallValue& value);
double mean_of(const BySeed& values);

/// Appends a part to a list with commas.
void add_part(Bilingual& list, const Bilingual& part);
/// A kind of net with what was measured of it.
Bilingual number_of(const std::string& kind, const std::string& number);

enum class Ahead { first, second, small, noise, one_seed, not_comparable };

/// Nets with short paths compared with nets with long ones, pair by pair, by the seeds that both have.
class Comparisons {
 public:
  /// `worth`: a smaller difference is none. If it is not 0, values are shares, and differences are told in
  /// points of a hundred.
  explicit Comparisons(double worth = 0) : worth_(worth) {}
  /// Larger values are better ones.
  void add(const std::string& shorter, const std::string& longer, const BySeed& of_shorter,
           const BySeed& of_longer);
  /// The judgement on each pair. Ahead is whose mean is larger by `worth` at least, with a p below 0.05
  /// (Student's t) after Holm's correction for all pairs. A mean difference below `worth` is small where that
  /// p says that it is one, or its 95 % interval that it is less than `worth`. All else is noise. One seed
  /// tells nothing.
  std::vector<Ahead> judged() const;
  /// The verdict on the pairs that share seeds: it holds where all speak for the short paths, in part where
  /// some do; does not hold where some speak against them and none for them, or where all differences are
  /// small; one_seed where no pair had more; else noise.
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
