// The forward pass of a real Transformer for one sentence, with a learner's attention in it.
#pragma once

#include <algorithm>
#include <vector>

#include "autograd/ops.hpp"
#include "exercises/demos/real_models.hpp"
#include "models/transformer.hpp"

namespace heed::grading {

using learn::to_tensor;

inline Tensor identity(int size) {
  Tensor one({size, size});
  for (int i = 0; i < size; ++i) one(i, i) = 1;
  return one;
}

/// The model's forward pass for one sentence, with another attention. Rows are positions: (T, C).
class Forward {
 public:
  Forward(const Transformer& model, const AttentionFunction& attention)
      : model_(model), attention_(attention) {}

  /// The last inputs of one attention of the model.
  struct Seen {
    const MultiheadAttention* layer;
    int heads;
    Tensor from, to;  // (Tq, C), (Tk, C)
  };
  const Seen& seen_by(const MultiheadAttention& layer) const {
    return *std::ranges::find(seen_, &layer, &Seen::layer);
  }

  /// Memory (T, C) of the source's ids.
  Variable encode(const std::vector<std::int32_t>& source) {
    Variable x = embedded(model_.source_embedding, source);
    for (const EncoderLayer& layer : model_.encoder.layers) {
      const Variable h = layer.norm1(x + attend(layer.self_attn, x, x, Tensor()));
      x = layer.norm2(h + layer.linear2(relu(layer.linear1(h))));
    }
    return (*model_.encoder.norm)(x);
  }

  /// Logits (T, V) of the next token at each position.
  Variable decode(const std::vector<std::int32_t>& target, const Variable& memory) {
    Variable x = embedded(model_.target_embedding, target);
    const Tensor causal = learn::given::causal_mask(static_cast<int>(target.size()));
    for (const DecoderLayer& layer : model_.decoder.layers) {
      const Variable h = layer.norm1(x + attend(layer.self_attn, x, x, causal));
      const Variable z = layer.norm2(h + attend(layer.multihead_attn, h, memory, Tensor()));
      x = layer.norm3(z + layer.linear2(relu(layer.linear1(z))));
    }
    return model_.generator((*model_.decoder.norm)(x));
  }

  int calls() const { return calls_; }
  /// The weights of each head of the last layer's cross-attention: (Tq, Tk), as the function gives them for
  /// values of which each is another row of the identity.
  const std::vector<Tensor>& cross() const { return cross_; }

 private:
  Variable embedded(const Embedding& embedding, const std::vector<std::int32_t>& ids) const {
    const auto length = static_cast<std::int64_t>(ids.size());
    const Variable x = model_.position(embedding(Tokens({1, length}, ids)));
    return reshape(x, {length, -1});
  }

  Variable attend(const MultiheadAttention& m, const Variable& from, const Variable& to, const Tensor& mask) {
    const std::int64_t width = model_.options().layer.d_model, heads = model_.options().layer.heads,
                       d = width / heads;
    const auto project = [&](const Variable& x, std::int64_t part) {
      return linear(x, m.in_proj_weight, m.in_proj_bias, {.begin = part * width, .end = (part + 1) * width});
    };
    const Variable query = project(from, 0), key = project(to, 1), value = project(to, 2);
    std::erase_if(seen_, [&](const Seen& one) { return one.layer == &m; });
    seen_.push_back({&m, static_cast<int>(heads), to_tensor(from.value()), to_tensor(to.value())});
    const bool crosses = &m == &model_.decoder.layers.back().multihead_attn;
    if (crosses) cross_.clear();
    std::vector<Variable> outputs;
    for (std::int64_t h = 0; h < heads; ++h) {
      const auto head = [&](const Variable& x) { return to_tensor(slice(x, 1, h * d, (h + 1) * d).value()); };
      outputs.emplace_back(learn::to_array(attention_(head(query), head(key), head(value), mask)));
      ++calls_;
      if (crosses)
        cross_.push_back(attention_(head(query), head(key), identity(static_cast<int>(key.dim(0))), mask));
    }
    return m.out_proj(concat(outputs, 1));
  }

  const Transformer& model_;
  const AttentionFunction& attention_;
  int calls_ = 0;
  std::vector<Seen> seen_;
  std::vector<Tensor> cross_;
};

AttentionProbe probe_of(const Forward::Seen& seen);

}  // namespace heed::grading
