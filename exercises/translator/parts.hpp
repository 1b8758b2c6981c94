// The functions of the course that a translator is made of: the learner's, and the reference of each, which
// takes its place where the learner's is not there or is not wanted.
#pragma once

#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "exercises/given.hpp"
#include "exercises/translator/part_names.hpp"

namespace heed::translator {

using Rows = std::vector<std::vector<int>>;
using TensorPair = std::pair<Tensor, Tensor>;
using RowsPair = std::pair<Rows, Rows>;
using Next = std::function<Tensor(const Rows&)>;
using Hypotheses = std::vector<given::Hypothesis>;
using Sublayer = std::function<Tensor(const Tensor&)>;

/// Thrown by a function of an exercise.
class PartError : public std::runtime_error {
 public:
  PartError(const std::string& exercise, const std::string& what)
      : std::runtime_error(exercise + ": " + what) {}
};

/// One function of an exercise.
template <typename Result, typename... Arguments>
class PartFunction {
 public:
  using Pointer = Result (*)(Arguments...);
  PartFunction(const char* exercise, Pointer function) : exercise_(exercise), function_(function) {}

  Result operator()(Arguments... arguments) const {
    try {
      return function_(arguments...);
    } catch (const PartError&) {
      throw;
    } catch (const std::exception& error) {
      throw PartError(exercise_, error.what());
    }
  }

 private:
  const char* exercise_;
  Pointer function_;
};

}  // namespace heed::translator

