#include <numeric>

#include "lib/array/reduce.hpp"
#include "nn/next_tokens.hpp"

namespace heed {

std::vector<Hypothesis> greedy_decode(const Transformer& model, const Tokens& source,
                                      const DecodingOptions& options) {
  NextTokens next(model, source, options);
  std::vector<Hypothesis> results(static_cast<std::size_t>(source.dim(0)));
  // Row r of the batch belongs to sentence open[r]; a finished sentence leaves the batch.
  std::vector<std::size_t> open(results.size());
  std::iota(open.begin(), open.end(), std::size_t{0});
  std::vector<std::int32_t> parents(results.size()), tokens(results.size(), options.bos);
  std::iota(parents.begin(), parents.end(), 0);

  for (std::int64_t step = 0; step <= next.max_length() && !open.empty(); ++step) {
    const Array log_p = next.advance(parents, tokens);
    const std::vector<std::int32_t> best = argmax_rows(log_p);
    std::vector<std::size_t> still_open;
    parents.clear();
    tokens.clear();
    for (std::size_t r = 0; r < open.size(); ++r) {
      Hypothesis& result = results[open[r]];
      if (best[r] != options.eos && step == next.max_length()) continue;  // cut off
      result.log_probability += log_p.data()[static_cast<std::int64_t>(r) * log_p.dim(1) + best[r]];
      if (best[r] == options.eos) {
        result.finished = true;
        continue;
      }
      result.tokens.push_back(best[r]);
      still_open.push_back(open[r]);
      parents.push_back(static_cast<std::int32_t>(r));
      tokens.push_back(best[r]);
    }
    open = std::move(still_open);
  }
  for (Hypothesis& result : results) result.score = result.log_probability;
  return results;
}

}  // namespace heed
