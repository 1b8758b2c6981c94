#include "exercises/learn.hpp"

/// Rotary position embedding (RoPE, Su et al. 2021), interleaved: the features 2m and 2m + 1 are the two
/// coordinates of a point, and the point turns by the angle p · 10000^(−2m/d), counter-clockwise, at position
/// p. x (T, d), d even; row t stands at position first_position + t. -> (T, d).
Tensor rotary_embedding(const Tensor& x, int first_position) {
  //~ stub
  // A turn by the angle a takes (x0, x1) to (x0 cos a − x1 sin a, x0 sin a + x1 cos a).
  return not_written("rotary_embedding");
  //~ solution
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -2.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle) - x1 * std::sin(angle);
      y(t, 2 * m + 1) = x0 * std::sin(angle) + x1 * std::cos(angle);
    }
  return y;
  //~ wrong halves M20
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -2.0 * m / dim);
      const double x0 = x(t, m), x1 = x(t, m + dim / 2);
      y(t, m) = x0 * std::cos(angle) - x1 * std::sin(angle);
      y(t, m + dim / 2) = x0 * std::sin(angle) + x1 * std::cos(angle);
    }
  return y;
  //~ wrong halves_without_two M20
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -1.0 * m / dim);
      const double x0 = x(t, m), x1 = x(t, m + dim / 2);
      y(t, m) = x0 * std::cos(angle) - x1 * std::sin(angle);
      y(t, m + dim / 2) = x0 * std::sin(angle) + x1 * std::cos(angle);
    }
  return y;
  //~ wrong turned_back
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -2.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle) + x1 * std::sin(angle);
      y(t, 2 * m + 1) = x1 * std::cos(angle) - x0 * std::sin(angle);
    }
  return y;
  //~ wrong without_two M20
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -1.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle) - x1 * std::sin(angle);
      y(t, 2 * m + 1) = x0 * std::sin(angle) + x1 * std::cos(angle);
    }
  return y;
  //~ wrong exponent_doubled M20
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -4.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle) - x1 * std::sin(angle);
      y(t, 2 * m + 1) = x0 * std::sin(angle) + x1 * std::cos(angle);
    }
  return y;
  //~ wrong to_the_end M20
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -1.0 * m / std::max(dim / 2 - 1, 1));
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle) - x1 * std::sin(angle);
      y(t, 2 * m + 1) = x0 * std::sin(angle) + x1 * std::cos(angle);
    }
  return y;
  //~ wrong multiplied M20
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, 2.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle) - x1 * std::sin(angle);
      y(t, 2 * m + 1) = x0 * std::sin(angle) + x1 * std::cos(angle);
    }
  return y;
  //~ wrong one_frequency
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = 1.0 * (first_position + t);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle) - x1 * std::sin(angle);
      y(t, 2 * m + 1) = x0 * std::sin(angle) + x1 * std::cos(angle);
    }
  return y;
  //~ wrong offset_forgotten
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = t * std::pow(10000.0, -2.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle) - x1 * std::sin(angle);
      y(t, 2 * m + 1) = x0 * std::sin(angle) + x1 * std::cos(angle);
    }
  return y;
  //~ wrong from_one
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t + 1) * std::pow(10000.0, -2.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle) - x1 * std::sin(angle);
      y(t, 2 * m + 1) = x0 * std::sin(angle) + x1 * std::cos(angle);
    }
  return y;
  //~ wrong overwritten
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -2.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle) - x1 * std::sin(angle);
      y(t, 2 * m + 1) = y(t, 2 * m) * std::sin(angle) + x1 * std::cos(angle);
    }
  return y;
  //~ wrong sine_and_cosine_swapped
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -2.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::sin(angle) - x1 * std::cos(angle);
      y(t, 2 * m + 1) = x0 * std::cos(angle) + x1 * std::sin(angle);
    }
  return y;
  //~ wrong both_plus
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -2.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle) + x1 * std::sin(angle);
      y(t, 2 * m + 1) = x0 * std::sin(angle) + x1 * std::cos(angle);
    }
  return y;
  //~ wrong both_minus
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -2.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle) - x1 * std::sin(angle);
      y(t, 2 * m + 1) = x0 * std::sin(angle) - x1 * std::cos(angle);
    }
  return y;
  //~ wrong only_cosine
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -2.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle);
      y(t, 2 * m + 1) = x1 * std::cos(angle);
    }
  return y;
  //~ wrong added
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -2.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 + std::sin(angle);
      y(t, 2 * m + 1) = x1 + std::cos(angle);
    }
  return y;
  //~ wrong each_times_its_own
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int m = 0; m < dim / 2; ++m) {
      const double angle = (first_position + t) * std::pow(10000.0, -2.0 * m / dim);
      const double x0 = x(t, 2 * m), x1 = x(t, 2 * m + 1);
      y(t, 2 * m) = x0 * std::cos(angle);
      y(t, 2 * m + 1) = x1 * std::sin(angle);
    }
  return y;
  //~ wrong angle_of_the_halves M20
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int c = 0; c < dim; ++c) {
      const double angle = (first_position + t) * std::pow(10000.0, -2.0 * (c % (dim / 2)) / dim);
      const double turned = c % 2 == 0 ? -x(t, c + 1) : x(t, c - 1);
      y(t, c) = x(t, c) * std::cos(angle) + turned * std::sin(angle);
    }
  return y;
  //~ wrong angle_of_the_column M20
  const int length = x.dim(0), dim = x.dim(1);
  Tensor y({length, dim});
  for (int t = 0; t < length; ++t)
    for (int c = 0; c < dim; ++c) {
      const double angle = (first_position + t) * std::pow(10000.0, -1.0 * c / dim);
      const double turned = c % 2 == 0 ? -x(t, c + 1) : x(t, c - 1);
      y(t, c) = x(t, c) * std::cos(angle) + turned * std::sin(angle);
    }
  return y;
  //~ end
}

