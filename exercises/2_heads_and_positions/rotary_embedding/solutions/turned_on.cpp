// Pair after pair: cosine and sine of the first position, which each row turns on by the pair's angle.
#include "exercises/learn.hpp"

Tensor rotary_embedding(const Tensor& x, int first_position) {
  Tensor y = x;
  const double ratio = std::pow(10000.0, -2.0 / x.dim(1));
  double angle = 1;
  for (int c = 0; c < x.dim(1); c += 2, angle *= ratio) {
    const double step_cos = std::cos(angle), step_sin = std::sin(angle);
    double cosine = std::cos(first_position * angle), sine = std::sin(first_position * angle);
    for (int t = 0; t < x.dim(0); ++t) {
      y(t, c) = cosine * x(t, c) - sine * x(t, c + 1);
      y(t, c + 1) = cosine * x(t, c + 1) + sine * x(t, c);
      const double before = cosine;
      cosine = before * step_cos - sine * step_sin;
      sine = sine * step_cos + before * step_sin;
    }
  }
  return y;
}

Tensor rotary_scores(const Tensor& q, const Tensor& k, int query_position, int key_position) {
  const Tensor queries = rotary_embedding(q / std::sqrt(q.dim(1)), query_position);
  const Tensor keys = rotary_embedding(k, key_position);
  Tensor scores({q.dim(0), k.dim(0)});
  for (int c = 0; c < q.dim(1); ++c)
    for (int i = 0; i < q.dim(0); ++i)
      for (int j = 0; j < k.dim(0); ++j) scores(i, j) += queries(i, c) * keys(j, c);
  return scores;
}
