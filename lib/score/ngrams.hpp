// n-grams of words or characters, counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heed {

/// A sequence of words or characters, kept so that every n-gram is one stretch of `text`: words stand with
/// one space between (they hold no space themselves), characters side by side.
struct Pieces {
  std::string text;
  std::vector<std::size_t> begins, ends;  ///< bytes in `text`, one entry a piece

  std::size_t size() const { return begins.size(); }
};

Pieces word_pieces(std::span<const std::string_view> words);

/// Code points of valid UTF-8. Throws Error if it is not.
Pieces character_pieces(std::string text);

/// The keys point into the text of the Pieces, which must stay where they are.
using NgramCounts = std::unordered_map<std::string_view, std::int64_t>;

/// Counts of all n-grams of order n >= 1.
NgramCounts count_ngrams(const Pieces& pieces, std::size_t n);

}  // namespace heed