/// Attention scores with rotary positions: (turned q_i) · (turned k_j) / √d.
/// q (Tq, d) stands at query_position, query_position + 1, …; k (Tk, d) at key_position, key_position + 1, …
/// -> (Tq, Tk). Moving both by the same number of positions changes nothing.
Tensor rotary_scores(const Tensor& q, const Tensor& k, int query_position, int key_position) {
  //~ stub
  // Your rotary_embedding may be used.
  return not_written("rotary_scores");
  //~ solution
  const Tensor turned_q = rotary_embedding(q, query_position), turned_k = rotary_embedding(k, key_position);
  return matmul(turned_q, transpose(turned_k)) / std::sqrt(q.dim(1));
  //~ wrong scale_missing M06
  const Tensor turned_q = rotary_embedding(q, query_position), turned_k = rotary_embedding(k, key_position);
  return matmul(turned_q, transpose(turned_k));
  //~ wrong scale_twice M06
  const Tensor turned_q = rotary_embedding(q, query_position), turned_k = rotary_embedding(k, key_position);
  return matmul(turned_q, transpose(turned_k)) / q.dim(1);
  //~ wrong scale_multiplied M06
  const Tensor turned_q = rotary_embedding(q, query_position), turned_k = rotary_embedding(k, key_position);
  return matmul(turned_q, transpose(turned_k)) * std::sqrt(q.dim(1));
  //~ wrong only_queries_turned
  const Tensor turned_q = rotary_embedding(q, query_position), turned_k = k;
  return matmul(turned_q, transpose(turned_k)) / std::sqrt(q.dim(1));
  //~ wrong only_keys_turned
  const Tensor turned_q = q, turned_k = rotary_embedding(k, key_position);
  return matmul(turned_q, transpose(turned_k)) / std::sqrt(q.dim(1));
  //~ wrong not_turned
  const Tensor turned_q = q, turned_k = k;
  return matmul(turned_q, transpose(turned_k)) / std::sqrt(q.dim(1));
  //~ wrong keys_from_zero
  const Tensor turned_q = rotary_embedding(q, query_position), turned_k = rotary_embedding(k, 0);
  return matmul(turned_q, transpose(turned_k)) / std::sqrt(q.dim(1));
  //~ wrong queries_from_zero
  const Tensor turned_q = rotary_embedding(q, 0), turned_k = rotary_embedding(k, key_position);
  return matmul(turned_q, transpose(turned_k)) / std::sqrt(q.dim(1));
  //~ wrong same_first_position
  const Tensor turned_q = rotary_embedding(q, query_position), turned_k = rotary_embedding(k, query_position);
  return matmul(turned_q, transpose(turned_k)) / std::sqrt(q.dim(1));
  //~ wrong positions_swapped
  const Tensor turned_q = rotary_embedding(q, key_position), turned_k = rotary_embedding(k, query_position);
  return matmul(turned_q, transpose(turned_k)) / std::sqrt(q.dim(1));
  //~ wrong keys_turned_the_other_way
  Tensor scores({q.dim(0), k.dim(0)});
  for (int i = 0; i < q.dim(0); ++i)
    for (int j = 0; j < k.dim(0); ++j)
      for (int m = 0; m < q.dim(1) / 2; ++m) {
        const double angle = (query_position + i + key_position + j) * std::pow(10000.0, -2.0 * m / q.dim(1));
        const double q0 = q(i, 2 * m), q1 = q(i, 2 * m + 1), k0 = k(j, 2 * m), k1 = k(j, 2 * m + 1);
        scores(i, j) += ((q0 * k0 + q1 * k1) * std::cos(angle) + (q0 * k1 - q1 * k0) * std::sin(angle)) /
                        std::sqrt(q.dim(1));
      }
  return scores;
  //~ wrong softmaxed
  const Tensor turned_q = rotary_embedding(q, query_position), turned_k = rotary_embedding(k, key_position);
  Tensor scores = matmul(turned_q, transpose(turned_k)) / std::sqrt(q.dim(1));
  for (int i = 0; i < scores.dim(0); ++i) {
    double sum = 0;
    for (int j = 0; j < scores.dim(1); ++j) sum += std::exp(scores(i, j));
    for (int j = 0; j < scores.dim(1); ++j) scores(i, j) = std::exp(scores(i, j)) / sum;
  }
  return scores;
  //~ end
}
