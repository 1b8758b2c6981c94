// Everything row by row and head by head; the scores of a head in plain loops.
#include "exercises/given.hpp"

Tensor rms_norm(const Tensor& x, const Tensor& weight, double eps) {
  Tensor y = x;
  const int width = weight.size();
  for (int first = 0; first < x.size(); first += width) {
    double mean = 0;
    for (int c = 0; c < width; ++c) mean += std::pow(x.flat(first + c), 2) / width;
    for (int c = 0; c < width; ++c) y.flat(first + c) *= weight(c) * std::pow(mean + eps, -0.5);
  }
  return y;
}

Tensor swiglu(const Tensor& x, const Tensor& gate, const Tensor& up, const Tensor& down) {
  Tensor y({x.dim(0), down.dim(0)});
  for (int t = 0; t < x.dim(0); ++t)
    for (int f = 0; f < gate.dim(0); ++f) {
      double a = 0, b = 0;
      for (int c = 0; c < x.dim(1); ++c) a += x(t, c) * gate(f, c), b += x(t, c) * up(f, c);
      const double sigmoid = 1 / (1 + std::exp(-a));
      for (int c = 0; c < y.dim(1); ++c) y(t, c) += a * sigmoid * b * down(c, f);
    }
  return y;
}

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value) {
  const int share = query.dim(0) / key.dim(0), width = query.dim(2);
  Tensor z(query.shape());
  for (int h = 0; h < query.dim(0); ++h)
    for (int i = 0; i < query.dim(1); ++i) {
      Tensor scores({i + 1});  // a query sees the keys up to its own place
      for (int j = 0; j <= i; ++j) {
        double dot = 0;
        for (int c = 0; c < width; ++c) dot += query(h, i, c) * key(h / share, j, c);
        scores(j) = dot / std::sqrt(width);
      }
      const Tensor weights = given::softmax(scores);
      for (int j = 0; j <= i; ++j)
        for (int c = 0; c < width; ++c) z(h, i, c) += weights(j) * value(h / share, j, c);
    }
  return z;
}

Tensor modern_block(const Tensor& x, const given::ModernBlock& w) {
  const auto heads_of = [n = rms_norm(x, w.norm1, 1e-5)](const Tensor& weight, int heads) {
    return given::split_heads(matmul(n, transpose(weight)), heads);
  };
  const Tensor z =
      grouped_query_attention(given::rotary(heads_of(w.query, w.heads)),
                              given::rotary(heads_of(w.key, w.groups)), heads_of(w.value, w.groups));
  Tensor y = x;
  y += matmul(given::merge_heads(z), transpose(w.output));
  y += swiglu(rms_norm(y, w.norm2, 1e-5), w.gate, w.up, w.down);
  return y;
}
