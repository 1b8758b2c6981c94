// Learned tables of relative positions (Shaw et al. 2018, "Self-attention with relative position
// representations"): row c = clip(key - query, -k, k) + k of a table (2k + 1, D) belongs to a pair. Only as
// many rows as occur in a block of pairs are multiplied, and the products moved to their places ("skewed"):
// there are never T² D numbers. Private to the attention kernels.
#pragma once

#include "lib/array/attention_rule.hpp"
#include "lib/array/gemm.hpp"

namespace heed::inline HEED_PRECISION {

/// A block of pairs and the table that speaks of it: keys key … key + keys - 1 and as many queries.
class RelativeBlock {
 public:
  RelativeBlock(const Array& table, std::int64_t first_query, const PairBlock& block);

  /// y_ij += scale x_i·a_c for all pairs; x has a row for each query, y rows of `pitch`.
  void add_products(Scalar scale, MatrixView x, Scalar* y, std::int64_t pitch) const;
  /// Σ of p_ij over the keys of one row of the table, for each query and each row that occurs: (queries,
  /// rows), in scratch that the next call overwrites. p has rows of `pitch`.
  MatrixView collect(const Scalar* p, std::int64_t pitch) const;
  /// y_i += scale Σ_j p_ij a_c, of what was collected; y has rows of `stride`.
  void add_rows(Scalar scale, MatrixView collected, Scalar* y, std::int64_t stride) const;
  /// The table's gradient: da_c += scale Σ_ij p_ij x_i.
  void add_gradient(Scalar scale, MatrixView collected, MatrixView x, Scalar* dtable) const;

 private:
  /// Keys 0 … near - 1 of query i are clipped to the first row, those from far on to the last; the others'
  /// rows follow each other from `row` on.
  struct Runs {
    std::int64_t near, far, row;
  };
  Runs runs(std::int64_t i) const;

  const Scalar* rows_;  // those that occur
  std::int64_t clip_, dim_, queries_, keys_;
  std::int64_t distance_;       // of the block's first pair
  std::int64_t first_, count_;  // rows that occur
};

}  // namespace heed
