// Random numbers by counting: every number is a function of (seed, stream, position), computed by
// Philox4x32-10 (lib/core/philox.hpp). So they do not depend on the number of
// threads or on what was drawn before, and training can be resumed at any step.
#pragma once

#include <array>
#include <cstdint>

#include "lib/array/array.hpp"
#include "lib/core/philox.hpp"

namespace heed::inline HEED_PRECISION {

/// One sequence of random numbers; position i can be computed alone.
struct RandomStream {
  std::uint64_t seed = 0;
  std::uint64_t id = 0;

  /// The four words at position `block`.
  std::array<std::uint32_t, 4> words(std::uint64_t block) const { return philox_words(block, id, seed); }
};

/// Hands out streams, one after the other. Passed by reference to whatever draws; there is no global
/// generator.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t seed() const { return seed_; }
  /// A stream that this generator has not given out before.
  RandomStream next() { return {seed_, next_++}; }
  /// An independent generator for `key`: rng.fork(step) is the same whatever was drawn from rng before.
  Rng fork(std::uint64_t key) const;

  /// Uniform in [low, high), and normal with the given mean and deviation (Box-Muller).
  Array uniform(const Shape& shape, double low = 0, double high = 1);
  Array normal(const Shape& shape, double mean = 0, double deviation = 1);
  /// Uniform integer in 0…bound-1, for bounds up to 2^32: a 32-bit word times the bound, the upper half.
  std::int64_t integer(std::int64_t bound);

 private:
  std::uint64_t seed_;
  std::uint64_t next_ = 0;
};

/// y[i] = x[i] d[begin + i] for i in 0…n-1, where the dropout factor d is 1 / (1 - p) with probability 1 - p,
/// else 0. The factor at a position depends on the stream and the position alone; p is rounded to a multiple
/// of 2^-16 (PyTorch does not), in the factor too, so that the mean stays. x and y may be the same.
void multiply_by_dropout(const RandomStream& stream, double p, std::int64_t begin, std::int64_t n,
                         const Scalar* x, Scalar* y);

/// 1 / (1 - p), with p rounded as above.
Scalar dropout_scale(double p);

/// Factors are computed in groups of so many: fastest where `begin` is a multiple of it.
inline constexpr std::int64_t dropout_group = 128;

/// x with dropout applied: x[i] times factor i of the stream. The gradient is the same function of the
/// gradient.
Array apply_dropout(const Array& x, double p, const RandomStream& stream);

}  // namespace heed
