// A running mean for each bucket; the gradient goes backwards through the transposed matrix.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

int prediction(int which) {
  const int answers[] = {0, 1, 1, 2, 3, 2};
  return answers[which];
}

Tensor accuracy_by_distance(const std::vector<int>& distances, const std::vector<int>& right,
                            const std::vector<int>& edges) {
  Tensor result = Tensor::full({static_cast<int>(edges.size())}, -1);
  std::vector<int> seen(edges.size(), 0);
  for (std::size_t n = 0; n < distances.size(); ++n) {
    std::size_t b = 0;
    while (b < edges.size() && distances[n] > edges[b]) ++b;
    if (b == edges.size()) continue;
    const int bucket = static_cast<int>(b);
    if (seen[b]++ == 0) result(bucket) = 0;
    result(bucket) += (right[n] - result(bucket)) / seen[b];
  }
  return result;
}

double first_token_gradient(const Tensor& recurrent, int length) {
  const int width = recurrent.dim(0);
  Tensor grad({width, width});
  for (int c = 0; c < width; ++c) grad(c, c) = 1;
  for (int left = length - 1; left > 0; --left) {
    Tensor before({width, width});
    for (int i = 0; i < width; ++i)
      for (int j = 0; j < width; ++j)
        for (int m = 0; m < width; ++m) before(i, j) += grad(i, m) * recurrent(m, j);
    grad = before;
  }
  double norm = 0;
  for (int n = 0; n < grad.size(); ++n) norm = std::hypot(norm, grad.flat(n));
  return norm;
}
