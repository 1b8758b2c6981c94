// The functions of the course that a translator is made of: the learner's, and the reference of each, which
// takes its place where the learner's is not there or is not wanted.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <set>
#include <span>
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

/// The exercises whose functions are running, the outermost first: a signal's handler may ask.
class Running {
 public:
  explicit Running(const char* exercise) {
    if (depth_ < names_.size()) names_[depth_] = exercise;
    ++depth_;
  }
  ~Running() { --depth_; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  static std::span<const char* const> names() {
    return {names_.data(), std::min(depth_.load(), names_.size())};
  }

 private:
  inline static std::array<const char*, 16> names_{};
  inline static std::atomic<std::size_t> depth_ = 0;
};

/// One function of an exercise.
template <typename Result, typename... Arguments>
class PartFunction {
 public:
  using Pointer = Result (*)(Arguments...);
  PartFunction(const char* exercise, Pointer function) : exercise_(exercise), function_(function) {}

  Result operator()(Arguments... arguments) const {
    const Running running(exercise_);
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
// object file defines (grading/compile/assemble.cpp); null if there is none.
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

HEED_PART(topological_order, backward_order, std::vector<int>, const std::vector<std::vector<int>>&, int)
HEED_PART(broadcast_gradient, sum_to_shape, Tensor, const Tensor&, const std::vector<int>&)
HEED_PART(matmul_backward, matmul_backward, heed::translator::TensorPair, const Tensor&, const Tensor&,
          const Tensor&)
HEED_PART(matmul_backward, shared_weight_backward, Tensor, const Tensor&, const Tensor&)
HEED_PART(embedding_backward, embedding, Tensor, const Tensor&, const std::vector<int>&)
HEED_PART(embedding_backward, embedding_backward, Tensor, int, const std::vector<int>&, const Tensor&, int)
HEED_PART(stable_softmax, softmax, Tensor, const Tensor&)
HEED_PART(softmax_backward, softmax_backward, Tensor, const Tensor&, const Tensor&)
HEED_PART(log_sum_exp, log_sum_exp, Tensor, const Tensor&, int)
HEED_PART(cross_entropy, cross_entropy, double, const Tensor&, const std::vector<int>&, double, int)
HEED_PART(cross_entropy, cross_entropy_backward, Tensor, const Tensor&, const std::vector<int>&, double, int,
          double)
HEED_PART(similarity_scores, similarity_scores, Tensor, const Tensor&, const Tensor&)
HEED_PART(similarity_scores, mix_values, Tensor, const Tensor&, const Tensor&)
HEED_PART(scaling_and_variance, scale_scores, Tensor, const Tensor&, int)
HEED_PART(scaled_dot_product_attention, scaled_dot_product_attention, Tensor, const Tensor&, const Tensor&,
          const Tensor&, const Tensor&)
HEED_PART(attention_backward, grad_value, Tensor, const Tensor&, const Tensor&)
HEED_PART(attention_backward, attention_backward, given::AttentionGradients, const Tensor&, const Tensor&,
          const Tensor&, const Tensor&)
HEED_PART(causal_mask, causal_mask, Tensor, int)
HEED_PART(padding_mask, padding_mask_of_ids, Tensor, const std::vector<int>&, int, int)
HEED_PART(masked_row, masked_weights, Tensor, const Tensor&, const Tensor&)
HEED_PART(masked_row, masked_weights_backward, Tensor, const Tensor&, const Tensor&, const Tensor&)
HEED_PART(split_and_merge_heads, split_heads, Tensor, const Tensor&, int)
HEED_PART(split_and_merge_heads, merge_heads, Tensor, const Tensor&)
HEED_PART(multi_head_attention, multi_head_attention, Tensor, const Tensor&, const Tensor&, const Tensor&,
          const Tensor&, const Tensor&, const Tensor&, int)
HEED_PART(sinusoidal_encoding, sinusoidal_encoding, Tensor, int, int)
HEED_PART(sinusoidal_encoding, add_positions, Tensor, const Tensor&, const Tensor&)
HEED_PART(layer_norm, layer_norm, Tensor, const Tensor&, const Tensor&, const Tensor&, double)
HEED_PART(layer_norm, layer_norm_backward, Tensor, const Tensor&, const Tensor&, double, const Tensor&)
HEED_PART(layer_norm, layer_norm_parameter_gradients, heed::translator::TensorPair, const Tensor&, double,
          const Tensor&)
HEED_PART(feed_forward, feed_forward, Tensor, const Tensor&, const given::Linear&, const given::Linear&)
HEED_PART(feed_forward, feed_forward_backward, Tensor, const Tensor&, const given::Linear&,
          const given::Linear&, const Tensor&)
HEED_PART(residual_and_norm, post_norm, Tensor, const Tensor&, const heed::translator::Sublayer&,
          const given::Norm&)
HEED_PART(encoder_layer, encoder_layer, Tensor, const Tensor&, const Tensor&, const given::EncoderWeights&,
          const given::Dropout&)
HEED_PART(decoder_layer, decoder_layer, Tensor, const Tensor&, const Tensor&, const Tensor&,
          const given::DecoderWeights&)
HEED_PART(shift_target, shift_target, heed::translator::RowsPair, const heed::translator::Rows&,
          const given::SpecialIds&)
HEED_PART(warmup_schedule, learning_rate, double, int, int, int, double)
HEED_PART(adam_step, adam_step, void, Tensor&, const Tensor&, given::AdamState&, const given::AdamOptions&)
HEED_PART(greedy_decoding, greedy_decoding, heed::translator::Rows, const heed::translator::Next&, int,
          const given::SearchOptions&)
HEED_PART(beam_search, beam_search, heed::translator::Hypotheses, const heed::translator::Next&,
          const given::SearchOptions&)
HEED_PART(bleu, bleu, double, const heed::translator::Rows&, const heed::translator::Rows&)

namespace heed::translator {

/// All of them. `by_reference` names exercises whose functions are to be the references.
class Parts {
  std::set<std::string> by_reference_;
  bool by(const char* exercise) const { return by_reference_.contains(exercise); }

 public:
  explicit Parts(std::set<std::string> by_reference) : by_reference_(std::move(by_reference)) {}
  static Parts references() { return Parts({part_names.begin(), part_names.end()}); }

  topological_order_backward_order backward_order{by("topological_order")};
  broadcast_gradient_sum_to_shape sum_to_shape{by("broadcast_gradient")};
  matmul_backward_matmul_backward matmul_backward{by("matmul_backward")};
  matmul_backward_shared_weight_backward shared_weight_backward{by("matmul_backward")};
  embedding_backward_embedding embedding{by("embedding_backward")};
  embedding_backward_embedding_backward embedding_backward{by("embedding_backward")};
  stable_softmax_softmax softmax{by("stable_softmax")};
  softmax_backward_softmax_backward softmax_backward{by("softmax_backward")};
  log_sum_exp_log_sum_exp log_sum_exp{by("log_sum_exp")};
  cross_entropy_cross_entropy cross_entropy{by("cross_entropy")};
  cross_entropy_cross_entropy_backward cross_entropy_backward{by("cross_entropy")};
  similarity_scores_similarity_scores similarity_scores{by("similarity_scores")};
  similarity_scores_mix_values mix_values{by("similarity_scores")};
  scaling_and_variance_scale_scores scale_scores{by("scaling_and_variance")};
  scaled_dot_product_attention_scaled_dot_product_attention attention{by("scaled_dot_product_attention")};
  attention_backward_grad_value grad_value{by("attention_backward")};
  attention_backward_attention_backward attention_backward{by("attention_backward")};
  causal_mask_causal_mask causal_mask{by("causal_mask")};
  padding_mask_padding_mask_of_ids padding_mask_of_ids{by("padding_mask")};
  masked_row_masked_weights masked_weights{by("masked_row")};
  masked_row_masked_weights_backward masked_weights_backward{by("masked_row")};
  split_and_merge_heads_split_heads split_heads{by("split_and_merge_heads")};
  split_and_merge_heads_merge_heads merge_heads{by("split_and_merge_heads")};
  multi_head_attention_multi_head_attention multi_head_attention{by("multi_head_attention")};
  sinusoidal_encoding_sinusoidal_encoding sinusoidal_encoding{by("sinusoidal_encoding")};
  sinusoidal_encoding_add_positions add_positions{by("sinusoidal_encoding")};
  layer_norm_layer_norm layer_norm{by("layer_norm")};
  layer_norm_layer_norm_backward layer_norm_backward{by("layer_norm")};
  layer_norm_layer_norm_parameter_gradients layer_norm_parameter_gradients{by("layer_norm")};
  feed_forward_feed_forward feed_forward{by("feed_forward")};
  feed_forward_feed_forward_backward feed_forward_backward{by("feed_forward")};
  residual_and_norm_post_norm post_norm{by("residual_and_norm")};
  encoder_layer_encoder_layer encoder_layer{by("encoder_layer")};
  decoder_layer_decoder_layer decoder_layer{by("decoder_layer")};
  shift_target_shift_target shift_target{by("shift_target")};
  warmup_schedule_learning_rate learning_rate{by("warmup_schedule")};
  adam_step_adam_step adam_step{by("adam_step")};
  greedy_decoding_greedy_decoding greedy_decoding{by("greedy_decoding")};
  beam_search_beam_search beam_search{by("beam_search")};
  bleu_bleu bleu{by("bleu")};
};

}  // namespace heed::translator
