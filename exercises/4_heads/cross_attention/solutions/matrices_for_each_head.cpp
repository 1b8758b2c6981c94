#include "exercises/given.hpp"
#include "exercises/learn.hpp"

// Two-dimensional matrices only: one sentence and one head at a time. The scale goes into the queries, and
// the mask is a large negative number.
Tensor sentence(const Tensor& x, int b) {
  Tensor out({x.dim(1), x.dim(2)});
  for (int t = 0; t < x.dim(1); ++t)
    for (int c = 0; c < x.dim(2); ++c) out(t, c) = x(b, t, c);
  return out;
}

Tensor columns(const Tensor& x, int first, int count) {
  Tensor out({x.dim(0), count});
  for (int t = 0; t < x.dim(0); ++t)
    for (int c = 0; c < count; ++c) out(t, c) = x(t, first + c);
  return out;
}

Tensor cross_attention(const Tensor& decoder, const Tensor& memory, const Tensor& target_mask,
                       const Tensor& memory_mask, const Tensor& w_q, const Tensor& w_k, const Tensor& w_v,
                       const Tensor& w_o, int heads) {
  const int d = decoder.dim(2) / heads;
  Tensor result(decoder.shape());
  for (int b = 0; b < decoder.dim(0); ++b) {
    const Tensor target = sentence(decoder, b), source = sentence(memory, b);
    const Tensor q = matmul(target, transpose(w_q)) / std::sqrt(d);
    const Tensor k = matmul(source, transpose(w_k));
    const Tensor v = matmul(source, transpose(w_v));
    Tensor joined(target.shape());
    for (int h = 0; h < heads; ++h) {
      Tensor scores = matmul(columns(q, h * d, d), transpose(columns(k, h * d, d)));
      for (int i = 0; i < scores.dim(0); ++i)
        for (int j = 0; j < scores.dim(1); ++j)
          if (memory_mask(b, j) == 0) scores(i, j) = -INFINITY;
      const Tensor head = matmul(given::softmax(scores), columns(v, h * d, d));
      for (int i = 0; i < head.dim(0); ++i)
        for (int c = 0; c < d; ++c) joined(i, h * d + c) = head(i, c);
    }
    const Tensor projected = matmul(joined, transpose(w_o));
    for (int i = 0; i < projected.size(); ++i) result.flat(b * projected.size() + i) = projected.flat(i);
  }
  return result;
}
