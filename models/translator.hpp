// A trained model together with all that it takes to translate a sentence: tokenisers and vocabularies.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lib/text/counterparts.hpp"
#include "lib/text/tokenizer.hpp"
#include "lib/text/vocabulary.hpp"
#include "models/seq2seq.hpp"
#include "models/source_text.hpp"

namespace heed::inline HEED_PRECISION {

/// A language as a model knows it: its name ("ko"; empty where nobody said), how its sentences become tokens,
/// the numbers of these, of a source what its lines were like (nothing: not known), and which words of the
/// other language belong to its words (none: not known).
struct ModelLanguage {
  std::string name{};
  Tokenizer tokenizer{};
  Vocabulary vocabulary;
  std::optional<LearnedText> learned{};
  Counterparts counterparts{};
};

/// One of several translations of a sentence; the score is that of BeamOptions, of a sample log p.
struct Alternative {
  std::string text;
  double score = 0;
};

/// This stands in a text for a word that the model writes but does not have: <unk>, or the source word that
/// it looked at most (Luong et al. 2015) of those that it does not have either, where tokens are words.
enum class Unknown { copy, keep };

struct TranslationOptions {
  GenerationOptions generation{};
  std::string prefix{};  // how every translation begins
  Unknown unknown = Unknown::copy;
  /// Also a sentence of which no word is known, where training had none of these; else it gets no
  /// translation.
  bool without_a_known_word = false;
};

/// Token (or word) `target` of a translation was written looking most at `source`. Counted from 0.
struct Link {
  std::size_t source = 0, target = 0;
  bool operator==(const Link&) const = default;
};

/// A text and its translation: of one sentence, or of several, each translated alone.
struct Translation {
  /// Tokens, without special ones. No source where no word of it is known and training had none of these.
  std::vector<std::string> source, target;
  std::vector<std::size_t> source_words, target_words;  // the word of the text in which each token begins
  std::vector<std::string> dropped;                     // marks of the source that the model has nothing for
  std::vector<std::string> unknown;                     // source tokens that are not in the vocabulary
  std::vector<std::string> near;          // words of it that each may be a slip for, "A or B"; may be empty
  std::string out_of_place;               // a word of the source: SourceText::out_of_place
  std::vector<std::string> unsaid;        // words of it that have no counterpart in the translation
  std::vector<std::string> unfounded;     // words of the translation that have none in the source
  bool respaced = false;                  // the words of the source stand where no spaces were, or none are
  double least = 0;                       // log-probability of the token that the model was least sure of
  std::string text;                       // as a person writes it
  std::vector<std::string> copied;        // source words that stand in the text for <unk>
  std::size_t left_unknown = 0;           // how often <unk> stands there, as no word is left to copy
  bool finished = true;                   // false: cut off at the maximum length
  bool cut = false;                       // the source was longer than the model can read
  std::vector<Alternative> alternatives;  // the n best, best first: text is that of the first
  std::size_t sentences = 1;              // that the source seems to have
  std::string end;                        // of a part: the mark behind its text, which lacks one
  std::vector<Translation> parts;         // its sentences, where each was translated alone; else none
};

/// Weights of every layer and head while a translation is produced, each array (1, heads, Tq, Tk), one a
/// layer; an LSTM has one layer and head that looks at the source, and no self-attention.
struct TranslationAttention {
  std::vector<std::string> source;  // tokens with <eos>: the keys of encoder and cross-attention
  std::vector<std::string>
      input;  // <bos> and the translation: the queries and keys of decoder self-attention
  std::vector<std::string> output;  // the token that each query produced, the last one <eos>
  std::vector<Array> encoder_self, decoder_self, cross;
};

class Translator {
 public:
  Translator(EncoderDecoder model, ModelLanguage source, ModelLanguage target);

  /// Another model that decodes together with this one, by the mean of their probabilities; attention() and
  /// model() stay those of the first. Throws UsageError where languages or vocabularies differ.
  void join(const Translator& other);

  /// A text of several sentences is cut into them if the model learned from single ones, and there is no
  /// prefix: their translations stand side by side, with the source's end marks, and the scores of
  /// alternatives add up. Sentences are decoded in batches of 100. Throws Error if a text is not UTF-8,
  /// UsageError for a prefix with a word that is not in the vocabulary.
  std::vector<Translation> translate(const std::vector<std::string>& texts,
                                     const TranslationOptions& options) const;
  /// The token ids of how a translation shall begin. Throws UsageError that names a word which is not in the
  /// vocabulary, and those near it.
  std::vector<std::int32_t> prefix_tokens(const std::string& prefix) const;
  /// Token ids to the tokens of the best translation of each, and into `least`, where given, how sure the
  /// model was of the token it was least sure of. In batches of 100.
  std::vector<std::vector<std::string>> decode_all(const std::vector<std::vector<std::int32_t>>& sources,
                                                   const BeamOptions& options,
                                                   std::vector<double>* least = nullptr) const;
  /// Returns those of each sentence.
  std::vector<TranslationAttention> attention(const Translation& translation) const;
  /// For each token the source token that it was written looking at most, by the mean of the heads of the
  /// last layer; none where that is <eos>.
  std::vector<Link> alignment(const Translation& translation) const;
  /// The same between the words of both texts, cut at white space: each pair once, by the target.
  std::vector<Link> word_alignment(const Translation& translation) const;

  /// Model, vocabularies and settings in one safetensors file; the weights have PyTorch's names.
  void save(const std::filesystem::path& path) const;
  /// Throws Error that says whether the file is missing, truncated, of another version, or of other sizes.
  static Translator load(const std::filesystem::path& path);

  const EncoderDecoder& model() const { return models_.front(); }
  const ModelLanguage& source() const { return source_; }
  const ModelLanguage& target() const { return target_; }

  /// Translations of sentences as that of one text: with a space between, and behind each its end mark; empty
  /// ones leave none. Alternatives of the same rank belong together, by the sum of their scores.
  static Translation joined(std::vector<Translation> parts);

 private:
  /// One sentence as the model reads it, of at most so many tokens; nothing is translated yet.
  Translation read(std::string_view sentence, std::size_t most) const;
  /// Says if no word of it is known, in training that knew all.
  bool says_nothing(const Translation& read) const;
  /// Makes what was generated for it its translation.
  void write(Translation& translation, const std::vector<Hypothesis>& hypotheses, Unknown unknown) const;
  /// Returns the source words that are copied, each for an <unk>: of unknown words that are no marks, each
  /// once, the pair with the largest weight first, by the mean of the heads of the last layer. None where
  /// tokens are not words.
  std::vector<Link> copies(const Translation& translation) const;
  /// The text of a translation, with what was copied, and where its tokens stand in it.
  std::string written(Translation& translation, Unknown unknown) const;

  std::vector<EncoderDecoder> models_;  // of which several decode together
  ModelLanguage source_, target_;
};

}  // namespace heed