// A function of an exercise: the reference (course_variants), and a pointer to the learner's that their
// object file defines (grading/run/assemble.cpp); null if there is none.
#define HEED_PART(exercise, function, Result, ...)                                           \
  namespace exercise_##exercise::reference {                                                 \
    Result function(__VA_ARGS__);                                                            \
  }                                                                                          \
  extern "C" [[gnu::weak]] Result (*heed_part_##exercise##_##function)(__VA_ARGS__);         \
  namespace heed::translator {                                                               \
  struct exercise##_##function : PartFunction<Result, __VA_ARGS__> {                         \
    explicit exercise##_##function(bool reference)                                           \
        : PartFunction(#exercise, reference || &heed_part_##exercise##_##function == nullptr \
                                      ? exercise_##exercise::reference::function             \
                                      : heed_part_##exercise##_##function) {}                \
    static bool learners() { return &heed_part_##exercise##_##function != nullptr; }         \
  };                                                                                         \
  }

// All of them: the exercise, its function, what that gives and takes.
#define HEED_PARTS(PART)                                                                                     \
  PART(broadcast_gradient, sum_to_shape, Tensor, const Tensor&, const std::vector<int>&)                     \
  PART(matmul_backward, matmul_backward, heed::translator::TensorPair, const Tensor&, const Tensor&,         \
       const Tensor&)                                                                                        \
  PART(matmul_backward, shared_weight_backward, Tensor, const Tensor&, const Tensor&)                        \
  PART(embedding_backward, embedding, Tensor, const Tensor&, const std::vector<int>&)                        \
  PART(embedding_backward, embedding_backward, Tensor, int, const std::vector<int>&, const Tensor&, int)     \
  PART(stable_softmax, softmax, Tensor, const Tensor&)                                                       \
  PART(softmax_backward, softmax_backward, Tensor, const Tensor&, const Tensor&)                             \
  PART(cross_entropy, cross_entropy, double, const Tensor&, const std::vector<int>&, double, int)            \
  PART(cross_entropy, cross_entropy_backward, Tensor, const Tensor&, const std::vector<int>&, double, int,   \
       double)                                                                                               \
  PART(similarity_scores, similarity_scores, Tensor, const Tensor&, const Tensor&)                           \
  PART(similarity_scores, mix_values, Tensor, const Tensor&, const Tensor&)                                  \
  PART(scaling_and_variance, scale_scores, Tensor, const Tensor&, int)                                       \
  PART(scaled_dot_product_attention, scaled_dot_product_attention, Tensor, const Tensor&, const Tensor&,     \
       const Tensor&, const Tensor&)                                                                         \
  PART(attention_backward, grad_value, Tensor, const Tensor&, const Tensor&)                                 \
  PART(attention_backward, attention_backward, given::AttentionGradients, const Tensor&, const Tensor&,      \
       const Tensor&, const Tensor&)                                                                         \
  PART(causal_mask, causal_mask, Tensor, int)                                                                \
  PART(padding_mask, padding_mask_of_ids, Tensor, const std::vector<int>&, int, int)                         \
  PART(padding_mask, padded_weights, Tensor, const Tensor&, const Tensor&)                                   \
  PART(split_and_merge_heads, split_heads, Tensor, const Tensor&, int)                                       \
  PART(split_and_merge_heads, merge_heads, Tensor, const Tensor&)                                            \
  PART(multi_head_attention, multi_head_attention, Tensor, const Tensor&, const Tensor&, const Tensor&,      \
       const Tensor&, const Tensor&, const Tensor&, int)                                                     \
  PART(cross_attention, cross_attention, Tensor, const Tensor&, const Tensor&, const Tensor&, const Tensor&, \
       const Tensor&, const Tensor&, const Tensor&, const Tensor&, int)                                      \
  PART(sinusoidal_encoding, sinusoidal_encoding, Tensor, int, int)                                           \
  PART(sinusoidal_encoding, add_positions, Tensor, const Tensor&, const Tensor&)                             \
  PART(layer_norm, layer_norm, Tensor, const Tensor&, const Tensor&, const Tensor&, double)                  \
  PART(layer_norm, layer_norm_backward, Tensor, const Tensor&, const Tensor&, double, const Tensor&)         \
  PART(layer_norm, layer_norm_parameter_gradients, heed::translator::TensorPair, const Tensor&, double,      \
       const Tensor&)                                                                                        \
  PART(feed_forward, feed_forward, Tensor, const Tensor&, const given::Linear&, const given::Linear&)        \
  PART(feed_forward, feed_forward_backward, Tensor, const Tensor&, const given::Linear&,                     \
       const given::Linear&, const Tensor&)                                                                  \
  PART(residual_and_norm, post_norm, Tensor, const Tensor&, const heed::translator::Sublayer&,               \
       const given::Norm&)                                                                                   \
  PART(encoder_layer, encoder_layer, Tensor, const Tensor&, const Tensor&, const given::EncoderWeights&,     \
       const given::Dropout&)                                                                                \
  PART(decoder_layer, decoder_layer, Tensor, const Tensor&, const Tensor&, const Tensor&,                    \
       const given::DecoderWeights&)                                                                         \
  PART(transformer, transformer, Tensor, const std::vector<int>&, const std::vector<int>&,                   \
       const given::TransformerWeights&, int)                                                                \
  PART(shift_target, shift_target, heed::translator::RowsPair, const heed::translator::Rows&,                \
       const given::SpecialIds&)                                                                             \
  PART(adam_step, learning_rate, double, int, int, int, double)                                              \
  PART(adam_step, adam_step, void, Tensor&, const Tensor&, given::AdamState&, const given::AdamOptions&)     \
  PART(train_step, train_step, double, given::Training&, const heed::translator::Rows&)                      \
  PART(greedy_decoding, greedy_decoding, heed::translator::Rows, const heed::translator::Next&, int,         \
       const given::SearchOptions&)                                                                          \
  PART(beam_search, beam_search, heed::translator::Hypotheses, const heed::translator::Next&,                \
       const given::SearchOptions&)                                                                          \
  PART(bleu, bleu, double, const heed::translator::Rows&, const heed::translator::Rows&)

HEED_PARTS(HEED_PART)

namespace heed::translator {

/// All of them. `by_reference` names exercises whose functions are to be the references.
class Parts {
  std::set<std::string> by_reference_;
  bool by(const char* exercise) const { return by_reference_.contains(exercise); }

 public:
  explicit Parts(std::set<std::string> by_reference) : by_reference_(std::move(by_reference)) {}
  static Parts references() {
    std::set<std::string> all(part_names.begin(), part_names.end());
    all.insert(elective_names.begin(), elective_names.end());
    return Parts(std::move(all));
  }

#define HEED_PART_MEMBER(exercise, function, ...) exercise##_##function function{by(#exercise)};
  HEED_PARTS(HEED_PART_MEMBER)
#undef HEED_PART_MEMBER
};

}  // namespace heed::translator
