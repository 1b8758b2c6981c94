#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// Your predictions, made before anything is computed: the answers 1, 2 or 3 to the statement's question
/// number `which`, 1 … 5.
int prediction(int which) {
  //~ stub
  return not_written("prediction");
  //~ solution
  const std::vector<int> answers{2, 2, 1, 2, 2};
  //~ wrong nothing_lost: 2, 2, 1, 2, 2 => 1, 2, 1, 2, 2
  //~ wrong everything_lost: 2, 2, 1, 2, 2 => 3, 2, 1, 2, 2
  //~ wrong high_weights_matter_most: 2, 2, 1, 2, 2 => 2, 1, 1, 2, 2
  //~ wrong high_weights_never_matter: 2, 2, 1, 2, 2 => 2, 3, 1, 2, 2
  //~ wrong columns_are_something_else: 2, 2, 1, 2, 2 => 2, 2, 2, 2, 2
  //~ wrong columns_without_bias: 2, 2, 1, 2, 2 => 2, 2, 3, 2, 2
  //~ wrong twins_are_free: 2, 2, 1, 2, 2 => 2, 2, 1, 1, 2
  //~ wrong twins_cost_twice: 2, 2, 1, 2, 2 => 2, 2, 1, 3, 2
  //~ wrong source_not_needed: 2, 2, 1, 2, 2 => 2, 2, 1, 2, 1
  //~ wrong silence_is_nan: 2, 2, 1, 2, 2 => 2, 2, 1, 2, 3
  //~ end
  //~ solution
  return answers.at(which - 1);
  //~ end
}

/// Attention with one head silenced: its result is 0 before the heads are merged and go through `output`.
/// x (T, C) attends to itself, every token to every token; head -1: none is silenced. -> (T, C).
Tensor attention_without(const Tensor& x, const given::AttentionWeights& weights, int head) {
  //~ stub
  // given::linear(x, weights.query), given::split_heads, given::attention, given::merge_heads
  return not_written("attention_without");
  //~ solution
  const auto split = [&](const given::Linear& projection) {
    return given::split_heads(given::linear(x, projection), weights.heads);
  };
  Tensor heads = given::attention(split(weights.query), split(weights.key), split(weights.value));
  //~ wrong value_zeroed_everywhere: split(weights.value)) => head < 0 ? split(weights.value) : split(weights.value) * 0.0)
  //~ wrong queries_silenced
  const auto split = [&](const given::Linear& projection) {
    return given::split_heads(given::linear(x, projection), weights.heads);
  };
  Tensor query = split(weights.query);
  for (int t = 0; head >= 0 && t < query.dim(1); ++t)
    for (int i = 0; i < query.dim(2); ++i) query(head, t, i) = 0;
  Tensor heads = given::attention(query, split(weights.key), split(weights.value));
  //~ end
  //~ solution
  for (int t = 0; head >= 0 && t < heads.dim(1); ++t)
    for (int i = 0; i < heads.dim(2); ++i) heads(head, t, i) = 0;
  //~ wrong queries_silenced
  //~ wrong value_zeroed_everywhere
  //~ wrong counted_from_one F01: heads(head, => heads((head + heads.dim(0) - 1) % heads.dim(0),
  //~ wrong all_others_silenced
  for (int h = 0; head >= 0 && h < heads.dim(0); ++h)
    for (int t = 0; t < heads.dim(1); ++t)
      for (int i = 0; i < heads.dim(2); ++i)
        if (h != head) heads(h, t, i) = 0;
  //~ wrong averaged_instead
  for (int i = 0; head >= 0 && i < heads.dim(2); ++i) {
    double mean = 0;
    for (int t = 0; t < heads.dim(1); ++t) mean += heads(head, t, i) / heads.dim(1);
    for (int t = 0; t < heads.dim(1); ++t) heads(head, t, i) = mean;
  }
  //~ end
  //~ solution
  return given::linear(given::merge_heads(heads), weights.output);
  //~ wrong output_zeroed
  Tensor y = given::linear(given::merge_heads(heads), weights.output);
  const int width = y.dim(1) / weights.heads;
  for (int t = 0; head >= 0 && t < y.dim(0); ++t)
    for (int i = 0; i < width; ++i) y(t, head * width + i) = 0;
  return y;
  //~ wrong rescaled: given::merge_heads(heads), => given::merge_heads(heads) * (head < 0 || heads.dim(0) == 1 ? 1.0 : double(heads.dim(0)) / (heads.dim(0) - 1)),
  //~ end
}

/// The order in which heads can go: in each round the head whose removal leaves the highest score goes; on a
/// tie the one with the smaller number. score(silenced) gives the score when all heads in the list are
/// silent. Returns all `heads` numbers, the first to go first.
std::vector<int> order_to_prune(int heads, const std::function<double(const std::vector<int>&)>& score) {
  //~ stub
  return not_written("order_to_prune");
  //~ solution
  std::vector<int> silenced;
  while (static_cast<int>(silenced.size()) < heads) {
    int best = -1;
    double highest = 0;
    for (int head = 0; head < heads; ++head) {
      if (std::find(silenced.begin(), silenced.end(), head) != silenced.end()) continue;
      std::vector<int> tried = silenced;
      //~ wrong each_alone: tried = silenced => tried
      //~ end
      //~ solution
      tried.push_back(head);
      const double left = score(tried);
      if (best < 0 || left > highest) best = head, highest = left;
      //~ wrong most_important_first: left > highest => left < highest
      //~ wrong later_of_equals: left > highest => left >= highest
      //~ end
      //~ solution
    }
    silenced.push_back(best);
  }
  return silenced;
  //~ end
}
