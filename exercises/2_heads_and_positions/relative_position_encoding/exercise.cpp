#include "exercises/learn.hpp"

/// The vectors of relative positions (Shaw et al. 2018). With r = i − j (query minus key: how far back the
/// key lies) clipped to −k … k, the pair (i, j) gets row r + k of the table. table (2k + 1, d), positions 0 …
/// queries − 1 and 0 … keys − 1: -> (queries, keys, d).
Tensor relative_position_encoding(const Tensor& table, int queries, int keys) {
  //~ stub
  // 1. Which distance does the middle row of the table stand for? And the first?
  // 2. std::clamp(value, low, high) limits a number to low … high.
  return not_written("relative_position_encoding");
  //~ solution
  const int k = table.dim(0) / 2, dim = table.dim(1);
  Tensor out({queries, keys, dim});
  for (int i = 0; i < queries; ++i)
    for (int j = 0; j < keys; ++j) {
      const int row = std::clamp(i - j, -k, k) + k;
      //~ wrong sign_flipped: i - j => j - i
      //~ wrong absolute_distance: clamp(i - j, -k => min(std::abs(i - j)
      //~ wrong future_as_same: -k, => 0,
      //~ wrong clipped_early: k, k => std::max(k - 1, 0), std::max(k - 1, 0)
      //~ wrong absolute_position_of_key: clamp(i - j, -k, k) + k => min(j, 2 * k)
      //~ wrong not_centred: -k, k) + k => 0, 2 * k)
      //~ wrong not_clipped F01: std::clamp(i - j, -k, k) => i - j
      //~ end
      //~ solution
      for (int c = 0; c < dim; ++c) out(i, j, c) = table(row, c);
      //~ wrong far_is_zero F02: for => if (std::abs(i - j) <= k) for
      //~ end
      //~ solution
    }
  return out;
  //~ end
}

/// The scores with relative positions: e_ij = q_i · (k_j + a_ij) / √d, where a_ij is the vector of
/// relative_position_encoding. q (Tq, d), k (Tk, d), table (2k + 1, d): -> (Tq, Tk).
Tensor relative_scores(const Tensor& q, const Tensor& k, const Tensor& table) {
  //~ stub
  return not_written("relative_scores");
  //~ solution
  const int reach = table.dim(0) / 2, dim = q.dim(1);
  Tensor scores({q.dim(0), k.dim(0)});
  for (int i = 0; i < q.dim(0); ++i)
    for (int j = 0; j < k.dim(0); ++j) {
      const int row = std::clamp(i - j, -reach, reach) + reach;
      //~ wrong scores_sign_flipped: i - j => j - i
      //~ wrong future_as_same: -reach => 0
      //~ wrong clipped_early: reach, reach => std::max(reach - 1, 0), std::max(reach - 1, 0)
      //~ wrong absolute_position_of_key: clamp(i - j, -reach, reach) + reach => min(j, 2 * reach)
      //~ wrong not_centred: -reach, reach) + reach => 0, 2 * reach)
      //~ wrong not_clipped F01: std::clamp(i - j, -reach, reach) => i - j
      //~ end
      //~ solution
      double sum = 0;
      for (int c = 0; c < dim; ++c) sum += q(i, c) * (k(j, c) + table(row, c));
      scores(i, j) = sum / std::sqrt(dim);
      //~ wrong positions_not_scaled M06: + table(row, c) => / std::sqrt(dim) + table(row, c) | sum / std::sqrt(dim) => sum
      //~ wrong content_not_scaled M06: + table(row, c) => + table(row, c) / std::sqrt(dim) | sum / std::sqrt(dim) => sum
      //~ wrong position_meets_key: q(i, c) * (k(j, c) + table(row, c) => (q(i, c) + table(row, c)) * k(j, c
      //~ wrong position_as_bias: (k(j, c) + table(row, c) => k(j, c) + table(row, c
      //~ wrong position_left_out: (k(j, c) + table(row, c) => k(j, c) + 0 * table(row, c
      //~ wrong far_is_zero F02: table(row, c => (std::abs(i - j) <= reach ? table(row, c) : 0
      //~ wrong scale_missing M06: sum / std::sqrt(dim); => sum;
      //~ wrong scale_twice M06: std::sqrt(dim) => dim
      //~ end
      //~ solution
    }
  return scores;
  //~ end
}
