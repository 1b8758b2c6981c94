#include <algorithm>
#include <numeric>

#include "lib/array/reduce.hpp"
#include "nn/next_tokens.hpp"

namespace heed::inline HEED_PRECISION {

std::vector<Hypothesis> decode_token_by_token(Continuation& sequences, const Tokens& prompt,
                                              const DecodingOptions& options, const Choose& choose) {
  NextTokens next(sequences, prompt, options);
  std::vector<Hypothesis> results(static_cast<std::size_t>(prompt.dim(0)));
  if (results.empty()) return results;
  // Row r of the batch belongs to sentence open[r]; a finished sentence leaves the batch.
  std::vector<std::size_t> open(results.size());
  std::iota(open.begin(), open.end(), std::size_t{0});
  std::vector<std::int32_t> parents, tokens;

  Array log_p = next.first();
  for (std::int64_t step = 0;; ++step) {
    const std::vector<std::int32_t> chosen = choose(next.ranked(), open, step);
    std::vector<std::size_t> still_open;
    parents.clear();
    tokens.clear();
    for (std::size_t r = 0; r < open.size(); ++r) {
      Hypothesis& result = results[open[r]];
      if (chosen[r] != options.eos && step == next.max_length(open[r])) continue;  // cut off
      const double here = log_p.data()[static_cast<std::int64_t>(r) * log_p.dim(1) + chosen[r]];
      result.log_probability += here;
      result.least = std::min(result.least, here);
      if (chosen[r] == options.eos) {
        result.finished = true;
        continue;
      }
      result.tokens.push_back(chosen[r]);
      still_open.push_back(open[r]);
      parents.push_back(static_cast<std::int32_t>(r));
      tokens.push_back(chosen[r]);
    }
    open = std::move(still_open);
    if (open.empty() || step == next.max_length()) break;
    log_p = next.advance(parents, tokens);
  }
  for (Hypothesis& result : results) result.score = result.log_probability;
  return results;
}

std::vector<Hypothesis> greedy_decode(Continuation& sequences, const Tokens& prompt,
                                      const DecodingOptions& options) {
  return decode_token_by_token(
      sequences, prompt, options,
      [](const Array& ranked, const std::vector<std::size_t>&, std::int64_t) { return argmax_rows(ranked); });
}

}  // namespace heed
