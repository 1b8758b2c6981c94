// Sequence by sequence with a plain two-dimensional attention, stacked again at the end.
#include "exercises/learn.hpp"

static Variable attend(const Variable& q, const Variable& k, const Variable& v) {
  auto scores = heed::matmul(q, heed::transpose(k));
  scores = scores * (1.0 / std::sqrt(static_cast<double>(k.dim(1))));
  return heed::matmul(heed::exp(heed::log_softmax(scores)), v);
}

Variable self_attention(const Variable& x, const Variable& w_query, const Variable& w_key,
                        const Variable& w_value) {
  std::vector<Variable> outputs;
  for (int b = 0; b < x.dim(0); b++) {
    const Variable tokens = heed::reshape(heed::slice(x, 0, b, b + 1), {x.dim(1), x.dim(2)});
    outputs.push_back(
        attend(heed::matmul(tokens, w_query), heed::matmul(tokens, w_key), heed::matmul(tokens, w_value)));
  }
  return heed::stack(outputs);
}
