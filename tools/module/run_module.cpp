#include "tools/module/run_module.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "autograd/ops.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "nn/decoder.hpp"
#include "tools/module/torch_masks.hpp"

namespace heed {
namespace {

/// nn.Transformer has no embeddings: two stacks and nothing else.
class Stacks : public Module {
  ModuleSettings settings_;

 public:
  Stacks(const ModuleSettings& settings, Rng& rng) : Module(rng), settings_(settings) {}
  Encoder encoder = child("encoder", Encoder(settings_.layer, settings_.encoder, initial()));
  Decoder decoder = child("decoder", Decoder(settings_.layer, settings_.decoder, initial()));
};

/// One call: reads inputs and masks in PyTorch's layout, hands them out as (B, T, C), collects results.
class Session {
 public:
  Session(const ModuleSettings& settings, const StateDict& weights, const Safetensors& inputs)
      : settings_(settings), weights_(weights), inputs_(inputs) {
    // random blocks are drawn for as many tokens as there can be
    for (const Tensor& tensor : inputs.tensors) {
      for (const std::int64_t length : tensor.shape)
        settings_.layer.max_length = std::max(settings_.layer.max_length, length);
    }
    settings_.attention.max_length = settings_.layer.max_length;
  }

  std::vector<Tensor> run();

 private:
  bool has(const std::string& name) const { return inputs_.find(name) != nullptr; }
  void require_known(std::initializer_list<const char*> names) const;
  /// The input as a leaf, in the layout (B, T, C).
  Variable input(const std::string& name, std::int64_t width);
  MultiheadAttention::Call call(const Variable& query, const Variable& key, const MaskNames& names) const;
  Variable encode(const Encoder& encoder, const Variable& x);
  Variable decode(const Decoder& decoder, const Variable& x, const Variable& memory);
  Variable attention(const MultiheadAttention& module);
  /// Loads the weights, runs, and with grad_output goes backward.
  template <typename M, typename Forward>
  void finish(const M& module, Forward forward);
  void put(const std::string& name, const Array& value);

  MaskNames self_masks(const std::string& of) const {
    return {of == "src" && has("mask") ? "mask" : of + "_mask", of + "_key_padding_mask"};
  }
  static MaskNames memory_masks() { return {"memory_mask", "memory_key_padding_mask"}; }

