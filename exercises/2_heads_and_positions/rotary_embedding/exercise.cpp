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
  //~ wrong halves M20: 2 * m), x1 = x(t, 2 * m + 1 => m), x1 = x(t, m + dim / 2 | t, 2 * m) = => t, m) = | t, 2 * m + 1) = => t, m + dim / 2) =
  //~ wrong turned_back: ) - x1 => ) + x1 | x0 * std::sin(angle) + x1 * std::cos => x1 * std::cos(angle) - x0 * std::sin
  //~ wrong without_two M20: 2.0 => 1.0
  //~ wrong exponent_doubled M20: 2.0 => 4.0
  //~ wrong one_frequency: (first_position + t) * std::pow(10000.0, -2.0 * m / dim => 1.0 * (first_position + t
  //~ wrong offset_forgotten: (first_position + t) => t
  //~ wrong offset_subtracted: (first_position + t) => (t - first_position)
  //~ wrong from_one: + t) * => + t + 1) *
  //~ wrong overwritten: 1) = x0 * std => 1) = y(t, 2 * m) * std
  //~ wrong sine_and_cosine_swapped: cos(angle) - x1 * std::sin => sin(angle) - x1 * std::cos
  //~ wrong sine_and_cosine_swapped: sin(angle) + x1 * std::cos => cos(angle) + x1 * std::sin
  //~ wrong both_plus: ) - x1 => ) + x1
  //~ wrong angle_of_the_column M20: (first_position + t) * std::pow(10000.0, -2.0 * m / dim) => (first_position + t) * std::pow(10000.0, -2.0 * m / dim), second = (first_position + t) * std::pow(10000.0, -1.0 * (2 * m + 1) / dim)
  //~ wrong angle_of_the_column M20: x0 * std::sin(angle) + x1 * std::cos(angle) => x0 * std::sin(second) + x1 * std::cos(second)
  //~ end
}

/// Attention scores with rotary positions: (turned q_i) · (turned k_j) / √d.
/// q (Tq, d) stands at query_position, query_position + 1, …; k (Tk, d) at key_position, key_position + 1, …
/// -> (Tq, Tk). Moving both by the same number of positions changes nothing.
Tensor rotary_scores(const Tensor& q, const Tensor& k, int query_position, int key_position) {
  //~ stub
  // You may use your rotary_embedding.
  return not_written("rotary_scores");
  //~ solution
  const Tensor turned_q = rotary_embedding(q, query_position), turned_k = rotary_embedding(k, key_position);
  //~ wrong only_queries_turned: rotary_embedding(k, key_position) => k
  //~ wrong only_keys_turned: rotary_embedding(q, query_position) => q
  //~ wrong not_turned: rotary_embedding(q, query_position), turned_k = rotary_embedding(k, key_position) => q, turned_k = k
  //~ wrong keys_from_zero: key_position => 0
  //~ wrong same_first_position: key_position => query_position
  //~ wrong keys_turned_the_other_way
  const auto mirrored = [](Tensor x) {
    for (int n = 1; n < x.size(); n += 2) x.flat(n) *= -1;
    return x;
  };
  const Tensor turned_q = rotary_embedding(q, query_position),
               turned_k = mirrored(rotary_embedding(mirrored(k), key_position));
  //~ end
  //~ solution
  return matmul(turned_q, transpose(turned_k)) / std::sqrt(q.dim(1));
  //~ wrong scale_missing M06: ) / std::sqrt(q.dim(1)) => )
  //~ wrong scale_twice M06: std::sqrt(q.dim(1) => q.dim(1
  //~ end
}
