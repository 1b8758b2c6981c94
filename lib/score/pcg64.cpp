#include "lib/score/pcg64.hpp"

#include <array>
#include <bit>

namespace heed {
namespace {

// The hash of SeedSequence: every word that goes in changes the constants for the next.
auto word_hash(std::uint32_t constant, std::uint32_t step) {
  return [constant, step](std::uint32_t word) mutable {
    word ^= constant;
    constant *= step;
    word *= constant;
    return word ^ (word >> 16U);
  };
}

std::uint32_t mix(std::uint32_t x, std::uint32_t y) {
  const std::uint32_t mixed = 0xCA01F9DDU * x - 0x4973F715U * y;
  return mixed ^ (mixed >> 16U);
}

// SeedSequence(seed).generate_state(4, uint64): the seed's words fill a pool of four, each pool word then
// stirs all others.
std::array<std::uint64_t, 4> spread(std::uint64_t seed) {
  std::array<std::uint32_t, 4> pool{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U),
                                    0, 0};
  auto fill = word_hash(0x43B0D7E5U, 0x931E8875U);
  for (std::uint32_t& word : pool) word = fill(word);
  for (std::size_t from = 0; from < pool.size(); ++from)
    for (std::size_t to = 0; to < pool.size(); ++to)
      if (from != to) pool[to] = mix(pool[to], fill(pool[from]));

  auto draw = word_hash(0x8B51F9DDU, 0x58F38DEDU);
  std::array<std::uint64_t, 4> state{};
  for (std::size_t i = 0; i < 2 * state.size(); ++i)
    state[i / 2] |= static_cast<std::uint64_t>(draw(pool[i % pool.size()])) << (i % 2 == 0 ? 0U : 32U);
  return state;
}

}  // namespace

Pcg64::Pcg64(std::uint64_t seed) {
  const auto words = spread(seed);
  const auto wide = [](std::uint64_t high, std::uint64_t low) {
    return static_cast<Wide>(high) << 64U | low;
  };
  increment_ = wide(words[2], words[3]) << 1U | 1U;
  state_ = increment_ + wide(words[0], words[1]);
  next64();
}

std::uint64_t Pcg64::next64() {
  constexpr Wide multiplier = static_cast<Wide>(0x2360ED051FC65DA4U) << 64U | 0x4385DF649FCCF645U;
  state_ = state_ * multiplier + increment_;
  const auto high = static_cast<std::uint64_t>(state_ >> 64U), low = static_cast<std::uint64_t>(state_);
  return std::rotr(high ^ low, static_cast<int>(high >> 58U));
}

std::uint32_t Pcg64::next32() {
  if (kept_) {
    const std::uint32_t half = *kept_;
    kept_.reset();
    return half;
  }
  const std::uint64_t both = next64();
  kept_ = static_cast<std::uint32_t>(both >> 32U);
  return static_cast<std::uint32_t>(both);
}

std::uint32_t Pcg64::below(std::uint32_t n) {
  if (n <= 1) return 0;
  const std::uint32_t too_often =
      -n % n;  // 2^32 mod n: so many low parts would give some results one chance more
  std::uint64_t product = 0;
  do product = static_cast<std::uint64_t>(next32()) * n;
  while (static_cast<std::uint32_t>(product) < too_often);
  return static_cast<std::uint32_t>(product >> 32U);
}

}  // namespace heed
