#include "exercises/learn.hpp"

/// The vectors of relative positions (Shaw et al. 2018). With r = i − j (query minus key: how far back the
/// key lies) clipped to −k … k, the pair (i, j) gets row r + k of the table. table (2k + 1, d), positions 0 …
/// queries − 1 and 0 … keys − 1: -> (queries, keys, d).
Tensor relative_position_encoding(const Tensor& table, int queries, int keys) {
  //~ stub
  // 1. Which distance does the middle row of the table stand for? And the first?
  // 2. std::clamp(value, low, high) keeps a number between two others.
  return not_written("relative_position_encoding");
  //~ solution
  const int k = table.dim(0) / 2, dim = table.dim(1);
  Tensor out({queries, keys, dim});
  for (int i = 0; i < queries; ++i)
    for (int j = 0; j < keys; ++j) {
      //~ wrong not_clipped
      const int k = table.dim(0) / 2, dim = table.dim(1);
      Tensor out({queries, keys, dim});
      for (int i = 0; i < queries; ++i)
        for (int j = 0; j < keys; ++j)
          for (int c = 0; c < dim; ++c) out(i, j, c) = table(i - j + k, c);
      return out;
      //~ wrong far_is_zero
      const int k = table.dim(0) / 2, dim = table.dim(1);
      Tensor out({queries, keys, dim});
      for (int i = 0; i < queries; ++i)
        for (int j = 0; j < keys; ++j)
          if (std::abs(i - j) <= k)
            for (int c = 0; c < dim; ++c) out(i, j, c) = table(i - j + k, c);
      return out;
      //~ end
      //~ solution
      const int row = std::clamp(i - j, -k, k) + k;
      //~ wrong sign_flipped
      const int row = std::clamp(j - i, -k, k) + k;
      //~ wrong absolute_distance
      const int row = std::min(std::abs(i - j), k) + k;
      //~ wrong absolute_distance_from_zero
      const int row = std::min(std::abs(i - j), 2 * k);
      //~ wrong absolute_distance_not_centred
      const int row = std::min(std::abs(i - j), k);
      //~ wrong future_as_same
      const int row = std::clamp(i - j, 0, k) + k;
      //~ wrong clipped_early
      const int row = std::clamp(i - j, -std::max(k - 1, 0), std::max(k - 1, 0)) + k;
      //~ wrong wrapped
      const int row = (((i - j + k) % (2 * k + 1)) + 2 * k + 1) % (2 * k + 1);
      //~ wrong absolute_position_of_key
      const int row = std::min(j, 2 * k);
      //~ wrong absolute_position_of_query
      const int row = std::min(i, 2 * k);
      //~ wrong not_centred
      const int row = std::clamp(i - j, 0, 2 * k);
      //~ wrong negative_from_the_end
      const int row = (std::clamp(i - j, -k, k) + 2 * k + 1) % (2 * k + 1);
      //~ wrong not_clipped, far_is_zero
      //~ end
      //~ solution
      for (int c = 0; c < dim; ++c) out(i, j, c) = table(row, c);
    }
  return out;
  //~ wrong not_clipped, far_is_zero
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
      //~ wrong softmaxed
      const int reach = table.dim(0) / 2, dim = q.dim(1);
      Tensor scores({q.dim(0), k.dim(0)});
      for (int i = 0; i < q.dim(0); ++i) {
        double total = 0;
        for (int j = 0; j < k.dim(0); ++j) {
          const int row = std::clamp(i - j, -reach, reach) + reach;
          double sum = 0;
          for (int c = 0; c < dim; ++c) sum += q(i, c) * (k(j, c) + table(row, c));
          total += scores(i, j) = std::exp(sum / std::sqrt(dim));
        }
        for (int j = 0; j < k.dim(0); ++j) scores(i, j) /= total;
      }
      return scores;
      //~ end
      //~ solution
      const int row = std::clamp(i - j, -reach, reach) + reach;
      //~ wrong scores_sign_flipped
      const int row = std::clamp(j - i, -reach, reach) + reach;
      //~ wrong scores_absolute_distance
      const int row = std::min(std::abs(i - j), reach) + reach;
      //~ wrong softmaxed
      //~ wrong absolute_distance_from_zero
      const int row = std::min(std::abs(i - j), 2 * reach);
      //~ wrong absolute_distance_not_centred
      const int row = std::min(std::abs(i - j), reach);
      //~ wrong future_as_same
      const int row = std::clamp(i - j, 0, reach) + reach;
      //~ wrong clipped_early
      const int row = std::clamp(i - j, -std::max(reach - 1, 0), std::max(reach - 1, 0)) + reach;
      //~ wrong wrapped
      const int row = (((i - j + reach) % (2 * reach + 1)) + 2 * reach + 1) % (2 * reach + 1);
      //~ wrong absolute_position_of_key
      const int row = std::min(j, 2 * reach);
      //~ wrong absolute_position_of_query
      const int row = std::min(i, 2 * reach);
      //~ wrong not_centred
      const int row = std::clamp(i - j, 0, 2 * reach);
      //~ wrong negative_from_the_end
      const int row = (std::clamp(i - j, -reach, reach) + 2 * reach + 1) % (2 * reach + 1);
      //~ wrong not_clipped
      const int row = i - j + reach;
      //~ end
      //~ solution
      double sum = 0;
      //~ wrong softmaxed
      //~ wrong content_times_position
      double content = 0, position = 0;
      for (int c = 0; c < dim; ++c) {
        content += q(i, c) * k(j, c);
        position += q(i, c) * table(row, c);
      }
      scores(i, j) = content * position / std::sqrt(dim);
      //~ end
      //~ solution
      for (int c = 0; c < dim; ++c) sum += q(i, c) * (k(j, c) + table(row, c));
      //~ wrong positions_not_scaled M06
      for (int c = 0; c < dim; ++c) sum += q(i, c) * (k(j, c) / std::sqrt(dim) + table(row, c));
      scores(i, j) = sum;
      //~ wrong content_not_scaled M06
      for (int c = 0; c < dim; ++c) sum += q(i, c) * (k(j, c) + table(row, c) / std::sqrt(dim));
      scores(i, j) = sum;
      //~ wrong position_meets_key
      for (int c = 0; c < dim; ++c) sum += (q(i, c) + table(row, c)) * k(j, c);
      //~ wrong position_on_both_sides
      for (int c = 0; c < dim; ++c) sum += (q(i, c) + table(row, c)) * (k(j, c) + table(row, c));
      //~ wrong position_as_bias
      for (int c = 0; c < dim; ++c) sum += q(i, c) * k(j, c) + table(row, c);
      //~ wrong position_only
      for (int c = 0; c < dim; ++c) sum += q(i, c) * table(row, c);
      //~ wrong position_left_out
      for (int c = 0; c < dim; ++c) sum += q(i, c) * k(j, c) + 0 * table(row, c);
      //~ wrong softmaxed, content_times_position
      //~ wrong far_is_zero
      for (int c = 0; c < dim; ++c)
        sum += q(i, c) * (k(j, c) + (std::abs(i - j) <= reach ? table(row, c) : 0));
      //~ wrong positions_subtracted
      for (int c = 0; c < dim; ++c) sum += q(i, c) * (k(j, c) - table(row, c));
      //~ end
      //~ solution
      scores(i, j) = sum / std::sqrt(dim);
      //~ wrong scale_missing M06
      scores(i, j) = sum;
      //~ wrong scale_twice M06
      scores(i, j) = sum / dim;
      //~ wrong scale_multiplied M06
      scores(i, j) = sum * std::sqrt(dim);
      //~ wrong positions_not_scaled M06, content_not_scaled M06, softmaxed, content_times_position
      //~ end
      //~ solution
    }
  return scores;
  //~ wrong softmaxed
  //~ end
}

