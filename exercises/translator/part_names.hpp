// The exercises whose functions a translator is made of, in the order of the course.
#pragma once

#include <array>

namespace heed::translator {

inline constexpr std::array part_names{"topological_order",
                                       "broadcast_gradient",
                                       "matmul_backward",
                                       "embedding_backward",
                                       "stable_softmax",
                                       "softmax_backward",
                                       "log_sum_exp",
                                       "cross_entropy",
                                       "similarity_scores",
                                       "scaling_and_variance",
                                       "scaled_dot_product_attention",
                                       "attention_backward",
                                       "causal_mask",
                                       "padding_mask",
                                       "masked_row",
                                       "split_and_merge_heads",
                                       "multi_head_attention",
                                       "sinusoidal_encoding",
                                       "layer_norm",
                                       "feed_forward",
                                       "residual_and_norm",
                                       "encoder_layer",
                                       "decoder_layer",
                                       "shift_target",
                                       "warmup_schedule",
                                       "adam_step",
                                       "greedy_decoding",
                                       "beam_search",
                                       "bleu"};

/// Those that compare_attentions() measures and a translator does not need.
inline constexpr std::array attention_names{"sparse_attention_pattern", "linear_attention", "online_softmax"};

}  // namespace heed::translator
