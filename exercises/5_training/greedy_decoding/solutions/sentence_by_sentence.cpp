// One sentence after the other; the model is asked about all, and the other rows are ignored.
#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;
using NextLogits = std::function<Tensor(const Rows&)>;

Rows greedy_decoding(const NextLogits& next_logits, int batch, const given::SearchOptions& options) {
  Rows results;
  for (int b = 0; b < batch; ++b) {
    std::vector<int> tokens;
    while (static_cast<int>(tokens.size()) < options.max_length) {
      Rows prefixes(batch, {options.bos});
      prefixes[b].insert(prefixes[b].end(), tokens.begin(), tokens.end());
      const Tensor logits = next_logits(prefixes);
      int best = logits.dim(-1) - 1;
      for (int v = best - 1; v >= 0; --v) best = logits(b, v) >= logits(b, best) ? v : best;
      if (best == options.eos) break;
      tokens.push_back(best);
    }
    results.push_back(std::move(tokens));
  }
  return results;
}
