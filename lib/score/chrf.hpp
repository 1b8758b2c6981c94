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
  int char_order = 6;
  int word_order = 0;       ///< 2 makes it chrF++
  int beta = 2;             ///< recall counts beta times as much as precision
  bool lowercase = false;   ///< full Unicode
  bool whitespace = false;  ///< n-grams over spaces too
  bool eps_smoothing =
      false;  ///< as chrF++.py, NLTK and Moses; false: only orders that both sides have count
};

struct ChrfScore : Score {
  int char_order = 0, word_order = 0, beta = 0;
};

/// F_beta = (1 + beta²) P R / (beta² P + R) of n-gram precision P and recall R, averaged over the orders.
/// Several references: the one that gives the segment the best score. A row of statistics: for each order,
/// characters first: n-grams of the hypothesis, of the reference, matches.
class Chrf : public Metric {
 public:
  /// Throws UsageError if an order is negative, both are 0, or beta < 1.
  explicit Chrf(ChrfOptions options = {});

  ChrfScore corpus(std::span<const std::string> hypotheses, const References& references) const;
  ChrfScore sentence(const std::string& hypothesis, const std::vector<std::string>& references) const;
  ChrfScore from_statistics(const SegmentStatistics& statistics) const;

  std::string name() const override;
  double score_of(std::span<const double> sums) const override;
  double score_of(std::span<const float> sums) const override;
  Score score(const SegmentStatistics& statistics) const override { return from_statistics(statistics); }

 protected:
  std::size_t columns() const override {
    return 3 * static_cast<std::size_t>(options_.char_order + options_.word_order);
  }
  void count_segment(const std::string& hypothesis, std::span<const std::string> references,
                     std::vector<double>& row) const override;
  std::vector<Signature::Field> settings() const override;

 private:
  struct Line {
    Pieces characters, words;
  };
  Line prepare(const std::string& line) const;
  std::vector<NgramCounts> count(const Line& line) const;

  ChrfOptions options_;
};

}  // namespace heed
