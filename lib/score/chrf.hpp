// chrF (Popović 2015) and chrF++ (Popović 2017), the same numbers as sacreBLEU 2.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lib/score/metric.hpp"
#include "lib/score/ngrams.hpp"

namespace heed {

struct ChrfOptions {
  std::size_t word_order = 0;  ///< 2 makes it chrF++
  bool lowercase = false;      ///< full Unicode
};

/// F_beta = (1 + beta²) P R / (beta² P + R), beta = 2, of n-gram precision P and recall R, averaged over the
/// orders that both sides have: 1 … 6 of characters without spaces, and those of words. Several references:
/// the one that gives the segment the best score. A row of statistics: for each order, characters first:
/// n-grams of the hypothesis, of the reference, matches.
class Chrf : public Metric {
 public:
  explicit Chrf(ChrfOptions options = {}) : options_(options) {}

  std::string name() const override;
  double score_of(std::span<const double> sums) const override;
  double score_of(std::span<const float> sums) const override;

 protected:
  std::size_t columns() const override { return 3 * (char_order + options_.word_order); }
  void count_segment(const std::string& hypothesis, std::span<const std::string> references,
                     std::vector<double>& row) const override;
  std::vector<Signature::Field> settings() const override;

 private:
  static constexpr std::size_t char_order = 6;
  struct Line {
    Pieces characters, words;
  };
  Line prepare(const std::string& line) const;
  std::vector<NgramCounts> count(const Line& line) const;

  ChrfOptions options_;
};

}  // namespace heed
