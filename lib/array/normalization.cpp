#include "lib/array/normalization.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {

using simd::Batch;

namespace {

/// Holds the places of a result's parts, and the parameters, in a form that row loops can use.
struct Norm {
  Norm(const Array& x, const Array& weight, const Array& bias, double epsilon, bool centred = true)
      : c(x.dim(-1)),
        rows(c == 0 ? 0 : x.size() / c),
        result{Array(x.shape()), centred ? Array({rows}) : Array(), Array({rows})},
        scale(weight.defined() ? weight : Array::ones({c})),
        shift(bias.defined() ? bias : Array::zeros({c})),
        eps(static_cast<Scalar>(epsilon)),
        y(result.y.mutable_data()),
        means(centred ? result.mean.mutable_data() : nullptr),
        roots(result.inverse_root.mutable_data()) {}

  std::int64_t c, rows;
  LayerNormResult result;
  Array scale, shift;
  Scalar eps;
  Scalar *y, *means, *roots;

  void row(std::int64_t r, const Scalar* x) const {
    const auto n = static_cast<Scalar>(c);
    const Scalar mean = means == nullptr ? 0 : simd::sum_row(c, x) / n;
    // The padding of the last vector equals the mean: it adds nothing.
    const Batch squares = simd::fold_row(
        c, 0, mean, [mean](Batch t, Batch v) { return xsimd::fma(v - mean, v - mean, t); }, x);
    const Scalar root = 1 / std::sqrt(simd::sum_lanes(squares) / n + eps);
    if (means != nullptr) means[r] = mean;
    roots[r] = root;
    simd::map_row(
        c, y + r * c,
        [=](Batch v, Batch factor, Batch offset) { return xsimd::fma((v - mean) * root, factor, offset); }, x,
        scale.data(), shift.data());
  }
};

LayerNormResult normalise(const Norm& norm, const Array& x) {
  parallel_for(norm.rows, static_cast<double>(norm.c) * 0.4 + 10,
               [&](std::int64_t r) { norm.row(r, x.data() + r * norm.c); });
  return norm.result;
}

}  // namespace

LayerNormResult layer_norm_rows(const Array& x, const Array& weight, const Array& bias, double eps) {
  return normalise(Norm(x, weight, bias, eps), x);
}

LayerNormResult rms_norm_rows(const Array& x, const Array& weight, double eps) {
  return normalise(Norm(x, weight, {}, eps, false), x);
}

ResidualNormResult residual_norm_rows(const Array& x, const Array& sublayer, const Dropped& dropped,
                                      const Array& weight, const Array& bias, double eps) {
  const Norm norm(x, weight, bias, eps);
  const std::int64_t c = norm.c;
  Array sum(x.shape());
  Scalar* z = sum.mutable_data();
  constexpr std::int64_t together = 8;  // rows: whole groups of dropout factors for most widths
  const std::int64_t blocks = (norm.rows + together - 1) / together;
  parallel_for(blocks, together * (static_cast<double>(c) * 0.8 + 10), [&](std::int64_t block) {
    const std::int64_t first = block * together, last = std::min(norm.rows, first + together);
    const Scalar* add = sublayer.data() + first * c;
    if (dropped.p > 0) {
      multiply_by_dropout(dropped.stream, dropped.p, first * c, (last - first) * c, add, z + first * c);
      add = z + first * c;
    }
    simd::map_row((last - first) * c, z + first * c, [](Batch a, Batch b) { return a + b; },
                  x.data() + first * c, add);
    for (std::int64_t r = first; r < last; ++r) norm.row(r, z + r * c);
  });
  return {sum, norm.result};
}

void layer_norm_backward_rows(const Array& x, const Array& weight, const LayerNormResult& forward,
                              const Array& g, Scalar* dx, Scalar* dweight, Scalar* dbias,
                              const Dropped& dropped, Scalar* dsublayer) {
  const std::int64_t c = x.dim(-1);
  const std::int64_t rows = c == 0 ? 0 : x.size() / c;
  const Array w = weight.defined() ? weight : Array::ones({c});
  // Rows go in fixed groups, each with its own sums for weight and bias, which are added in order at the end.
  const std::int64_t group = std::max<std::int64_t>(64, (rows + 31) / 32);
  const std::int64_t groups = (rows + group - 1) / group;
  Array sums = Array::zeros({groups, 2, c});
  Scalar* partial = sums.mutable_data();
  parallel_chunks(groups, [&](std::int64_t index) {
    Scalar* dw = partial + index * 2 * c;
    Scalar* db = dw + c;
    std::vector<Scalar> normal(static_cast<std::size_t>(c));  // x̂ of one row
    std::vector<Scalar> scaled(static_cast<std::size_t>(c));  // ĝ of one row
    for (std::int64_t r = index * group; r < std::min(rows, (index + 1) * group); ++r) {
      const Scalar mean = forward.mean.defined() ? forward.mean.data()[r] : 0;
      const Scalar root = forward.inverse_root.data()[r];
      const Scalar* up = g.data() + r * c;
      simd::map_row(
          c, normal.data(), [=](Batch v) { return (v - mean) * root; }, x.data() + r * c);
      const Scalar* xhat = normal.data();
      if (dweight != nullptr)
        simd::map_row(
            c, dw, [](Batch t, Batch a, Batch b) { return xsimd::fma(a, b, t); },
            static_cast<const Scalar*>(dw), up, xhat);
      if (dbias != nullptr) simd::add_row(c, db, up);
      if (dx == nullptr) continue;
      const auto n = static_cast<Scalar>(c);
      const Batch total = simd::map_and_sum_row(
          c, scaled.data(), [](Batch a, Batch b) { return a * b; }, up, w.data());
      const Scalar* ghat = scaled.data();
      const Batch products = simd::fold_row(
          c, 0, 0, [](Batch t, Batch a, Batch b) { return xsimd::fma(a, b, t); }, ghat, xhat);
      const Scalar mean_g = forward.mean.defined() ? simd::sum_lanes(total) / n : 0;
      const Scalar mean_gx = simd::sum_lanes(products) / n;
      simd::map_row(
          c, dx + r * c, [=](Batch a, Batch b) { return root * xsimd::fnma(b, Batch(mean_gx), a - mean_g); },
          ghat, xhat);
    }
    if (dsublayer != nullptr) {
      const std::int64_t first = index * group * c, n = std::min(rows * c, first + group * c) - first;
      multiply_by_dropout(dropped.stream, dropped.p, first, n, dx + first, dsublayer + first);
    }
  });
  for (std::int64_t index = 0; index < groups; ++index) {
    const Scalar *dw = partial + index * 2 * c, *db = dw + c;
    if (dweight != nullptr) simd::add_row(c, dweight, dw);
    if (dbias != nullptr) simd::add_row(c, dbias, db);
  }
}

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
