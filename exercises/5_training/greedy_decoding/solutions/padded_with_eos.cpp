// Finished sentences are fed on with <eos>; everything behind the first <eos> is cut off at the end.
#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;
using NextLogits = std::function<Tensor(const Rows&)>;

Rows greedy_decoding(const NextLogits& next_logits, int batch, const given::SearchOptions& options) {
  Rows all(batch);
  for (auto& row : all) row.push_back(options.bos);
  std::vector<int> done(batch, 0);
  for (int step = 0; step < options.max_length; step++) {
    const Tensor logits = next_logits(all);
    for (int b = 0; b < batch; b++) {
      int best = 0;
      double largest = -std::numeric_limits<double>::infinity();
      for (int v = 0; v < logits.dim(1); v++) {
        if (logits(b, v) > largest) {
          largest = logits(b, v);
          best = v;
        }
      }
      if (done[b]) best = options.eos;
      all[b].push_back(best);
      if (best == options.eos) done[b] = 1;
    }
  }
  Rows result;
  for (const auto& row : all) {
    std::vector<int> tokens(row.begin() + 1, row.end());
    tokens.resize(std::find(tokens.begin(), tokens.end(), options.eos) - tokens.begin());
    result.push_back(tokens);
  }
  return result;
}
