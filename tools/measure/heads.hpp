// The heads of a trained translator: where each looks, and what is lost without it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/array/array.hpp"
#include "lib/data/corpus.hpp"
#include "lib/score/significance.hpp"
#include "tools/measure/grammar_translator.hpp"
#include "tools/measure/paired_seeds.hpp"

namespace heed {

enum class HeadPlace { encoder, decoder, cross };

/// A head looks there before it writes a word of the documents' sentence, "i love apples".
struct ExampleWord {
  std::string word, belongs, looked;
  double weight = 0;  // of the word that it looks at most
};

struct HeadFacts {
  HeadPlace place = HeadPlace::encoder;
  std::int64_t layer = 0, head = 0;  // from 0
  /// Mean over queries of the largest weight, and of what every key would get if all got the same; of queries
  /// that see at least four keys: who sees fewer gives much to one of them, wherever it looks.
  double sharpness = 0, uniform = 0;
  MeanInterval previous{};  // mean weight of the token before; of encoder and decoder
  /// In cross-attention, the share of target words for which the largest weight, before the word is written,
  /// lies on a source word that the grammar made it from (95 %, over sentences), and that share if the weight
  /// lay anywhere; the same of the words that have just been written.
  MeanInterval next_word{}, last_word{};
  double chance = 0;
  /// BLEU on the test with this head giving 0, less that with all of them.
  BleuDifference silenced{};
  /// Mean over sentences of |Σ z · dL/dz|: the gradient of a gate of 1 in front of the head (Michel et al.
  /// 2019, equation 2), divided as they do by the root of the sum of squares of all heads of its attention.
  double importance = 0;
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

/// Three trainings with seeds from options.seed on, two if quick; made once a program, for both claims, with
/// the seconds that they took.
struct ExaminedTrainings {
  std::vector<ExaminedHeads> all{};
  double seconds = 0;
};
const ExaminedTrainings& examined_trainings(const ExperimentOptions& options);

/// Sums over sentences, to be divided by their counts.
struct HeadSums {
  double sharpness = 0, uniform = 0;
  double chance = 0, importance = 0;
  double queries = 0, with_words = 0;
  std::vector<double> next{}, nexts{}, last{}, lasts{}, previous{}, with_previous{};  // of each sentence

  /// The facts that they are of; importance, over `sentences`, is not yet divided by that of the others.
  void put_into(HeadFacts& facts, std::size_t sentences) const;
};

/// Adds the weights (1, heads, Tq, Tk) of one head on the sentences of `pair`, which nothing pads: a key a
/// source token, or of self-attention one a token of the same side.
void add_weights(const Array& weights, const HeadFacts& facts, const SentencePair& pair, HeadSums& sums);

}  // namespace heed
