#include "exercises/given.hpp"
#include "exercises/learn.hpp"

int prediction(int which) { return which == 3 ? 1 : 2; }

// A head is silent where the columns of the output projection that read it are 0.
Tensor attention_without(const Tensor& x, const given::AttentionWeights& weights, int head) {
  given::Linear output = weights.output;
  const int size = x.dim(1) / weights.heads;
  for (int o = 0; head >= 0 && o < output.weight.dim(0); ++o)
    for (int i = head * size; i < (head + 1) * size; ++i) output.weight(o, i) = 0;
  const Tensor query = given::split_heads(given::linear(x, weights.query), weights.heads);
  const Tensor key = given::split_heads(given::linear(x, weights.key), weights.heads);
  const Tensor value = given::split_heads(given::linear(x, weights.value), weights.heads);
  return given::linear(given::merge_heads(given::attention(query, key, value)), output);
}

std::vector<int> order_to_prune(int heads, const std::function<double(const std::vector<int>&)>& score) {
  std::vector<int> left(heads), gone;
  std::iota(left.begin(), left.end(), 0);
  while (!left.empty()) {
    std::vector<double> scores;
    for (const int head : left) {
      gone.push_back(head);
      scores.push_back(score(gone));
      gone.pop_back();
    }
    const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
    gone.push_back(left[best]);
    left.erase(left.begin() + best);
  }
  return gone;
}
