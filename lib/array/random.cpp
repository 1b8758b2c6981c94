#include "lib/array/random.hpp"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lib/array/parallel.hpp"

namespace heed::inline HEED_PRECISION {
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
  parallel_for((n + 1) / 2, 40, [&](std::int64_t i) {
    const auto w = stream.words(static_cast<std::uint64_t>(i));
    const auto [first, second] = pair_of_values(unit(w[0], w[1]), unit(w[2], w[3]));
    out[2 * i] = static_cast<Scalar>(first);
    if (2 * i + 1 < n) out[2 * i + 1] = static_cast<Scalar>(second);
  });
  return y;
}

}  // namespace

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

// Dropout. A group of 128 factors takes 16 Philox blocks of 4 words; each half of a word decides one factor.
// Position (2 word + half) · 16 + block within the group: so 16 blocks are computed side by side in vector
// lanes, and what they decide lies side by side too.

namespace {

constexpr std::size_t philox_blocks = 16;
using Words = std::array<std::array<std::uint32_t, philox_blocks>, 4>;
using philox::multiplier0, philox::multiplier1, philox::weyl0, philox::weyl1;

#if defined(__AVX512F__)

using Eight [[gnu::vector_size(64)]] = std::uint64_t;

/// The lower halves of eight 64-bit numbers times a 32-bit one; GCC does not find this instruction by itself.
Eight multiply_low(Eight x, std::uint64_t factor) {
  return reinterpret_cast<Eight>(
      _mm512_mul_epu32(reinterpret_cast<__m512i>(x), _mm512_set1_epi64(static_cast<long long>(factor))));
}

/// Blocks 16 group … 16 group + 15 of the stream. The same numbers as RandomStream::words. Each 32-bit word
/// stands in the lower half of a 64-bit lane; what comes into the upper half is never used.
void philox_lanes(const RandomStream& stream, std::uint64_t group, Words& words) {
  Eight c[2][4];
  for (std::size_t h = 0; h < 2; ++h) {
    c[h][0] = Eight{0, 1, 2, 3, 4, 5, 6, 7} + (group * philox_blocks + h * 8);
    c[h][1] = c[h][0] >> 32;
    c[h][2] = Eight{} + stream.id;
    c[h][3] = Eight{} + (stream.id >> 32);
  }
  auto key0 = static_cast<std::uint32_t>(stream.seed), key1 = static_cast<std::uint32_t>(stream.seed >> 32);
  for (int round = 0; round < philox::rounds; ++round) {
    for (auto& x : c) {
      const Eight product0 = multiply_low(x[0], multiplier0), product1 = multiply_low(x[2], multiplier1);
      x[0] = (product1 >> 32) ^ x[1] ^ std::uint64_t{key0};
      x[2] = (product0 >> 32) ^ x[3] ^ std::uint64_t{key1};
      x[1] = product1;
      x[3] = product0;
    }
    key0 += weyl0;
    key1 += weyl1;
  }
  for (std::size_t w = 0; w < 4; ++w) {
    for (std::size_t l = 0; l < philox_blocks; ++l)
      words[w][l] = static_cast<std::uint32_t>(c[l / 8][w][l % 8]);
  }
}

#else

/// The same without AVX-512: in 32-bit lanes, which the compiler widens for the products.
void philox_lanes(const RandomStream& stream, std::uint64_t group, Words& words) {
  for (std::size_t l = 0; l < philox_blocks; ++l) {
    const std::uint64_t block = group * philox_blocks + l;
    words[0][l] = static_cast<std::uint32_t>(block);
    words[1][l] = static_cast<std::uint32_t>(block >> 32);
    words[2][l] = static_cast<std::uint32_t>(stream.id);
    words[3][l] = static_cast<std::uint32_t>(stream.id >> 32);
  }
  auto key0 = static_cast<std::uint32_t>(stream.seed), key1 = static_cast<std::uint32_t>(stream.seed >> 32);
  for (int round = 0; round < philox::rounds; ++round) {
#pragma omp simd
    for (std::size_t l = 0; l < philox_blocks; ++l) {
      const std::uint64_t product0 = multiplier0 * words[0][l], product1 = multiplier1 * words[2][l];
      words[0][l] = static_cast<std::uint32_t>(product1 >> 32) ^ words[1][l] ^ key0;
      words[2][l] = static_cast<std::uint32_t>(product0 >> 32) ^ words[3][l] ^ key1;
      words[1][l] = static_cast<std::uint32_t>(product1);
      words[3][l] = static_cast<std::uint32_t>(product0);
    }
    key0 += weyl0;
    key1 += weyl1;
  }
}

#endif

/// Halves of random words below this are dropped. Something is kept as long as p is below 1.
std::uint32_t dropout_threshold(double p) {
  const auto nearest = static_cast<std::uint32_t>(std::lround(p * 65536));
  return p < 1 ? std::min(nearest, 65535U) : nearest;
}

}  // namespace

Scalar dropout_scale(double p) { return static_cast<Scalar>(65536.0 / (65536.0 - dropout_threshold(p))); }

void multiply_by_dropout(const RandomStream& stream, double p, std::int64_t begin, std::int64_t n,
                         const Scalar* x, Scalar* y) {
  const std::uint32_t threshold = dropout_threshold(p);
  const Scalar keep = dropout_scale(p);
  Words words;
  alignas(64) std::array<Scalar, dropout_group> factors;
  for (std::int64_t done = 0; done < n;) {
    const std::int64_t group = (begin + done) / dropout_group, place = (begin + done) % dropout_group;
    philox_lanes(stream, static_cast<std::uint64_t>(group), words);
    for (std::size_t w = 0; w < 4; ++w) {
#pragma omp simd
      for (std::size_t l = 0; l < philox_blocks; ++l) {
        factors[2 * w * philox_blocks + l] = (words[w][l] & 0xffff) >= threshold ? keep : Scalar{0};
        factors[(2 * w + 1) * philox_blocks + l] = words[w][l] >> 16 >= threshold ? keep : Scalar{0};
      }
    }
    const std::int64_t count = std::min(dropout_group - place, n - done);
    const Scalar* factor = factors.data() + place;
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) y[done + i] = x[done + i] * factor[i];
    done += count;
  }
}

Array apply_dropout(const Array& x, double p, const RandomStream& stream) {
  Array y(x.shape());
  const Scalar* in = x.data();
  Scalar* out = y.mutable_data();
  // Ranges begin at multiples of the group: parallel_ranges cuts there.
  parallel_ranges(x.size(), 0.6, [&](std::int64_t begin, std::int64_t end) {
    multiply_by_dropout(stream, p, begin, end - begin, in + begin, out + begin);
  });
  return y;
}

}  // namespace heed
