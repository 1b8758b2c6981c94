// Tokens and their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lib/core/special_ids.hpp"

namespace heed {

/// How often each token occurs, in the order of first appearance.
class TokenCounts {
 public:
  struct Entry {
    std::string token;
    std::size_t count;
  };

  void add(std::span<const std::string> tokens);
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> place_;
};

struct VocabularyOptions {
  std::size_t min_frequency = 1;  ///< tokens seen fewer times become <unk>
};

/// A numbered list of tokens: <pad>, <unk>, <bos>, <eos>, then the text's own, most frequent first and, when
/// equally frequent, in the order of first appearance: the same text always gives the same numbers.
class Vocabulary {
 public:
  using Id = std::int32_t;
  static constexpr Id pad = SpecialIds().pad, unk = unknown_id, bos = SpecialIds().bos,
                      eos = SpecialIds().eos;
  static constexpr std::string_view special_names[] = {"<pad>", "<unk>", "<bos>", "<eos>"};

  /// Throws Error if no token occurs min_frequency times: a model cannot learn from a vocabulary of zero.
  explicit Vocabulary(const TokenCounts& counts, VocabularyOptions options = {});

  /// From the list that tokens() gave, as a checkpoint keeps it. Throws Error if the list does not open with
  /// the four special tokens or names a token twice.
  explicit Vocabulary(std::vector<std::string> tokens);

  /// All tokens with the special ones; a token's place is its id.
  const std::vector<std::string>& tokens() const { return tokens_; }
  std::size_t size() const { return tokens_.size(); }
  bool contains(std::string_view token) const { return ids_.contains(std::string(token)); }

  /// The token's id, or unk.
  Id id(std::string_view token) const;

  /// Throws Error if there is no such id.
  const std::string& token(Id id) const;

  /// An id for each token. Text that spells a special token ("<eos>") becomes unk: it must not steer the
  /// model.
  std::vector<Id> encode(std::span<const std::string> tokens) const;

  /// Returns the token of each id up to <eos>, without <pad> and <bos>; <unk> stays visible. Throws Error at
  /// an unknown id.
  std::vector<std::string> decode(std::span<const Id> ids) const;

  bool operator==(const Vocabulary& other) const { return tokens_ == other.tokens_; }

 private:
  std::vector<std::string> tokens_;
  std::unordered_map<std::string, Id> ids_;
};

/// The tokens as a JSON list: how a model's file keeps them.
std::string to_json(const Vocabulary& vocabulary);

/// Throws Error if the text is no JSON list of words, has an empty one, or fails as the constructor does.
Vocabulary vocabulary_from_json(std::string_view json);

}  // namespace heed
