// The base of BLEU and chrF: counts for each segment, summed over the corpus, turned into one number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/score/score.hpp"

namespace heed {

/// Reference streams as files hold them: references[stream][segment].
using References = std::vector<std::vector<std::string>>;

/// One row of counts for each segment. A corpus score needs only their column sums, so resampling a corpus is
/// adding up rows: no n-gram is counted again.
struct SegmentStatistics {
  std::size_t columns = 0;
  std::vector<double> values;  ///< rows() × columns, row-major; whole numbers
  std::size_t references = 0;  ///< how many each segment has

  std::size_t rows() const { return columns == 0 ? 0 : values.size() / columns; }
  std::span<const double> row(std::size_t i) const { return {values.data() + i * columns, columns}; }

  /// Column sums: the statistics of the whole corpus.
  std::vector<double> sums() const;
};

struct ResampleOptions {
  std::size_t resamples = 1000;
  std::uint64_t seed = 12345;  ///< sacreBLEU's default
};

class Metric {
 public:
  virtual ~Metric() = default;

  /// "BLEU", "chrF2", "chrF2++".
  virtual std::string name() const = 0;

  /// Counts of every segment. Throws Error if the corpus is empty, a stream of references has another length,
  /// or a segment is not UTF-8.
  SegmentStatistics statistics(std::span<const std::string> hypotheses, const References& references) const;

  /// The score of column sums: 0 to 100. The version in float repeats, to the bit, what sacreBLEU makes of a
  /// resampled corpus with NumPy before version 2: it keeps its statistics in float32.
  virtual double score_of(std::span<const double> sums) const = 0;
  virtual double score_of(std::span<const float> sums) const = 0;

  /// The settings with the number of references and, if corpora were drawn, their number and the seed.
  Signature signature(std::size_t references, std::optional<ResampleOptions> drawn = {}) const;

  /// The corpus score with its signature and what stands after the number; no interval.
  Score score(const SegmentStatistics& statistics) const;
  Score corpus(std::span<const std::string> hypotheses, const References& references) const {
    return score(statistics(hypotheses, references));
  }

 protected:
  virtual std::size_t columns() const = 0;

  /// Appends columns() counts of one segment to `row`.
  virtual void count_segment(const std::string& hypothesis, std::span<const std::string> references,
                             std::vector<double>& row) const = 0;

  virtual std::vector<Signature::Field> settings() const = 0;

  /// Returns the text that follows the number in a line; empty by default.
  virtual std::string details(std::span<const double>) const { return ""; }
};

}  // namespace heed
