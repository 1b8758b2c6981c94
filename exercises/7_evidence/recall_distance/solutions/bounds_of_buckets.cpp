// Bucket by bucket with both bounds; the product by repeated squaring.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

int prediction(int which) { return std::string("11232")[static_cast<std::size_t>(which - 1)] - '0'; }

Tensor accuracy_by_distance(const std::vector<int>& distances, const std::vector<int>& right,
                            const std::vector<int>& edges) {
  std::vector<double> shares;
  int below = std::numeric_limits<int>::min();
  for (const int edge : edges) {
    double hits = 0, answers = 0;
    for (std::size_t n = 0; n < distances.size(); ++n) {
      const bool inside =
          distances[n] <= edge && (below == std::numeric_limits<int>::min() || distances[n] > below);
      answers += inside;
      hits += inside ? right[n] : 0;
    }
    shares.push_back(answers > 0 ? hits / answers : -1);
    below = edge;
  }
  return Tensor::of({static_cast<int>(edges.size())}, shares);
}

Tensor power_of(const Tensor& w, int n) {
  if (n == 0) {
    Tensor one({w.dim(0), w.dim(0)});
    for (int c = 0; c < w.dim(0); ++c) one(c, c) = 1;
    return one;
  }
  const Tensor half = power_of(w, n / 2), whole = matmul(half, half);
  return n % 2 == 0 ? whole : matmul(whole, w);
}

double first_token_gradient(const Tensor& recurrent, int length) {
  const Tensor power = power_of(recurrent, length - 1);
  double sum = 0;
  for (const double v : power.values()) sum += v * v;
  return std::sqrt(sum);
}
