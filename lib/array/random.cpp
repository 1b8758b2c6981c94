#include "lib/array/random.hpp"

#include <Random123/philox.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lib/array/parallel.hpp"

namespace heed {
namespace {

/// 53 random bits as a number in [0, 1).
double unit(std::uint32_t high, std::uint32_t low) {
  const std::uint64_t bits = (std::uint64_t{high} << 32 | low) >> 11;
  return static_cast<double>(bits) * 0x1.0p-53;
}

/// y[i] from two words of the stream each, in parallel.
template <typename F>
Array generate(const Shape& shape, const RandomStream& stream, F pair_of_values) {
  Array y(shape);
  Scalar* out = y.mutable_data();
  const std::int64_t n = y.size();
  parallel_ranges((n + 1) / 2, 40, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const auto w = stream.words(static_cast<std::uint64_t>(i));
      const auto [first, second] = pair_of_values(unit(w[0], w[1]), unit(w[2], w[3]));
      out[2 * i] = static_cast<Scalar>(first);
      if (2 * i + 1 < n) out[2 * i + 1] = static_cast<Scalar>(second);
    }
  });
  return y;
}

}  // namespace

std::array<std::uint32_t, 4> RandomStream::words(std::uint64_t block) const {
  using Philox = r123::Philox4x32;
  const Philox::ctr_type counter{{static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32),
                                  static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(id >> 32)}};
  const Philox::key_type key{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  const Philox::ctr_type out = Philox{}(counter, key);
  return {out[0], out[1], out[2], out[3]};
}

Rng Rng::fork(std::uint64_t key) const {
  // The largest stream id is never handed out by next(): its numbers are new seeds.
  const auto w = RandomStream{seed_, ~std::uint64_t{0}}.words(key);
  return Rng(std::uint64_t{w[0]} << 32 | w[1]);
}

Array Rng::uniform(const Shape& shape, double low, double high) {
  // A number just below `high` may round up to it.
  const auto last = static_cast<double>(std::nextafter(static_cast<Scalar>(high), static_cast<Scalar>(low)));
  const auto place = [=](double u) { return std::min(low + (high - low) * u, last); };
  return generate(shape, next(), [=](double a, double b) { return std::pair{place(a), place(b)}; });
}

Array Rng::normal(const Shape& shape, double mean, double deviation) {
  return generate(shape, next(), [=](double a, double b) {
    const double radius = deviation * std::sqrt(-2 * std::log1p(-a));  // 1 - a is never 0
    const double angle = 2 * std::numbers::pi * b;
    return std::pair{mean + radius * std::cos(angle), mean + radius * std::sin(angle)};
  });
}

std::int64_t Rng::integer(std::int64_t bound) {
  return static_cast<std::int64_t>(std::uint64_t{next().words(0)[0]} * static_cast<std::uint64_t>(bound) >>
                                   32);
}

void dropout_factors(const RandomStream& stream, double p, std::int64_t begin, std::int64_t end,
                     Scalar* factors) {
  const auto threshold = static_cast<std::uint32_t>(std::lround(p * 65536));
  const auto keep = static_cast<Scalar>(1 / (1 - p));
  // A word serves two elements: 16 random bits decide one.
  for (std::int64_t i = begin; i < end; i += 8) {
    const auto w = stream.words(static_cast<std::uint64_t>(i / 8));
    std::array<Scalar, 8> f;
    for (std::size_t j = 0; j < 4; ++j) {
      f[2 * j] = (w[j] & 0xffff) >= threshold ? keep : Scalar{0};
      f[2 * j + 1] = w[j] >> 16 >= threshold ? keep : Scalar{0};
    }
    std::copy_n(f.begin(), std::min<std::int64_t>(8, end - i), factors + (i - begin));
  }
}

Array apply_dropout(const Array& x, double p, const RandomStream& stream) {
  Array y(x.shape());
  const Scalar* in = x.data();
  Scalar* out = y.mutable_data();
  parallel_ranges(x.size(), 2, [&](std::int64_t begin, std::int64_t end) {
    constexpr std::int64_t block = 512;
    std::array<Scalar, block> factors;
    for (std::int64_t first = begin; first < end; first += block) {
      const std::int64_t last = std::min(end, first + block);
      dropout_factors(stream, p, first, last, factors.data());
      for (std::int64_t i = first; i < last; ++i)
        out[i] = in[i] * factors[static_cast<std::size_t>(i - first)];
    }
  });
  return y;
}

}  // namespace heed
