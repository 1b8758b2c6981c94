// Random choices that come out the same on every machine and with every standard library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "lib/core/philox.hpp"

namespace heed {

/// Choices that a Draws made, and that another one can make again.
struct DrawnChoices {
  struct Choice {
    std::uint32_t of, taken;  // number `taken` of `of`, equally likely if percent is below 0;
    int percent = -1;         // else 1 in so many cases of a hundred, and 0 in the others
  };
  std::vector<Choice> all{};
  std::size_t replayed = 0;            // those before it were made again
  bool replays = false, left = false;  // left: a choice came that the record does not have
  /// If given, says what is taken where such a choice comes; it may move `replayed`.
  std::function<std::uint32_t(const Choice& asked)> instead{};
  /// How often each loop that draws until something fits (by a number of its own) took and refused.
  struct Tries {
    std::size_t taken = 0, refused = 0;
  };
  static constexpr std::size_t most_loops = 4;
  std::array<Tries, most_loops> loops{};
};

/// A counter-based stream (lib/core/philox.hpp): block number i of stream (seed, stream) is a function of
/// these three numbers alone, so that any epoch can be drawn without the ones before it.
/// std::uniform_int_distribution and std::shuffle are not used because their results differ between standard
/// libraries.
class Draws {
 public:
  explicit Draws(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  std::uint32_t next() {
    if (used_ == words_.size()) {
      words_ = philox_words(block_++, stream_, seed_);
      used_ = 0;
    }
    return words_[used_++];
  }

  /// A whole number in [0, n), each equally likely (n ≥ 1): the high half of a 32×32-bit product, redrawn in
  /// the rare case in which it would favour some (Lemire 2019, "Fast random integer generation in an
  /// interval").
  std::uint32_t below(std::uint32_t n) {
    return choose({.of = n, .taken = 0}, [&] { return uniform(n); });
  }

  /// True in `percent` cases of a hundred.
  bool chance(std::uint32_t percent) {
    return choose({.of = 2, .taken = 0, .percent = static_cast<int>(percent)},
                  [&] { return uniform(100) < percent ? 1U : 0U; }) == 1;
  }

  /// From now on choices are noted in `choices` (null: no longer); where it replays, they are made as noted.
  void note(DrawnChoices* choices) { noted_ = choices; }
  /// Calls draw() until fits() is true of what it returns; the choices of what was refused are forgotten.
  template <typename Draw, typename Fits>
  auto until(std::size_t loop, Draw draw, Fits fits) {
    for (;;) {
      const std::size_t begin = noted_ == nullptr ? 0 : noted_->all.size();
      auto drawn = draw();
      if (takes(fits(drawn), loop, begin)) return drawn;
    }
  }

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
  bool takes(bool fits, std::size_t loop, std::size_t begin) {
    if (noted_ == nullptr) return fits;
    ++(fits ? noted_->loops[loop].taken : noted_->loops[loop].refused);
    if (!fits && noted_->replays) noted_->left = true;
    if (!fits && !noted_->replays) noted_->all.resize(begin);
    return fits || noted_->left;  // a replay that has left the record must end
  }

  template <typename Draw>
  std::uint32_t choose(DrawnChoices::Choice choice, Draw draw) {
    if (noted_ == nullptr) return draw();
    if (!noted_->replays) {
      choice.taken = draw();
      noted_->all.push_back(choice);
      return choice.taken;
    }
    if (noted_->left) return draw();
    const bool there = noted_->replayed < noted_->all.size();
    const DrawnChoices::Choice* const before = there ? &noted_->all[noted_->replayed] : nullptr;
    if (there && before->of == choice.of && before->percent == choice.percent) {
      ++noted_->replayed;
      return before->taken;
    }
    if (noted_->instead) return noted_->instead(choice);
    noted_->left = true;
    return draw();
  }

  std::uint32_t uniform(std::uint32_t n) {
    const std::uint32_t floor = (0U - n) % n;
    for (;;) {
      const std::uint64_t product = static_cast<std::uint64_t>(next()) * n;
      if (static_cast<std::uint32_t>(product) >= floor) return static_cast<std::uint32_t>(product >> 32);
    }
  }

  DrawnChoices* noted_ = nullptr;
  std::uint64_t seed_, stream_, block_ = 0;
  std::array<std::uint32_t, 4> words_{};
  std::size_t used_ = 4;
};

}  // namespace heed
