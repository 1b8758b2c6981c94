// Multi-head attention (Vaswani et al. 2017, section 3.2.2).
#pragma once

#include "nn/layers.hpp"

namespace heed {

/// Keys and values of positions already seen, so that a new token costs one row: (B, capacity, 2·d_model), of
/// which the first `length` rows are filled. Keys are the first d_model columns, values the others.
struct KeyValueCache {
  Variable key_value;
  std::int64_t length = 0;

  /// Rows of the batch in another order, or several times, or left out: what beam search does with its
  /// hypotheses.
  KeyValueCache select(const std::vector<std::int32_t>& rows) const;
};

/// head_i = attention(Q Wq_i, K Wk_i, V Wv_i);  output = concat(head_1 … head_h) Wo.
/// Parameters as in torch.nn.MultiheadAttention: in_proj_weight (3C, C) = Wq, Wk, Wv one below the other,
/// in_proj_bias, out_proj.weight, out_proj.bias. The batch always comes first, and a mask's true means *may
/// attend* (PyTorch: left out).
class MultiheadAttention : public Module {
 public:
  struct Options {
    double dropout = 0;  // of the attention weights, in training mode
  };
  /// Throws UsageError if `heads` does not divide d_model.
  MultiheadAttention(std::int64_t d_model, std::int64_t heads, Rng& rng, Options options);
  MultiheadAttention(std::int64_t d_model, std::int64_t heads, Rng& rng)
      : MultiheadAttention(d_model, heads, rng, Options()) {}

  struct Call {
    Mask mask{};
    Array* weights = nullptr;  // if given, (B, heads, Tq, Tk) are left there
  };
  /// query (B, Tq, C), key and value (B, Tk, C) -> (B, Tq, C). One variable given three times is
  /// self-attention.
  Variable operator()(const Variable& query, const Variable& key, const Variable& value,
                      const Call& call) const;
  Variable operator()(const Variable& query, const Variable& key, const Variable& value) const {
    return (*this)(query, key, value, Call());
  }

  /// Self-attention of the next positions x (B, T, C) over all before them and each other, causally; they are
  /// appended to the cache. For decoding: no gradients. Throws Error if the cache is full.
  Variable extend(const Variable& x, KeyValueCache& cache, Array* weights = nullptr) const;
  KeyValueCache empty_cache(std::int64_t batch, std::int64_t capacity) const;
  /// Keys and values of a memory (B, S, C), computed once for all queries to come.
  KeyValueCache project(const Variable& memory) const;
  /// Attention of query (B, Tq, C) to a projected memory.
  Variable attend(const Variable& query, const KeyValueCache& memory, const Call& call) const;

  Variable in_proj_weight, in_proj_bias;
  Linear out_proj;

 private:
  Variable heads_of(const Heads& query, const Heads& key, const Heads& value, const Call& call) const;
  Variable project_rows(const Variable& x, std::int64_t first, std::int64_t count) const;

  std::int64_t d_model_, heads_;
  Options options_;
};

}  // namespace heed