  ModuleSettings settings_;
  const StateDict& weights_;
  const Safetensors& inputs_;
  std::vector<std::pair<std::string, Variable>> leaves_;
  std::optional<bool> batched_;
  std::vector<Tensor> results_;
};

void Session::put(const std::string& name, const Array& value) {
  results_.push_back(make_tensor(name, {value.shape().begin(), value.shape().end()}, value.values()));
}

void Session::require_known(std::initializer_list<const char*> names) const {
  for (const Tensor& tensor : inputs_.tensors) {
    if (tensor.name != "grad_output" && std::ranges::find(names, tensor.name) == names.end()) {
      throw_error<Error>("the inputs hold '{}', which this module does not take: it takes {} and grad_output",
                         tensor.name, fmt::join(names, ", "));
    }
  }
}

Variable Session::input(const std::string& name, std::int64_t width) {
  const Tensor* tensor = inputs_.find(name);
  if (tensor == nullptr) throw_error<Error>("the inputs have no tensor {}", name);
  const Array value(Shape(std::span(tensor->shape)), float_values<Scalar>(*tensor));
  const bool batched = value.rank() == 3;
  if ((value.rank() != 2 && !batched) || value.dim(-1) != width) {
    throw_error<Error>(
        "the input {} has the shape {}: must be {} or (T, {})", name, value.shape(),
        settings_.batch_first ? fmt::format("(B, T, {})", width) : fmt::format("(T, B, {})", width), width);
  }
  if (batched_.value_or(batched) != batched)
    throw_error<Error>("the input {} has {} axes, the one before it has not", name, value.rank());
  batched_ = batched;
  const Variable leaf = Variable::parameter(value, name);
  leaves_.emplace_back(name, leaf);
  if (!batched) return reshape(leaf, {1, value.dim(0), width});
  return settings_.batch_first ? leaf : permute(leaf, {1, 0, 2});
}

MultiheadAttention::Call Session::call(const Variable& query, const Variable& key,
                                       const MaskNames& names) const {
  const AttentionMasks masks = torch_masks(
      inputs_, names,
      {.batch = query.dim(0), .heads = settings_.layer.heads, .queries = query.dim(1), .keys = key.dim(1)});
  return {.mask = masks.mask, .bias = masks.bias};
}

Variable Session::encode(const Encoder& encoder, const Variable& x) {
  return encoder(x, call(x, x, self_masks("src")));
}

Variable Session::decode(const Decoder& decoder, const Variable& x, const Variable& memory) {
  return decoder(x, memory, call(x, x, self_masks("tgt")), call(x, memory, memory_masks()));
}

Variable Session::attention(const MultiheadAttention& module) {
  const std::int64_t d = settings_.layer.d_model;
  const auto width = [d](std::int64_t given) { return given == 0 ? d : given; };
  const Variable query = input("query", d);
  const Variable key = has("key") ? input("key", width(settings_.attention.kdim)) : query;
  const Variable value = has("value") ? input("value", width(settings_.attention.vdim)) : key;
  MultiheadAttention::Call how = call(query, key, {"attn_mask", "key_padding_mask"});
  Array weights;
  how.weights = &weights;
  const Variable y = module(query, key, value, how);
  if (!weights.defined()) return y;     // linear attention has none
  Array averaged = mean(weights, {1});  // (B, Tq, Tk)
  if (!*batched_) {
    averaged = averaged.reshape(averaged.shape().tail(1));
    weights = weights.reshape(weights.shape().tail(1));
  }
  put("attn_weights", averaged);
  put("attn_weights_per_head", weights);
  return y;
}

template <typename M, typename Forward>
void Session::finish(const M& module, Forward forward) {
  module.load_state_dict(weights_);
  Variable y = forward(module);
  if (!*batched_) {
    y = reshape(y, y.shape().tail(1));
  } else if (!settings_.batch_first) {
    y = permute(y, {1, 0, 2});
  }
  put("output", y.value());
  const Tensor* upstream = inputs_.find("grad_output");
  if (upstream == nullptr) return;
  const Shape shape(std::span(upstream->shape));
  if (shape != y.shape())
    throw_error<Error>("grad_output has the shape {}: must be that of the output, {}", shape, y.shape());
  y.backward({.gradient = Array(shape, float_values<Scalar>(*upstream))});
  const auto put_gradient = [&](const std::string& name, const Variable& of) {
    put("grad." + name, of.grad().defined() ? of.grad() : Array::zeros(of.shape()));
  };
  for (const auto& [name, leaf] : leaves_) put_gradient(name, leaf);
  for (const auto& [name, parameter] : module.named_parameters()) put_gradient(name, parameter);
}

std::vector<Tensor> Session::run() {
  const ModuleSettings& s = settings_;
  Rng rng(0);
  const std::int64_t d = s.layer.d_model;
  const auto take_source = [&] { return input("src", d); };
  const auto take_target = [&] { return input("tgt", d); };
  if (s.kind == ModuleKind::multihead_attention) {
    require_known({"query", "key", "value", "attn_mask", "key_padding_mask"});
    finish(MultiheadAttention(d, s.layer.heads, rng, s.attention),
           [&](const auto& m) { return attention(m); });
  } else if (s.kind == ModuleKind::encoder || s.kind == ModuleKind::encoder_layer) {
    require_known({"src", "src_mask", "mask", "src_key_padding_mask"});
    if (s.kind == ModuleKind::encoder) {
      finish(Encoder(s.layer, s.encoder, rng), [&](const auto& m) { return encode(m, take_source()); });
    } else {
      finish(EncoderLayer(s.layer, rng), [&](const auto& m) {
        const Variable x = take_source();
        return m(x, call(x, x, self_masks("src")));
      });
    }
  } else if (s.kind == ModuleKind::transformer) {
    require_known({"src", "tgt", "src_mask", "tgt_mask", "memory_mask", "src_key_padding_mask",
                   "tgt_key_padding_mask", "memory_key_padding_mask"});
    finish(Stacks(s, rng), [&](const Stacks& m) {
      const Variable memory = encode(m.encoder, take_source());
      return decode(m.decoder, take_target(), memory);
    });
  } else {
    require_known(
        {"tgt", "memory", "tgt_mask", "memory_mask", "tgt_key_padding_mask", "memory_key_padding_mask"});
    const auto take_memory = [&] { return input("memory", d); };
    if (s.kind == ModuleKind::decoder) {
      finish(Decoder(s.layer, s.decoder, rng), [&](const auto& m) {
        const Variable x = take_target();
        return decode(m, x, take_memory());
      });
    } else {
      finish(DecoderLayer(s.layer, rng), [&](const auto& m) {
        const Variable x = take_target(), memory = take_memory();
        return m(x, memory, call(x, x, self_masks("tgt")), call(x, memory, memory_masks()));
      });
    }
  }
  return std::move(results_);
}

}  // namespace

std::vector<Tensor> run_module(const ModuleSettings& settings, const StateDict& weights,
                               const Safetensors& inputs) {
  return Session(settings, weights, inputs).run();
}

}  // namespace heed
