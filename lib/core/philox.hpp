// Philox4x32-10, a random generator that counts (Salmon et al. 2011, "Parallel random numbers: as easy as 1,
// 2, 3").
#pragma once

#include <array>
#include <cstdint>

namespace heed {

namespace philox {

inline constexpr int rounds = 10;
inline constexpr std::uint64_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;  // table 2 of the paper
inline constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;              // what the keys grow by

}  // namespace philox

/// Four words for a counter of 128 bits, `low` and `high`, under the key `seed`.
constexpr std::array<std::uint32_t, 4> philox_words(std::uint64_t low, std::uint64_t high,
                                                    std::uint64_t seed) {
  std::array<std::uint32_t, 4> x{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
                                 static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)};
  auto key0 = static_cast<std::uint32_t>(seed), key1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < philox::rounds; ++round) {
    const std::uint64_t product0 = philox::multiplier0 * x[0], product1 = philox::multiplier1 * x[2];
    x = {static_cast<std::uint32_t>(product1 >> 32) ^ x[1] ^ key0, static_cast<std::uint32_t>(product1),
         static_cast<std::uint32_t>(product0 >> 32) ^ x[3] ^ key1, static_cast<std::uint32_t>(product0)};
    key0 += philox::weyl0;
    key1 += philox::weyl1;
  }
  return x;
}

}  // namespace heed