/// The skew trick (Huang et al. 2018): from products by distance to products by pair.
/// by_distance (T, 2T − 1): column c of row i belongs to the distance r = c − (T − 1), so r = −(T−1) … T−1.
/// Result (T, T): element (i, j) is the one of row i at distance r = i − j.
Tensor skew(const Tensor& by_distance) {
  //~ stub
  // Row i uses T columns that lie side by side; from row to row the window moves by one.
  return not_written("skew");
  //~ solution
  const int length = by_distance.dim(0);
  Tensor out({length, length});
  //~ end
  //~ solution
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(i, i - j + length - 1);
  //~ wrong skew_sign_flipped
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(i, j - i + length - 1);
  //~ wrong not_skewed
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(i, j);
  //~ wrong not_skewed_backwards
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(i, length - 1 - j);
  //~ wrong not_skewed_last_columns
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(i, length - 1 + j);
  //~ wrong row_of_the_key
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(j, i - j + length - 1);
  //~ wrong future_zero
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = j <= i ? by_distance(i, i - j + length - 1) : 0;
  //~ wrong skew_absolute_distance
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(i, std::abs(i - j) + length - 1);
  //~ wrong skew_transposed
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(j, j - i + length - 1);
  //~ wrong skew_modulo
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(i, (i - j + 2 * length - 1) % (2 * length - 1));
  //~ wrong skew_by_sum
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(i, i + j);
  //~ end
  //~ solution
  return out;
  //~ end
}

