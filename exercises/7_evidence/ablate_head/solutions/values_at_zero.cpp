// A head is silent where its values are 0; pruning by recursion.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

int prediction(int which) { return std::vector<int>{2, 2, 1, 2, 2}[static_cast<std::size_t>(which - 1)]; }

Tensor attention_without(const Tensor& x, const given::AttentionWeights& weights, int head) {
  Tensor values = given::linear(x, weights.value);
  const int size = values.dim(1) / weights.heads;
  for (int n = 0; n < values.size(); ++n)
    if (n % values.dim(1) / size == head) values.flat(n) = 0;
  const auto split = [&](const Tensor& t) { return given::split_heads(t, weights.heads); };
  const Tensor mixed = given::attention(split(given::linear(x, weights.query)),
                                        split(given::linear(x, weights.key)), split(values));
  return given::linear(given::merge_heads(mixed), weights.output);
}

void prune(std::vector<int>& silenced, std::vector<int> left,
           const std::function<double(const std::vector<int>&)>& score) {
  if (left.empty()) return;
  std::size_t best = 0;
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t n = 0; n < left.size(); ++n) {
    std::vector<int> tried = silenced;
    tried.push_back(left[n]);
    const double its = score(tried);
    if (its > highest) highest = its, best = n;
  }
  silenced.push_back(left[best]);
  left.erase(left.begin() + static_cast<int>(best));
  prune(silenced, left, score);
}

std::vector<int> order_to_prune(int heads, const std::function<double(const std::vector<int>&)>& score) {
  std::vector<int> silenced, left;
  for (int head = 0; head < heads; ++head) left.push_back(head);
  prune(silenced, left, score);
  return silenced;
}
