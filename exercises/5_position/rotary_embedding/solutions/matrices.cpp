// Each position has a matrix (d, d) that turns all pairs at once; the score is qᵀ R(distance) k.
#include "exercises/learn.hpp"

static Tensor turn_by(int position, int dim) {
  Tensor matrix({dim, dim});
  for (int c = 0; c < dim; c += 2) {
    const double angle = position / std::pow(10000.0, double(c) / dim);
    matrix(c, c) = matrix(c + 1, c + 1) = std::cos(angle);
    matrix(c, c + 1) = -std::sin(angle);
    matrix(c + 1, c) = std::sin(angle);
  }
  return matrix;
}

static Tensor column(const Tensor& x, int row) {
  Tensor one({x.dim(1), 1});
  for (int c = 0; c < x.dim(1); ++c) one(c, 0) = x(row, c);
  return one;
}

Tensor rotary_embedding(const Tensor& x, int first_position) {
  Tensor y(x.shape());
  for (int t = 0; t < x.dim(0); ++t) {
    const Tensor turned = matmul(turn_by(first_position + t, x.dim(1)), column(x, t));
    for (int c = 0; c < x.dim(1); ++c) y(t, c) = turned(c, 0);
  }
  return y;
}

Tensor rotary_scores(const Tensor& q, const Tensor& k, int query_position, int key_position) {
  Tensor scores({q.dim(0), k.dim(0)});
  for (int i = 0; i < q.dim(0); ++i)
    for (int j = 0; j < k.dim(0); ++j) {
      const Tensor turn = turn_by(key_position + j - query_position - i, q.dim(1));
      scores(i, j) = matmul(transpose(column(q, i)), matmul(turn, column(k, j)))(0, 0);
    }
  return scores * (1 / std::sqrt(q.dim(1)));
}
