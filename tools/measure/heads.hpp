// The heads of a trained translator: where each looks, and what is lost without it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/array/array.hpp"
#include "lib/data/corpus.hpp"
#include "tools/measure/experiment.hpp"
#include "tools/measure/paired_seeds.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

// Translators of the embedded grammar, which experiments train on the spot.

/// Korean to English, level 2 (level 1 if quick); the training part is the same for any number of test
/// sentences.
TranslationData grammar_data(const ExperimentOptions& options, std::size_t test = 500);
/// 2 + 2 layers of 4 heads, d_model 64, and how they are trained.
TranslationSession grammar_session(const ExperimentOptions& options);

/// BLEU's counts of greedy translations of the first `sentences` test sentences.
SegmentStatistics bleu_counts(const TranslationData& data, const Translator& translator,
                              std::size_t sentences);

enum class HeadPlace { encoder, decoder, cross };

/// A head looks there before it writes a word of the documents' sentence, "i love apples".
struct ExampleWord {
  std::string word, belongs, looked;
  double weight = 0;  // of the word that it looks at most
};

struct HeadFacts {
  HeadPlace place = HeadPlace::encoder;
  std::int64_t layer = 0, head = 0;  // from 0
  /// Mean of the largest weight over queries that see at least four keys: who sees fewer gives much to one of
  /// them, wherever it looks.
  double sharpness = 0;
  MeanInterval previous{};  // mean weight of the token before; of encoder and decoder
  /// In cross-attention, the share of target words for which the largest weight lies on a source word that
  /// the grammar made them from, before the word is written and after it; and that share if it lay anywhere.
  MeanInterval next_word{}, last_word{};
  double chance = 0;
  /// BLEU on the test with this head giving 0, less that with all of them.
  BleuDifference silenced{};
  std::vector<ExampleWord> example{};  // of cross-attention
};
/// "encoder 1.3": layer 1, head 3.
Bilingual head_name(const HeadFacts& facts);

/// The heads of one training.
struct ExaminedHeads {
  std::vector<HeadFacts> heads{};
  double bleu = 0;  // with all of them
  std::uint64_t seed = 1;
};

/// All heads of a translator of the grammar: `looked` test sentences teacher-forced, `translated` for BLEU.
ExaminedHeads examine_heads(const TranslationData& data, const Translator& translator, std::size_t looked,
                            std::size_t translated);

/// Three trainings with seeds from options.seed on, two if quick; made once a program, for both claims.
const std::vector<ExaminedHeads>& examined_trainings(const ExperimentOptions& options);

/// A share of sums over sentences.
struct SentenceSums {
  std::vector<double> parts{}, wholes{};  // of each sentence
  void begin_sentence() { parts.push_back(0), wholes.push_back(0); }
  void add(double part) { parts.back() += part, ++wholes.back(); }
  MeanInterval share() const { return ratio_of_sums(parts, wholes); }
};
struct HeadSums {
  SentenceSums sharpness{}, chance{}, next_word{}, last_word{}, previous{};

  void put_into(HeadFacts& facts) const;
};

/// Adds the weights (1, heads, Tq, Tk) of one head on the sentences of `pair`, which nothing pads: a key a
/// source token, or of self-attention one a token of the same side.
void add_weights(const Array& weights, const HeadFacts& facts, const SentencePair& pair, HeadSums& sums);

}  // namespace heed
