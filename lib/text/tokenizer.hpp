// How the sentences of a language become tokens, and tokens a text again: words, characters or subwords.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/text/subwords.hpp"
#include "lib/text/words.hpp"

namespace heed {

enum class Tokenisation { words, characters, subwords };

/// "words", "characters" or "subwords". Throws UsageError for anything else.
Tokenisation parse_tokenisation(std::string_view name);
std::string_view to_string(Tokenisation tokenisation);
/// The usual choice for words: lower; for others: keep.
Case usual_case(Tokenisation tokenisation);

/// Whoever cuts text up or puts it together for a model has one of these, and need not know its kind.
class Tokenizer {
 public:
  /// Words or characters. Throws UsageError for subwords, which have to be learned from text.
  explicit Tokenizer(Tokenisation kind = Tokenisation::words) : Tokenizer(kind, usual_case(kind)) {}
  /// `blanks`: of characters.
  Tokenizer(Tokenisation kind, Case letters, Blanks blanks = Blanks::one);
  Tokenizer(SubwordModel model, Case letters);
  /// Learns subwords from sentences of any form, as SubwordModel::learn() does.
  static Tokenizer learn(std::span<const std::string> sentences, const SubwordOptions& options, Case letters);

  /// Throws Error if the sentence is not UTF-8.
  std::vector<std::string> split(std::string_view sentence) const;
  /// Other subwords of each sentence, as SubwordModel::sample() draws them; other tokens are always the same.
  std::vector<std::vector<std::string>> sample(std::span<const std::string> sentences, double alpha,
                                               std::uint32_t seed) const;
  /// The text as a person writes it.
  std::string join(std::span<const std::string> tokens) const;
  /// For each token of a text the word of it, between white space, in which the token begins.
  std::vector<std::size_t> words_of(std::span<const std::string> tokens, std::string_view text) const;

  Tokenisation kind() const { return kind_; }
  Case letters() const { return letters_; }
  Blanks blanks() const { return blanks_; }
  /// Nothing for words and characters.
  const std::optional<SubwordModel>& subwords() const { return subwords_; }

 private:
  Tokenisation kind_;
  Case letters_;
  Blanks blanks_ = Blanks::one;
  std::optional<SubwordModel> subwords_{};
};

}  // namespace heed
