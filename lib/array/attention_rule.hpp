// Holds all that the attention kernels are told: where the numbers lie, who may attend to whom, what is done
// to the scores.
#pragma once

#include <algorithm>

#include "lib/array/gemm.hpp"
#include "lib/array/mask.hpp"
#include "lib/array/random.hpp"

namespace heed::inline HEED_PRECISION {

/// One of query, key, value for every batch b, head h and row t: D numbers at data + b·batch + h·head +
/// t·row. So heads need not be split off into an array of their own: (B, T, H·D) and (B, H, T, D) are only
/// other strides.
template <typename T>
struct HeadsView {
  T* data = nullptr;
  std::int64_t batch = 0, head = 0, row = 0;

  T* at(std::int64_t b, std::int64_t h) const { return data + b * batch + h * head; }
};

/// B batches, H heads, Tq queries, Tk keys, Dk numbers in a query or key, Dv in a value.
struct AttentionShape {
  std::int64_t batch, heads, queries, keys, key_dim, value_dim;

  /// How far apart a query and a key can be: Tq + Tk - 1 numbers, of which the first stands for the last
  /// query and the first key.
  std::int64_t distances() const { return std::max<std::int64_t>(queries + keys - 1, 0); }
};

/// score = scale q·(k + relative_key[c]) + distance_bias[h][k - q + Tq - 1] + bias[b][h][q][k]
/// out = Σ dropped weight (v + relative_value[c])    with row c = clip(k - q - first_query, ±clip) + clip
struct AttentionRule {
  Mask mask;
  Scalar scale = 1;              // 1/√Dk in the paper
  double dropout = 0;            // probability of dropping a weight
  RandomStream stream{};         // of the dropout
  Array distance_bias{};         // (H, Tq + Tk - 1), or undefined: none
  Array bias{};                  // what broadcasts to (B, H, Tq, Tk), or undefined: none
  Array relative_key{};          // (2 clip + 1, Dk), or undefined: none
  Array relative_value{};        // (2 clip + 1, Dv), or undefined: none
  std::int64_t first_query = 0;  // the position of query 0, for the two above

  bool has_bias() const { return distance_bias.defined() || bias.defined(); }
};

struct AttentionInputs {
  HeadsView<const Scalar> query, key, value;
};

/// Views of the memory that the gradients go to: those of the heads are overwritten, the terms, which are
/// null where the rule has no such term, are added to.
struct AttentionGradients {
  HeadsView<Scalar> query, key, value;
  Scalar* distance_bias = nullptr;   // (B, H, Tq + Tk - 1): of each batch
  Scalar* relative_key = nullptr;    // (B, H, 2 clip + 1, Dk): of each batch and head
  Scalar* relative_value = nullptr;  // (B, H, 2 clip + 1, Dv)
};

/// One query of one head of one batch, and keys first … first + count - 1.
struct ScoreRow {
  std::int64_t batch, head, query, first, count;
};

/// Adds the biases to scale q·k.
void add_biases(const AttentionShape& shape, const AttentionRule& rule, const ScoreRow& row, Scalar* scores);
/// The scores of forbidden keys become -inf: no arithmetic ever sees them. `buffer` has room for `count`.
void forbid(const Mask& mask, const ScoreRow& row, std::int64_t keys, Scalar* scores, std::uint8_t* buffer);
/// distance_bias += the gradient of the scores of a row; distance_bias is that of one head.
void add_distance_gradient(const AttentionShape& shape, const ScoreRow& row, const Scalar* dscores,
                           Scalar* distance_bias);

/// The row length of the weights that the dense kernel keeps: whole vectors, so that a row has no rest.
/// Columns from `keys` on are 0.
std::int64_t attention_pitch(std::int64_t keys);
/// Returns where in the stream the dropout factor of a row's first key stands: the same place for every
/// kernel. Each head (numbered through all batches) has a place of its own, each query attention_pitch
/// numbers.
std::int64_t dropout_place(const AttentionShape& shape, std::int64_t head_index, std::int64_t query);

/// A block of pairs and a learned table of relative positions (Shaw et al. 2018, "Self-attention with
/// relative position representations"): row c = clip(key - query, -k, k) + k of a table (2k + 1, D) belongs
/// to a pair. Only as many rows as occur in a block of pairs are multiplied, and the products moved to their
/// places ("skewed"): there are never T² D numbers. Private to the attention kernels.
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
