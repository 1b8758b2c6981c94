// The heads of a trained translator: where each looks, and what is lost without it.
#pragma once

#include <string>
#include <vector>

#include "tools/compare/significance.hpp"
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
  double sharpness = 0;              // mean over queries of the largest weight
  double previous = 0;               // mean weight of the token before; of encoder and decoder
  /// Of cross-attention: the share of target words whose largest weight lies on a source word that the
  /// grammar made it from (95 %, over sentences), and that share if the weight lay anywhere.
  MeanInterval alignment{};
  double chance = 0;
  /// Of the test: BLEU with this head giving 0, less that with all; p after Holm's correction for all heads.
  BleuDifference silenced{};
  double bleu_alone = 0;  // of the test, all others of its attention giving 0
  /// Mean over sentences of |Σ z · dL/dz|: the gradient of a gate of 1 in front of the head (Michel et al.
  /// 2019, equation 2). L in nats a sentence.
  double importance = 0;
  std::vector<ExampleWord> example{};  // of cross-attention
};
/// "encoder 1.3": layer 1, head 3.
std::string head_name(const HeadFacts& facts);

struct ExaminedHeads {
  std::vector<HeadFacts> heads{};
  double bleu = 0;  // with all of them
};

/// All heads, over the first `sentences` test sentences; teacher-forced but for BLEU.
ExaminedHeads examine_heads(const LabTranslator& trained, std::size_t sentences);

// What they say of the claims, head_claims.cpp.

/// C13: two heads of cross-attention, one at the right words more than twice as often as by chance, another
/// less than half as often as that one, both with their intervals.
Finding found_of_alignment(const ExaminedHeads& examined);
/// C16: where heads with more than half of their weight on one word are silenced and BLEU stays, of those the
/// one of which that is surest is named. It holds if less than a point of BLEU is lost without this one,
/// beyond doubt (p_loss below 0.05 after Holm's correction for all such heads); if that cannot be said, more
/// may be lost than can be told from here.
Finding found_of_silence(const ExaminedHeads& examined);

}  // namespace heed
