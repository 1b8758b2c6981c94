// TER, the translation edit rate (Snover et al. 2006), the same numbers as sacreBLEU 2.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lib/score/metric.hpp"
#include "lib/score/tokenize_tercom.hpp"

namespace heed {

/// 100 · edits / length of the reference: how much of the reference a person would have to change. Smaller is
/// better; 0 is perfect; a translation much longer than its reference exceeds 100. Several references: the
/// edits to the one that needs fewest, over their mean length. A row of statistics: edits, mean length of the
/// references.
class Ter : public Metric {
 public:
  explicit Ter(TercomOptions options = {}) : options_(options) {}

  Score corpus(std::span<const std::string> hypotheses, const References& references) const {
    return score(statistics(hypotheses, references));
  }
  Score sentence(const std::string& hypothesis, const std::vector<std::string>& references) const {
    return score(statistics_by_segment({&hypothesis, 1}, {&references, 1}));
  }

  std::string name() const override { return "TER"; }
  double score_of(std::span<const double> sums) const override;
  double score_of(std::span<const float> sums) const override;
  Score score(const SegmentStatistics& statistics) const override;

 protected:
  std::size_t columns() const override { return 2; }
  void count_segment(const std::string& hypothesis, std::span<const std::string> references,
                     std::vector<double>& row) const override;
  std::vector<Signature::Field> settings() const override;

 private:
  TercomOptions options_;
};

}  // namespace heed
