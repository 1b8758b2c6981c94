// Subwords: frequent words are one token, rare ones several, so that a small vocabulary leaves no word
// unknown (by sentencepiece: Kudo and Richardson 2018).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/core/error_types.hpp"

namespace heed {

/// bpe joins the most frequent neighbours, again and again (Sennrich et al. 2016); unigram keeps the pieces
/// that make the text most probable (Kudo 2018).
enum class SubwordKind { unigram, bpe };

struct SubwordOptions {
  SubwordKind kind = SubwordKind::unigram;
  /// Pieces, with <pad>, <unk>, <bos> and <eos>; 0: a fifteenth of the words of the text, between 1,000 and
  /// 4,000, or as many as it allows.
  std::size_t size = 0;
};

/// Cuts texts into pieces. Spaces are part of them, as "▁": pieces side by side are the text again.
class SubwordModel {
 public:
  /// Learns pieces from texts; the same texts give the same model. Throws Error if the texts
  /// have more different characters than there may be pieces, or do not allow so many.
  static SubwordModel learn(std::span<const std::string> texts, const SubwordOptions& options);
  /// From the bytes of a sentencepiece model, ours or another program's. Throws Error if they are damaged.
  static SubwordModel from_bytes(std::string bytes);

  /// Returns what a saved model keeps: the file format of sentencepiece.
  const std::string& bytes() const;
  /// <pad>, <unk>, <bos>, <eos>, and then all other pieces of text; a piece's place is its number here. (In
  /// models of other programs the special ones have other names and numbers.)
  const std::vector<std::string>& pieces() const;

  /// The best pieces. Characters that the model does not know stand among them as they are.
  std::vector<std::string> split(std::string_view text) const;
  /// join_subwords() of them. Bytes of a character that has no piece ("<0xEA>" …) are the character again,
  /// and U+FFFD where some of them are missing.
  std::string join(std::span<const std::string> pieces) const;
  /// Other pieces of each text, drawn: of a unigram model with a probability proportional to theirs to the
  /// power `alpha`; of bpe, where each join is left out with probability `alpha` (Provilkov et al. 2020). A
  /// function of the texts, alpha and the seed alone.
  std::vector<std::vector<std::string>> sample(std::span<const std::string> texts, double alpha,
                                               std::uint32_t seed) const;

 private:
  struct Loaded;
  explicit SubwordModel(std::shared_ptr<const Loaded> loaded) : loaded_(std::move(loaded)) {}
  std::shared_ptr<const Loaded> loaded_;
};

/// Pieces side by side, "▁" as a space again: one between words however many there are, none at an end.
std::string join_subwords(std::span<const std::string> pieces);

}  // namespace heed
