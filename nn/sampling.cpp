// Decoding with one hypothesis a row: greedily, or by sampling, where tokens are drawn with their
// probabilities after temperature, top-k and top-p.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "lib/array/elementwise.hpp"
#include "lib/array/random.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "nn/next_tokens.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Decodes with one hypothesis a row. choose(log_p, rows, step) is given the log-probabilities (rows, V),
/// which row of the prompt each of them continues, and the step, counted from 0; it returns the token of
/// each.
template <typename Choose>
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
    const std::vector<std::int32_t> chosen = choose(log_p, open, step);
    std::vector<std::size_t> still_open;
    parents.clear();
    tokens.clear();
    for (std::size_t r = 0; r < open.size(); ++r) {
      Hypothesis& result = results[open[r]];
      if (chosen[r] != options.eos && step == next.max_length(open[r])) continue;  // cut off
      const double here = log_p.data()[static_cast<std::int64_t>(r) * log_p.dim(1) + chosen[r]];
      result.log_probability += here;
      result.log_p.push_back(here);
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

}  // namespace

std::vector<Hypothesis> greedy_decode(Continuation& sequences, const Tokens& prompt,
                                      const DecodingOptions& options) {
  return decode_token_by_token(
      sequences, prompt, options,
      [](const Array& log_p, const std::vector<std::size_t>&, std::int64_t) { return argmax_rows(log_p); });
}

namespace {

/// Uniform in [0, 1), with 53 bits.
double uniform(const RandomStream& stream, std::int64_t position) {
  const auto words = stream.words(static_cast<std::uint64_t>(position));
  const std::uint64_t bits = (std::uint64_t{words[0]} << 32) | words[1];
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

class Drawing {
 public:
  Drawing(const SamplingOptions& options, std::int64_t classes)
      : options_(options), order_(static_cast<std::size_t>(classes)) {}

  /// The token at which the sum of the weights passes u of their whole sum: in the order of the ids, or with
  /// top-k or top-p from the most probable token on.
  std::int32_t operator()(const Scalar* log_p, double u) {
    std::iota(order_.begin(), order_.end(), 0);
    const double best = *std::max_element(log_p, log_p + order_.size());
    Array exponents({std::ssize(order_)});
    std::transform(log_p, log_p + order_.size(), exponents.mutable_data(), [&](Scalar x) {
      return static_cast<Scalar>((static_cast<double>(x) - best) / options_.temperature);
    });
    weights_ = exp(exponents);
    weight_ = weights_.data();
    std::size_t kept = order_.size();
    if (options_.top_k > 0) kept = std::min(kept, static_cast<std::size_t>(options_.top_k));
    if (kept < order_.size()) sort(0, kept, order_.size(), log_p);
    double total = sum(0, kept);
    if (options_.top_p < 1) {
      kept = nucleus(kept, options_.top_p * total, log_p);
      total = sum(0, kept);
    }
    double left = u * total;
    std::int32_t last = order_.front();  // with any probability: where rounding leaves a rest at the end
    for (std::size_t i = 0; i < kept; ++i) {
      const double weight = weight_at(i);
      if (weight == 0) continue;
      last = order_[i];
      if (left < weight) break;
      left -= weight;
    }
    return last;
  }

 private:
  double weight_at(std::size_t i) const { return weight_[order_[i]]; }

  double sum(std::size_t from, std::size_t to) const {
    double total = 0;
    for (std::size_t i = from; i < to; ++i) total += weight_at(i);
    return total;
  }

  /// Puts the best of the places [from, end) in order into [from, to).
  void sort(std::size_t from, std::size_t to, std::size_t end, const Scalar* log_p) {
    // Equal ones stay in the order of their ids.
    const auto better = [&](std::int32_t a, std::int32_t b) {
      return log_p[a] != log_p[b] ? log_p[a] > log_p[b] : a < b;
    };
    const auto place = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    if ((end - from) / 64 > to - from) {  // for few of many a heap is the fastest
      std::partial_sort(place(from), place(to), place(end), better);
      return;
    }
    if (to < end) std::nth_element(place(from), place(to), place(end), better);
    std::sort(place(from), place(to), better);
  }

  /// How many of the first `kept` places, the most probable first, have the weight `enough`; at least one.
  std::size_t nucleus(std::size_t kept, double enough, const Scalar* log_p) {
    double total = 0;
    std::size_t sorted = 0, i = 0;
    while (i < kept && (i == 0 || total < enough)) {
      if (i == sorted) {  // a nucleus is mostly small: sort no more than it needs
        const std::size_t to = std::min(kept, std::max<std::size_t>(4 * sorted, 64));
        sort(sorted, to, kept, log_p);
        sorted = to;
      }
      total += weight_at(i++);
    }
    return i;
  }

  SamplingOptions options_;
  std::vector<std::int32_t> order_;  // of the tokens: the first ones may be drawn
  Array weights_;                    // of each token
  const Scalar* weight_ = nullptr;
};

}  // namespace

std::vector<Hypothesis> sample(Continuation& sequences, const Tokens& prompt,
                               const SamplingOptions& options) {
  if (!(options.temperature >= 0) || !std::isfinite(options.temperature))
    throw_error<UsageError>("a temperature of {}: must be at least 0", options.temperature);
  if (options.top_k < 0) throw_error<UsageError>("top_k is {}: must be at least 0 (0: all)", options.top_k);
  if (!(options.top_p > 0 && options.top_p <= 1))
    throw_error<UsageError>("top_p is {}: must be above 0 and at most 1", options.top_p);
  if (options.temperature == 0) return greedy_decode(sequences, prompt, options.decoding);
  return decode_token_by_token(
      sequences, prompt, options.decoding,
      [&](const Array& log_p, const std::vector<std::size_t>& rows, std::int64_t step) {
        Drawing draw(options, log_p.dim(1));
        std::vector<std::int32_t> tokens;
        for (std::size_t i = 0; i < rows.size(); ++i)
          tokens.push_back(draw(log_p.data() + static_cast<std::int64_t>(i) * log_p.dim(1),
                                uniform({options.seed, options.first_row + rows[i]}, step)));
        return tokens;
      });
}

}  // namespace heed
