// Larger pieces for the exercises on layers, training and decoding: weights with names, a sub-layer as a
// whole, and the types that their functions take and return. Part of given.hpp.
#pragma once

#include "exercises/learn.hpp"
#include "lib/core/special_ids.hpp"

// The types have a namespace of their own, so that a learner's function with the name of one here is never
// mixed up with it when it is called with one of them.
namespace heed::learn::types {

/// y = x Wᵀ + b: weight (out, in), bias (out).
struct Linear {
  Tensor weight, bias;
};
/// These belong to a layer norm: both (C).
struct Norm {
  Tensor weight, bias;
};
/// These belong to multi-head attention: four projections (C, C).
struct AttentionWeights {
  int heads = 1;
  Linear query, key, value, output;
};

struct EncoderWeights {
  AttentionWeights attention;
  Norm norm1;
  Linear linear1, linear2;  // of the feed-forward network
  Norm norm2;
};

struct DecoderWeights {
  AttentionWeights self_attention;
  Norm norm1;
  AttentionWeights cross_attention;
  Norm norm2;
  Linear linear1, linear2;
  Norm norm3;
};

/// A whole Transformer, as torch.nn.Transformer has it: with a norm behind the last layer of each stack.
struct TransformerWeights {
  Tensor source_embedding, target_embedding;  // (words, C): a row for each word
  std::vector<EncoderWeights> encoder;
  Norm encoder_norm;
  std::vector<DecoderWeights> decoder;
  Norm decoder_norm;
  Linear output;  // to the words of the target: weight (words, C)
};

enum class Mode { training, evaluation };

/// A block as language models have it today, without biases: projections are weights (out, in). `heads` query
/// heads of width d share `groups` heads of keys and values.
struct ModernBlock {
  int heads = 1, groups = 1;
  Tensor norm1, norm2;    // (C): of the RMS norms
  Tensor query, output;   // (heads · d, C), (C, heads · d)
  Tensor key, value;      // (groups · d, C)
  Tensor gate, up, down;  // (F, C), (F, C), (C, F): of SwiGLU
};

/// Dropout with its coin tosses given: in `keep` 1 = keep, 0 = drop.
struct Dropout {
  double p = 0;  // the probability of dropping
  Mode mode = Mode::evaluation;
  Tensor keep_attention{}, keep_feed_forward{};  // (T, C): for the result of each sub-layer
};

struct AdamOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9, beta2 = 0.999;
  double eps = 1e-8;
};

/// Adam remembers of one parameter: m, v (zeros of its shape at first) and how many steps were made.
struct AdamState {
  Tensor mean, square;
  int steps = 0;
};

/// A parameter with the gradient that backward has added up so far.
struct Parameter {
  Tensor value, gradient;
};

/// A model that is trained: what a script in PyTorch calls model, loss, optimizer and scheduler.
struct Training {
  std::vector<Parameter> parameters{};
  /// Forward and backward: returns the mean of −log p(label) over all labels but those that are `ignore`, and
  /// *adds* its gradients to those of the parameters. inputs, labels (B, T).
  std::function<double(std::vector<Parameter>& parameters, const std::vector<std::vector<int>>& inputs,
                       const std::vector<std::vector<int>>& labels, int ignore)>
      forward_backward{};
  int pad = 0;                        // fills up short sentences
  double max_norm = 1;                // of all gradients together
  int steps = 0;                      // made so far
  std::function<double(int)> rate{};  // the schedule: the learning rate of step 1, 2, 3 …
  AdamOptions adam{};                 // its learning_rate is that of the last step
  std::vector<AdamState> states{};    // one for each parameter
};

/// The ids of the tokens that are no words: the same as everywhere.
using heed::SpecialIds;

struct SearchOptions {
  int bos = SpecialIds().bos, eos = SpecialIds().eos;
  int max_length = 20;  // tokens at most, <bos> and <eos> not counted
  int beam = 4;         // beam search: candidates kept in each step
  int n_best = 1;       // beam search: hypotheses to return
  double alpha = 0.6;   // beam search: exponent of the length penalty
};

struct SamplingOptions {
  double temperature = 1;  // logits are divided by it
  int top_k = 0;           // only the k most probable tokens; 0: all
  double top_p = 1;        // only the fewest tokens that together have this probability; 1: all
};

/// Keys and values of the tokens so far of one attention: (T, C) each, (0, C) at first.
struct KeyValueCache {
  Tensor keys, values;
};

/// The weights of a model by name, as a file of them holds them.
using NamedTensors = std::map<std::string, Tensor>;

/// Text with words hidden: what the model sees, where words were chosen, and what stood there.
struct MaskedText {
  std::vector<int> tokens{}, places{}, words{};
};

/// Rows of equal length: what a language model reads, and the token that it must say at each place.
struct NextTokenBatch {
  std::vector<std::vector<int>> inputs{}, targets{};
};

/// The gates i, f, g, o stand below each other, as in PyTorch: input (4H, C), hidden (4H, H), bias (4H).
struct LstmWeights {
  Tensor input, hidden, bias;
};
/// (H) each.
struct LstmState {
  Tensor hidden, cell;
};

struct Hypothesis {
  std::vector<int> tokens{};   // without <bos> and <eos>
  double log_probability = 0;  // of all tokens, <eos> included if it was produced
  double score = 0;            // log_probability / length penalty
};

}  // namespace heed::learn::types

namespace heed::learn::given {

using namespace heed::learn::types;

Tensor linear(const Tensor& x, const Linear& weights);
Tensor layer_norm(const Tensor& x, const Norm& weights, double eps = 1e-5);
/// max(0, x W₁ᵀ + b₁) W₂ᵀ + b₂: (T, C) -> (T, C).
Tensor feed_forward(const Tensor& x, const Linear& first, const Linear& second);
/// query (Tq, C) attends to memory (Tk, C) with each head; the heads' results side by side go through
/// `output`: (Tq, C). mask (Tq, Tk): 1 = may attend, 0 = may not. A query that may attend to nothing gives
/// the bias of `output`.
Tensor multi_head_attention(const Tensor& query, const Tensor& memory, const AttentionWeights& weights,
                            const Tensor& mask);
/// The paper's layers, without dropout. x (T, C), memory (S, C), mask (T, T), memory_mask (T, S): 1 = may
/// attend, 0 = may not -> (T, C). A decoder's mask is the causal one.
Tensor encoder_layer(const Tensor& x, const Tensor& mask, const EncoderWeights& weights);
Tensor decoder_layer(const Tensor& x, const Tensor& memory, const Tensor& mask, const Tensor& memory_mask,
                     const DecoderWeights& weights);
/// Moves the parameter by one step of Adam, and counts that step in `state`.
void adam_step(Tensor& parameter, const Tensor& gradient, AdamState& state, const AdamOptions& options);

}  // namespace heed::learn::given
