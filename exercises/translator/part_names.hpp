// The exercises whose functions a translator is made of.
#pragma once

#include <array>

namespace heed::translator {

/// In the order of the course.
inline constexpr std::array part_names{"stable_softmax",
                                       "similarity_scores",
                                       "scaling_and_variance",
                                       "scaled_dot_product_attention",
                                       "causal_mask",
                                       "padding_mask",
                                       "split_and_merge_heads",
                                       "multi_head_attention",
                                       "cross_attention",
                                       "sinusoidal_encoding",
                                       "broadcast_gradient",
                                       "matmul_backward",
                                       "softmax_backward",
                                       "attention_backward",
                                       "cross_entropy",
                                       "layer_norm",
                                       "feed_forward",
                                       "residual_and_norm",
                                       "encoder_layer",
                                       "decoder_layer",
                                       "transformer",
                                       "shift_target",
                                       "adam_step",
                                       "train_step",
                                       "greedy_decoding",
                                       "beam_search"};

/// Electives, for which the references stand in without loss of points.
inline constexpr std::array elective_names{"embedding_backward", "bleu"};

/// Those that compare_attentions() measures and a translator does not need.
inline constexpr std::array attention_names{"sparse_attention_pattern", "linear_attention", "online_softmax"};

}  // namespace heed::translator
