// A Transformer that is trained in a second and then runs with a learner's attention in place of its own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "exercises/learn.hpp"

namespace heed::demos {

/// softmax(Q Kᵀ / √d_k, masked) V: query (Tq, Dk), key (Tk, Dk), value (Tk, Dv), mask (Tq, Tk) with 1 = may
/// attend, or empty: all may -> (Tq, Dv).
using AttentionFunction = std::function<learn::Tensor(const learn::Tensor& query, const learn::Tensor& key,
                                                      const learn::Tensor& value, const learn::Tensor& mask)>;

struct ToyTranslation {
  std::string korean, english;
  bool right = false;       // whether the English is word for word what it should be
  int attention_calls = 0;  // one for each head of each layer and each token written
};

/// Trains one encoder and one decoder layer, two heads each, on simple sentences made of four subjects, six
/// objects and four verbs; then translates sentences that were left out of training, 나는 사과를 좋아한다
/// first. All attention of the translation is computed by `attention`.
std::vector<ToyTranslation> translate_with(const AttentionFunction& attention);

}  // namespace heed::demos
