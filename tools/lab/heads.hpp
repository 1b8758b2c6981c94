// The heads of a trained translator: where each looks, and what is lost without it.
#pragma once

#include <string>
#include <vector>

#include "tools/lab/translator.hpp"

namespace heed {

enum class HeadPlace { encoder, decoder, cross };

struct HeadFacts {
  HeadPlace place = HeadPlace::encoder;
  std::int64_t layer = 0, head = 0;  // from 0
  double sharpness = 0;              // mean over queries of the largest weight
  double previous = 0;               // mean weight of the token before; of encoder and decoder
  /// Of cross-attention: the share of target words whose largest weight lies on a source word that the
  /// grammar made it from, and that share if the weight lay anywhere.
  double alignment = 0, chance = 0;
  double bleu_without = 0;  // of the test, this head giving 0
  double bleu_alone = 0;    // of the test, all others of its attention giving 0
  /// Mean over sentences of |Σ z · dL/dz|: the gradient of a gate of 1 in front of the head (Michel et al.
  /// 2019, equation 2). L in nats a sentence.
  double importance = 0;
};
/// "encoder 1.3": layer 1, head 3.
std::string head_name(const HeadFacts& facts);

/// All heads, over the first `sentences` test sentences; teacher-forced but for BLEU.
std::vector<HeadFacts> examine_heads(const LabTranslator& trained, std::size_t sentences);

}  // namespace heed
