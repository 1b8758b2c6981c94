// Text to ids and back, for models of one text: GPT, BERT and the classifier on it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lib/text/byte_bpe.hpp"
#include "lib/text/tokenizer.hpp"
#include "lib/text/vocabulary.hpp"
#include "nn/checkpoint.hpp"
#include "nn/decoding.hpp"

namespace heed::inline HEED_PRECISION {

class SavedModel;

/// The token that opens and closes a text of GPT-2's byte pairs, unless others are named.
inline constexpr std::string_view end_of_text_name = "<|endoftext|>";

/// By words or characters of a vocabulary, each text between <bos> and <eos>; or by GPT-2's byte pairs, with
/// tokens between them that are one each where a text spells them.
class TextTokens {
 public:
  TextTokens(Vocabulary vocabulary, Tokenizer tokenizer);
  /// `bos` opens a text, and each of `eos` closes one.
  TextTokens(ByteBpe bpe, std::int32_t bos, std::vector<std::int32_t> eos);
  /// Throws Error if there is no <|endoftext|>.
  explicit TextTokens(const ByteBpe& bpe);

  std::int64_t size() const;
  /// Without the ids that open and close a text. Throws Error if it is not UTF-8.
  std::vector<std::int32_t> encode(std::string_view text) const;
  /// Returns the ids from which a model goes on: after the id that opens texts. Of byte pairs that stands
  /// there only where the text is empty, as in the samples that were published with GPT-2, and as Hugging
  /// Face's are.
  std::vector<std::int32_t> encode_prompt(std::string_view text) const;
  std::string decode(const std::vector<std::int32_t>& ids) const;
  /// The tokens of a text that the vocabulary does not have; of byte pairs there are none.
  std::vector<std::string> unknown(std::string_view text) const;
  /// GPT-2's byte pairs; null of words and characters.
  const ByteBpe* byte_pairs() const;
  /// The id before a text, that after it, that of padding and that of unknown tokens (-1: there is none).
  DecodingOptions ids() const;
  /// The ids that close a text: that of ids() first.
  std::vector<std::int32_t> ends() const;

  /// As texts of a saved model's file, and back from them.
  Metadata texts() const;
  static TextTokens from(const SavedModel& file);

 private:
  struct Words {
    Vocabulary vocabulary;
    Tokenizer tokenizer;
  };
  struct BytePairs {
    ByteBpe bpe;
    std::int32_t bos;
    std::vector<std::int32_t> eos;
  };
  std::variant<Words, BytePairs> tokens_;
};

}  // namespace heed
