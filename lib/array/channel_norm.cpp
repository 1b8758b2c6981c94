#include "lib/array/channel_norm.hpp"

#include <cmath>

#include "lib/array/parallel.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Calls body(channel) for all channels; a channel is computed by one thread, so no sum depends on how many
/// there are.
template <typename Body>
void for_channels(const Shape& shape, const Body& body) {
  parallel_for(shape[1], static_cast<double>(values_a_channel(shape)) * 0.5 + 10,
               [&](std::int64_t c) { body(c); });
}

/// Gives the place of channel c's values: a run of `length` values in each example.
struct Runs {
  explicit Runs(const Shape& shape) : examples(shape[0]), channels(shape[1]), length(shape.tail(2).size()) {}
  std::int64_t at(std::int64_t example, std::int64_t channel) const {
    return (example * channels + channel) * length;
  }
  std::int64_t examples, channels, length;
};

/// Σ f(i) over the places of a channel: within a run in Scalar, over the runs in double.
template <typename F>
double sum_channel(const Runs& runs, std::int64_t channel, const F& f) {
  double total = 0;
  for (std::int64_t b = 0; b < runs.examples; ++b) {
    const std::int64_t first = runs.at(b, channel), last = first + runs.length;
    Scalar run = 0;
#pragma omp simd reduction(+ : run)
    for (std::int64_t i = first; i < last; ++i) run += f(i);
    total += static_cast<double>(run);
  }
  return total;
}

}  // namespace

std::int64_t values_a_channel(const Shape& shape) { return shape[1] == 0 ? 0 : shape.size() / shape[1]; }

ChannelStatistics channel_statistics(const Array& x) {
  const Runs runs(x.shape());
  const auto n = static_cast<double>(values_a_channel(x.shape()));
  ChannelStatistics result{Array({runs.channels}), Array({runs.channels})};
  Scalar *means = result.mean.mutable_data(), *variances = result.variance.mutable_data();
  const Scalar* v = x.data();
  for_channels(x.shape(), [&](std::int64_t c) {
    const auto mean = static_cast<Scalar>(sum_channel(runs, c, [=](std::int64_t i) { return v[i]; }) / n);
    means[c] = mean;
    variances[c] = static_cast<Scalar>(
        sum_channel(runs, c, [=](std::int64_t i) { return (v[i] - mean) * (v[i] - mean); }) / n);
  });
  return result;
}

Array normalise_channels(const Array& x, const ChannelStatistics& statistics, const Array& weight,
                         const Array& bias, double eps) {
  const Runs runs(x.shape());
  Array y(x.shape());
  Scalar* to = y.mutable_data();
  const Scalar* v = x.data();
  for_channels(x.shape(), [&](std::int64_t c) {
    const Scalar root = 1 / std::sqrt(statistics.variance.data()[c] + static_cast<Scalar>(eps));
    const Scalar factor = root * weight.data()[c], mean = statistics.mean.data()[c], b = bias.data()[c];
    for (std::int64_t e = 0; e < runs.examples; ++e) {
      const std::int64_t first = runs.at(e, c), last = first + runs.length;
#pragma omp simd
      for (std::int64_t i = first; i < last; ++i) to[i] = (v[i] - mean) * factor + b;
    }
  });
  return y;
}

// With x̂ = (x - μ) r, r = 1 / √(σ² + ε):  dw = Σ g x̂      db = Σ g
// dx = w r (g - mean(g) - x̂ mean(g x̂)) where μ and σ² move with x, else w r g
ChannelNormGradients normalise_channels_backward(const Array& x, const ChannelStatistics& statistics,
                                                 const Array& weight, const Array& g, double eps,
                                                 StatisticsFrom from) {
  const Runs runs(x.shape());
  const auto n = static_cast<double>(values_a_channel(x.shape()));
  ChannelNormGradients d{Array(x.shape()), Array({runs.channels}), Array({runs.channels})};
  Scalar *dx = d.x.mutable_data(), *dw = d.weight.mutable_data(), *db = d.bias.mutable_data();
  const Scalar *v = x.data(), *up = g.data();
  for_channels(x.shape(), [&](std::int64_t c) {
    const Scalar root = 1 / std::sqrt(statistics.variance.data()[c] + static_cast<Scalar>(eps));
    const Scalar mean = statistics.mean.data()[c], factor = root * weight.data()[c];
    const double sum = sum_channel(runs, c, [=](std::int64_t i) { return up[i]; });
    const double products =
        sum_channel(runs, c, [=](std::int64_t i) { return up[i] * ((v[i] - mean) * root); });
    db[c] = static_cast<Scalar>(sum);
    dw[c] = static_cast<Scalar>(products);
    const bool moves = from == StatisticsFrom::batch;
    const Scalar mean_g = moves ? static_cast<Scalar>(sum / n) : 0;
    const Scalar mean_products = moves ? static_cast<Scalar>(products / n) * root : 0;
    for (std::int64_t e = 0; e < runs.examples; ++e) {
      const std::int64_t first = runs.at(e, c), last = first + runs.length;
#pragma omp simd
      for (std::int64_t i = first; i < last; ++i)
        dx[i] = factor * (up[i] - mean_g - (v[i] - mean) * mean_products);
    }
  });
  return d;
}

}  // namespace heed
