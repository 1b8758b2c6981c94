#include "exercises/given.hpp"
#include "exercises/learn.hpp"

int prediction(int which) { return which <= 2 ? 1 : which == 4 ? 3 : 2; }

Tensor accuracy_by_distance(const std::vector<int>& distances, const std::vector<int>& right,
                            const std::vector<int>& edges) {
  std::map<int, std::vector<int>> buckets;
  for (std::size_t n = 0; n < distances.size(); ++n)
    buckets[int(std::lower_bound(edges.begin(), edges.end(), distances[n]) - edges.begin())].push_back(
        right[n]);
  Tensor result = Tensor::full({int(edges.size())}, -1);
  for (const auto& [b, answers] : buckets) {
    if (b < result.dim(0))
      result(b) = std::accumulate(answers.begin(), answers.end(), 0.0) / double(answers.size());
  }
  return result;
}

// Column by column: a unit vector goes through all steps.
double first_token_gradient(const Tensor& recurrent, int length) {
  const int width = recurrent.dim(0);
  double squares = 0;
  for (int c = 0; c < width; ++c) {
    Tensor h({width, 1});
    h(c, 0) = 1;
    for (int t = 1; t < length; ++t) h = matmul(recurrent, h);
    for (const double v : h.values()) squares += v * v;
  }
  return std::sqrt(squares);
}
