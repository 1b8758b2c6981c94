#include "exercises/given.hpp"
#include "exercises/learn.hpp"

// Gathers the permitted keys and values of a query into small matrices.
std::vector<int> keys_of(int i, int length, int window, const std::vector<int>& global) {
  std::vector<int> keys;
  if (std::find(global.begin(), global.end(), i) != global.end()) {
    keys.resize(length);
    std::iota(keys.begin(), keys.end(), 0);
    return keys;
  }
  keys = global;
  for (int j = i - window; j <= i + window; ++j)
    if (j >= 0 && j < length) keys.push_back(j);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

Tensor rows(const Tensor& x, const std::vector<int>& numbers) {
  Tensor out({int(numbers.size()), x.dim(1)});
  for (int n = 0; n < out.dim(0); ++n)
    for (int c = 0; c < x.dim(1); ++c) out(n, c) = x(numbers[n], c);
  return out;
}

Tensor sparse_attention_pattern(int length, int window, const std::vector<int>& global) {
  Tensor pattern({length, length});
  for (int i = 0; i < length; ++i)
    for (const int j : keys_of(i, length, window, global)) pattern(i, j) = 1;
  return pattern;
}

Tensor sparse_attention(const Tensor& q, const Tensor& k, const Tensor& v, int window,
                        const std::vector<int>& global) {
  Tensor out({q.dim(0), v.dim(1)});
  for (int i = 0; i < q.dim(0); ++i) {
    const std::vector<int> keys = keys_of(i, q.dim(0), window, global);
    const Tensor scores = matmul(rows(q, {i}), transpose(rows(k, keys))) / std::sqrt(q.dim(1));
    const Tensor row = matmul(given::softmax(scores), rows(v, keys));
    for (int c = 0; c < v.dim(1); ++c) out(i, c) = row(0, c);
  }
  return out;
}
