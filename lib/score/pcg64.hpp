// NumPy's default random stream, so that resampled scores equal those of programs built on NumPy.
#pragma once

#include <cstdint>
#include <optional>

namespace heed {

/// numpy.random.default_rng(seed): PCG XSL-RR 128/64 (O'Neill 2014), its state spread from the seed by
/// SeedSequence (O'Neill 2015, "Developing a seed_seq alternative"). Two calls of next32 share one draw of 64
/// bits, low half first.
class Pcg64 {
 public:
  explicit Pcg64(std::uint64_t seed);

  std::uint64_t next64();
  std::uint32_t next32();

  /// Uniform in 0 .. n − 1, for n >= 1, without bias (Lemire 2019): the stream of Generator.integers(0, n)
  /// and of Generator.choice(n, replace=True). n = 1 draws nothing.
  std::uint32_t below(std::uint32_t n);

 private:
  __extension__ using Wide = unsigned __int128;

  Wide state_ = 0, increment_ = 0;
  std::optional<std::uint32_t> kept_;  ///< the high half of the last draw, not used yet
};

}  // namespace heed
