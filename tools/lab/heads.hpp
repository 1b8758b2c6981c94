// The heads of a trained translator: where each looks, and what is lost without it.
#pragma once

#include <string>
#include <vector>

#include "lib/score/significance.hpp"
#include "tools/compare/paired_seeds.hpp"
#include "tools/lab/translator.hpp"

namespace heed {

enum class HeadPlace { encoder, decoder, cross };

/// Where a head looks before it writes a word of the documents' sentence, "i love apples".
struct ExampleWord {
  std::string word, belongs, looked;
  double weight = 0;  // of the word that it looks at most
};

struct HeadFacts {
  HeadPlace place = HeadPlace::encoder;
  std::int64_t layer = 0, head = 0;  // from 0
  /// Mean over queries of the largest weight, and of what every key would get if all got the same; of queries
  /// that see at least four keys (enough_keys, head_sums.hpp).
  double sharpness = 0, uniform = 0;
  MeanInterval previous{};  // mean weight of the token before; of encoder and decoder
  /// Of cross-attention: the share of target words for which the largest weight, before the word is written,
  /// lies on a source word that the grammar made it from (95 %, over sentences), and that share if the weight
  /// lay anywhere; the same of the words that have just been written.
  MeanInterval next_word{}, last_word{};
  double chance = 0;
  /// Of the test: BLEU with this head giving 0, and with all others of its attention giving 0, less that with
  /// all of them.
  BleuDifference silenced{}, alone{};
  /// Mean over sentences of |Σ z · dL/dz|: the gradient of a gate of 1 in front of the head (Michel et al.
  /// 2019, equation 2), divided as they do by the root of the sum of squares of all heads of its attention.
  double importance = 0;
  std::vector<ExampleWord> example{};  // of cross-attention
};
/// "encoder 1.3": layer 1, head 3.
Bilingual head_name(const HeadFacts& facts);

/// Of one training.
struct ExaminedHeads {
  std::vector<HeadFacts> heads{};
  double bleu = 0;  // with all of them
  std::uint64_t seed = 1;
};

/// How many of the test's sentences: `looked` at, teacher-forced; `translated` for BLEU.
struct ExaminedSentences {
  std::size_t looked = 0, translated = 0;
};

/// All heads of a trained translator.
ExaminedHeads examine_heads(const LabTranslator& trained, const ExaminedSentences& sentences);

/// Of three trainings with seeds from options.seed on, two if quick; once a program, for both claims, with
/// the seconds that they took.
struct ExaminedTrainings {
  std::vector<ExaminedHeads> all{};
  double seconds = 0;
};
const ExaminedTrainings& examined_trainings(const LabOptions& options);

// What they say of the claims.

/// C13, specialisation.cpp. Two judgements, each of every training, then together().
/// Alignment: the best head of cross-attention is at a source word of the next one surely in more than half
/// of all cases and more than twice as often as by chance, and right at all of the documents' words.
/// Specialisation: a head of self-attention surely gives more than half of its weight to the token before; of
/// cross-attention one head is at the next word, another at the last one, each surely in more than half of
/// all cases and oftener than the other.
Finding found_of_alignment(const std::vector<ExaminedHeads>& trainings);
/// The picture of C13: layer × head, the share of next words of cross-attention, of others the weight on the
/// token before. The heads are all of them, in the order of examine_heads().
std::string picture_of_heads(const ExaminedHeads& examined, std::size_t width);

/// C16, silence.cpp. It holds where in most trainings one of the heads with more than half of their weight on
/// one word, of queries that see at least four keys, surely loses less than a point of BLEU when it is
/// silenced (p_loss below 0.05 after Holm's correction for all of them, as the surest is looked for), in part
/// where in fewer; it does not where in every training each surely loses more; all else is noise, but not
/// measured where no training has such a head.
Finding found_of_silence(const std::vector<ExaminedHeads>& trainings);

}  // namespace heed
