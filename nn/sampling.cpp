// Sampling: tokens drawn with their probabilities, after temperature, top-k and top-p.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "lib/array/random.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "nn/next_tokens.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Uniform in [0, 1), with 53 bits.
double uniform(const RandomStream& stream, std::int64_t position) {
  const auto words = stream.words(static_cast<std::uint64_t>(position));
  const std::uint64_t bits = (std::uint64_t{words[0]} << 32) | words[1];
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

class Drawing {
 public:
  Drawing(const SamplingOptions& options, std::int64_t classes) : options_(options) {
    order_.resize(static_cast<std::size_t>(classes));
    weights_.resize(order_.size());
  }

  /// The token at which the sum of the weights, from the most probable token on, passes u of their whole sum.
  std::int32_t operator()(const Scalar* log_p, double u) {
    std::iota(order_.begin(), order_.end(), 0);
    // Equal ones stay in the order of their ids.
    const auto better = [&](std::int32_t a, std::int32_t b) {
      return log_p[a] != log_p[b] ? log_p[a] > log_p[b] : a < b;
    };
    std::size_t kept = order_.size();
    if (options_.top_k > 0) kept = std::min(kept, static_cast<std::size_t>(options_.top_k));
    std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(kept), order_.end(),
                      better);
    const double best = log_p[order_.front()];
    double total = 0;
    for (std::size_t i = 0; i < kept; ++i)
      total += weights_[i] = std::exp((static_cast<double>(log_p[order_[i]]) - best) / options_.temperature);
    if (options_.top_p < 1) {
      const double enough = options_.top_p * total;
      total = 0;
      std::size_t i = 0;
      while (i < kept && (i == 0 || total < enough)) total += weights_[i++];
      kept = i;
    }
    double left = u * total;
    std::size_t last = 0;  // with any probability: where rounding leaves a rest at the end
    for (std::size_t i = 0; i < kept && weights_[i] > 0; ++i) {
      last = i;
      if (left < weights_[i]) break;
      left -= weights_[i];
    }
    return order_[last];
  }

 private:
  SamplingOptions options_;
  std::vector<std::int32_t> order_;
  std::vector<double> weights_;
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
      [&](const Array& ranked, const std::vector<std::size_t>& rows, std::int64_t step) {
        Drawing draw(options, ranked.dim(1));
        std::vector<std::int32_t> tokens;
        for (std::size_t i = 0; i < rows.size(); ++i)
          tokens.push_back(draw(ranked.data() + static_cast<std::int64_t>(i) * ranked.dim(1),
                                uniform({options.seed, rows[i]}, step)));
        return tokens;
      });
}

}  // namespace heed
