// Random choices that come out the same on every machine and with every standard library.
#pragma once

#include <Random123/philox.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heed {

/// A counter-based stream (Philox-4x32-10; Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2,
/// 3"): block number i of stream (seed, stream) is a function of these three numbers alone, so that any epoch
/// can be drawn without the ones before it. std::uniform_int_distribution and std::shuffle are not used
/// because their results differ between standard libraries.
class Draws {
 public:
  explicit Draws(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  std::uint32_t next() {
    if (used_ == 4) {
      const r123::Philox4x32::ctr_type counter = {
          {static_cast<std::uint32_t>(block_), static_cast<std::uint32_t>(block_ >> 32),
           static_cast<std::uint32_t>(stream_), static_cast<std::uint32_t>(stream_ >> 32)}};
      const r123::Philox4x32::key_type key = {
          {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)}};
      words_ = r123::Philox4x32{}(counter, key);
      ++block_;
      used_ = 0;
    }
    return words_[used_++];
  }

  /// A whole number in [0, n), each equally likely (n ≥ 1): the high half of a 32×32-bit product, redrawn in
  /// the rare case in which it would favour some (Lemire 2019, "Fast random integer generation in an
  /// interval").
  std::uint32_t below(std::uint32_t n) {
    const std::uint32_t floor = (0U - n) % n;
    for (;;) {
      const std::uint64_t product = static_cast<std::uint64_t>(next()) * n;
      if (static_cast<std::uint32_t>(product) >= floor) return static_cast<std::uint32_t>(product >> 32);
    }
  }

  /// True in `percent` cases of a hundred.
  bool chance(std::uint32_t percent) { return below(100) < percent; }

  /// One element of a non-empty container with indices.
  template <typename Container>
  const auto& pick(const Container& from) {
    return from[below(static_cast<std::uint32_t>(from.size()))];
  }

  /// Fisher–Yates: every order equally likely.
  template <typename T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(static_cast<std::uint32_t>(i))]);
  }

 private:
  std::uint64_t seed_, stream_, block_ = 0;
  r123::Philox4x32::ctr_type words_{};
  std::size_t used_ = 4;
};

}  // namespace heed
