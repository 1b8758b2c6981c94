// Each head is computed by itself and adds its part to the output; a silenced one is left out.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

int prediction(int which) {
  if (which == 3) return 1;
  return 2;
}

Tensor attention_without(const Tensor& x, const given::AttentionWeights& weights, int head) {
  const Tensor q = given::linear(x, weights.query), k = given::linear(x, weights.key),
               v = given::linear(x, weights.value);
  const int size = q.dim(1) / weights.heads;
  Tensor out({x.dim(0), weights.output.weight.dim(0)});
  for (int t = 0; t < out.dim(0); ++t)
    for (int o = 0; o < out.dim(1); ++o) out(t, o) = weights.output.bias(o);
  for (int h = 0; h < weights.heads; ++h) {
    if (h == head) continue;
    const auto columns = [&](const Tensor& all) {
      Tensor part({all.dim(0), size});
      for (int t = 0; t < all.dim(0); ++t)
        for (int i = 0; i < size; ++i) part(t, i) = all(t, h * size + i);
      return part;
    };
    const Tensor mixed = matmul(
        given::softmax(matmul(columns(q), transpose(columns(k))) / std::sqrt(double(size))), columns(v));
    for (int t = 0; t < out.dim(0); ++t)
      for (int o = 0; o < out.dim(1); ++o)
        for (int i = 0; i < size; ++i) out(t, o) += weights.output.weight(o, h * size + i) * mixed(t, i);
  }
  return out;
}

std::vector<int> order_to_prune(int heads, const std::function<double(const std::vector<int>&)>& score) {
  if (heads == 0) return {};
  std::vector<int> order;
  std::vector<bool> gone(static_cast<std::size_t>(heads), false);
  for (int step = 0; step < heads; ++step) {
    std::map<double, int, std::greater<>> by_score;  // the first of equal ones stays
    for (int head = 0; head < heads; ++head) {
      if (gone[static_cast<std::size_t>(head)]) continue;
      order.push_back(head);
      by_score.emplace(score(order), head);
      order.pop_back();
    }
    order.push_back(by_score.begin()->second);
    gone[static_cast<std::size_t>(order.back())] = true;
  }
  return order;
}
