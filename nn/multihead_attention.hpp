// Multi-head attention (Vaswani et al. 2017, section 3.2.2).
#pragma once

#include <optional>

#include "nn/attention_cache.hpp"
#include "nn/attention_spec.hpp"

namespace heed::inline HEED_PRECISION {

/// head_i = attention(Q Wq_i, K Wk_i, V Wv_i);  output = concat(head_1 … head_h) Wo.
/// Parameters as in torch.nn.MultiheadAttention: in_proj_weight (3C, C) = Wq, Wk, Wv one below the other (or
/// q_proj_weight (C, C), k_proj_weight (C, kdim), v_proj_weight (C, vdim) if keys or values have another
/// width), in_proj_bias (3C), bias_k and bias_v (1, 1, C), out_proj.weight, out_proj.bias. The batch always
/// comes first, and a mask's true means *may attend* (PyTorch: left out).
class MultiheadAttention : public Module {
 public:
  struct Options {
    double dropout = 0;               // of the attention weights, in training mode
    bool bias = true;                 // of all projections
    std::int64_t kdim = 0, vdim = 0;  // width of keys and of values; 0: d_model
    bool add_bias_kv = false;         // a learned key and value behind the others, for everyone to attend to
    bool add_zero_attn = false;       // a key and value of zeros behind those
    /// Counts queries and keys alike from 0: it is made for self-attention, where both are the same
    /// positions. Positions that are added to embeddings are none here.
    AttentionSpec attention{};
    Sides sides = Sides::both;      // whether distances to later keys matter: in a decoder there are none
    std::int64_t max_length = 512;  // tokens a sequence may have for whom random blocks are drawn
    std::uint64_t layer = 0;        // random blocks are others in each
    /// The bias of positions that are added to the scores is a child of this module unless others share it.
    std::optional<DistanceBias> distance_bias{};
    Init out_init = Init::uniform_fan_in;  // of out_proj.weight; the others are Xavier uniform, biases 0
  };
  /// Throws UsageError if `heads` does not divide d_model, and what check_attention() throws.
  MultiheadAttention(std::int64_t d_model, std::int64_t heads, Rng& rng, Options options);
  MultiheadAttention(std::int64_t d_model, std::int64_t heads, Rng& rng)
      : MultiheadAttention(d_model, heads, rng, Options()) {}

  struct Call {
    Mask mask{};  // beside the rules of options.attention
    /// If given, (B, heads, Tq, Tk) are left there; nothing by linear attention, which has none.
    Array* weights = nullptr;
    /// Added to the scores before the softmax: (Tq, Tk) or anything that broadcasts to (B, heads, Tq, Tk). A
    /// constant; PyTorch's masks of floats.
    Array bias{};
  };
  /// query (B, Tq, C), key (B, Tk, kdim), value (B, Tk, vdim) -> (B, Tq, C). One variable given three times
  /// is self-attention. Mask and bias speak of the Tk given keys; the weights show those behind them as well.
  Variable operator()(const Variable& query, const Variable& key, const Variable& value,
                      const Call& call) const;
  Variable operator()(const Variable& query, const Variable& key, const Variable& value) const {
    return (*this)(query, key, value, Call());
  }

  /// Self-attention of the next positions x (B, T, C) over all before them and each other, causally, and as
  /// `call` says; they are appended to the cache. For decoding: no gradients. Throws Error if the cache is
  /// full; UsageError with add_bias_kv or add_zero_attn, which have no place in a cache.
  Variable extend(const Variable& x, AttentionCache& cache, const Call& call) const;
  /// It keeps keys and values of all positions; of linear attention, sums.
  AttentionCache empty_cache(std::int64_t batch, std::int64_t capacity) const;
  /// Keys and values of a memory (B, S, C), computed once for all queries to come. Throws UsageError with
  /// rotary positions: a query here stands at none.
  KeyValueCache project(const Variable& memory) const;
  /// Attention of query (B, Tq, C) to a projected memory.
  Variable attend(const Variable& query, const KeyValueCache& memory, const Call& call) const;

  /// Returns the mask of options.attention, to which a call adds its own.
  const Mask& rules() const { return rules_; }

  Variable in_proj_weight;  // undefined if the next three stand for it
  Variable q_proj_weight, k_proj_weight, v_proj_weight;
  Variable in_proj_bias, bias_k, bias_v;  // undefined if there is none
  /// (2·clip + 1, C / heads) of Shaw's positions: added to keys and values by their clipped distance.
  Variable relative_key, relative_value;
  Linear out_proj;

 private:
  /// Queries, keys and values: columns of one, two or three variables.
  struct Projected {
    Heads query, key, value;
  };
  Projected projected(const Variable& query, const Variable& key, const Variable& value) const;
  /// x (B, T, …) -> (B, T, count·C): by the projections first … first + count - 1 of query, key and value.
  /// Rotary attention turns queries and keys, which stand at `position`, position + 1, …
  Variable project_rows(const Variable& x, std::int64_t first, std::int64_t count,
                        std::int64_t position = 0) const;
  /// Appends the keys and values of add_bias_kv and add_zero_attn; the mask and bias grow to match.
  void add_extra_keys(Projected& p, AttentionOptions& how) const;
  /// The op's options, for queries from `first_query` on.
  AttentionOptions options_for(const Call& call, std::int64_t queries, std::int64_t keys,
                               std::int64_t first_query = 0) const;
  /// Throws UsageError if random blocks are drawn for fewer positions.
  void check_length(std::int64_t length) const;
  /// The heads' results side by side: (B, Tq, C).
  Variable attend_heads(const Projected& p, const AttentionOptions& how) const;
  Variable extend_linear(const Variable& x, LinearCache& cache, const Call& call) const;
  Variable extend_keys(const Variable& x, KeyValueCache& cache, const Call& call) const;
  bool has_extra_keys() const { return options_.add_bias_kv || options_.add_zero_attn; }
  void refuse_extra_keys() const;

  std::int64_t d_model_, heads_;
  Options options_;
  Mask rules_;
  std::optional<DistanceBias> distance_bias_;
};

}  // namespace heed