/// The part of the scores that comes from positions, q_i · a_ij without the scale, at the price of
/// clipping: a dot product for each query and each of the 2k + 1 *clipped* distances, not for each query and
/// key. q (T, d), table (2k + 1, d): -> (T, T).
Tensor relative_term(const Tensor& q, const Tensor& table) {
  //~ stub
  // 1. How many different vectors a_ij are there? Multiply each query with each of them, once.
  // 2. Pick: which of the products belongs to the pair (i, j)?
  return not_written("relative_term");
  //~ solution
  const int reach = table.dim(0) / 2, length = q.dim(0);
  const Tensor by_distance = matmul(q, transpose(table));
  Tensor out({length, length});
  //~ wrong product_for_every_pair
  const int reach = table.dim(0) / 2, length = q.dim(0);
  Tensor out({length, length});
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) {
      const int row = std::clamp(i - j, -reach, reach) + reach;
      double sum = 0;
      for (int c = 0; c < q.dim(1); ++c) sum += q(i, c) * table(row, c);
      out(i, j) = sum;
    }
  //~ wrong product_for_every_pair_on_vectors
  const int reach = table.dim(0) / 2, length = q.dim(0), dim = q.dim(1);
  const std::vector<double> queries = q.values(), vectors = table.values();
  std::vector<double> out(std::size_t(length * length));
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) {
      const int row = std::clamp(i - j, -reach, reach) + reach;
      for (int c = 0; c < dim; ++c)
        out[std::size_t(i * length + j)] +=
            queries[std::size_t(i * dim + c)] * vectors[std::size_t(row * dim + c)];
    }
  return Tensor::of({length, length}, out);
  //~ wrong term_scaled M06
  const int reach = table.dim(0) / 2, length = q.dim(0);
  const Tensor by_distance = matmul(q, transpose(table)) / std::sqrt(q.dim(1));
  Tensor out({length, length});
  //~ end
  //~ solution
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(i, std::clamp(i - j, -reach, reach) + reach);
  //~ wrong product_for_every_pair, product_for_every_pair_on_vectors
  //~ wrong term_sign_flipped
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(i, std::clamp(j - i, -reach, reach) + reach);
  //~ wrong term_absolute_distance
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(i, std::min(std::abs(i - j), reach) + reach);
  //~ wrong term_far_is_zero
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j)
      if (std::abs(i - j) <= reach) out(i, j) = by_distance(i, i - j + reach);
  //~ wrong term_row_of_the_key
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) out(i, j) = by_distance(j, std::clamp(i - j, -reach, reach) + reach);
  //~ end
  //~ solution
  return out;
  //~ wrong product_for_every_pair_on_vectors
  //~ end
}
