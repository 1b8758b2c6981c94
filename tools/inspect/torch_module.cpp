#include "tools/inspect/torch_module.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "autograd/ops.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "nn/decoder.hpp"

namespace heed {
namespace {

/// nn.Transformer has no embeddings: two stacks and nothing else.
class TorchTransformer : public Module {
  TorchSettings settings_;

 public:
  TorchTransformer(const TorchSettings& settings, Rng& rng) : Module(rng), settings_(settings) {}
  Encoder encoder = child("encoder", Encoder(settings_.layer, settings_.encoder, initial()));
  Decoder decoder = child("decoder", Decoder(settings_.layer, settings_.decoder, initial()));
};

/// One call: reads inputs and masks in PyTorch's layout, hands them out as (B, T, C), collects results.
class TorchCall {
 public:
  TorchCall(const TorchSettings& settings, const StateDict& weights, const Safetensors& inputs)
      : s_(settings), weights_(weights), inputs_(inputs) {}

  std::vector<Tensor> run();

 private:
  bool has(const std::string& name) const { return inputs_.find(name) != nullptr; }
  /// The input as a leaf, in the layout (B, T, C); `width` 0: d_model.
  Variable input(const std::string& name, std::int64_t width = 0);
  MultiheadAttention::Call masked(const Variable& query, const Variable& key, const std::string& mask,
                                  const std::string& padding) const {
    return torch_masks(inputs_, mask, padding, {query.dim(0), s_.layer.heads, query.dim(1), key.dim(1)});
  }
  /// Reads the masks of self-attention, of "src" or "tgt".
  MultiheadAttention::Call masked(const Variable& x, const std::string& of) const {
    return masked(x, x, of == "src" && has("mask") ? "mask" : of + "_mask", of + "_key_padding_mask");
  }
  template <typename M>
  Variable encode(const M& encoder) {
    const Variable x = input("src");
    return encoder(x, masked(x, "src"));
  }
  template <typename M>
  Variable decode(const M& decoder, const Variable& x, const Variable& memory) {
    return decoder(x, memory, masked(x, "tgt"), masked(x, memory, "memory_mask", "memory_key_padding_mask"));
  }
  Variable attend(const MultiheadAttention& module);
  /// Loads the weights, runs, and with grad_output goes backward.
  template <typename M, typename Forward>
  void finish(const M& module, const Forward& forward);
  void put(const std::string& name, const Array& value) {
    results_.push_back(make_tensor(name, {value.shape().begin(), value.shape().end()}, value.values()));
  }

  TorchSettings s_;
  const StateDict& weights_;
  const Safetensors& inputs_;
  std::vector<std::pair<std::string, Variable>> leaves_;
  std::optional<bool> batched_;
  std::vector<Tensor> results_;
};

Variable TorchCall::input(const std::string& name, std::int64_t width) {
  if (width == 0) width = s_.layer.d_model;
  const Tensor* const tensor = inputs_.find(name);
  if (tensor == nullptr) throw_error<Error>("the inputs have no tensor {}", name);
  const Array value(Shape(std::span(tensor->shape)), float_values<Scalar>(*tensor));
  const bool batched = value.rank() == 3;
  if ((value.rank() != 2 && !batched) || value.dim(-1) != width)
    throw_error<Error>("the input {} has the shape {}: must be {} or (T, {})", name, value.shape(),
                       fmt::format(fmt::runtime(s_.batch_first ? "(B, T, {})" : "(T, B, {})"), width), width);
  if (batched_.value_or(batched) != batched)
    throw_error<Error>("the input {} has {} axes, the one before it has not", name, value.rank());
  batched_ = batched;
  const Variable leaf = Variable::parameter(value, name);
  leaves_.emplace_back(name, leaf);
  if (!batched) return reshape(leaf, {1, value.dim(0), width});
  return s_.batch_first ? leaf : permute(leaf, {1, 0, 2});
}

Variable TorchCall::attend(const MultiheadAttention& module) {
  const Variable query = input("query");
  const Variable key = has("key") ? input("key", s_.attention.kdim) : query;
  const Variable value = has("value") ? input("value", s_.attention.vdim) : key;
  MultiheadAttention::Call how = masked(query, key, "attn_mask", "key_padding_mask");
  Array weights;
  how.weights = &weights;
  const Variable y = module(query, key, value, how);
  for (const bool averaged : {true, false}) {
    const Array all = averaged ? mean(weights, {1}) : weights;  // (B, Tq, Tk), (B, H, Tq, Tk)
    put(averaged ? "attn_weights" : "attn_weights_per_head",
        *batched_ ? all : all.reshape(all.shape().tail(1)));
  }
  return y;
}

template <typename M, typename Forward>
void TorchCall::finish(const M& module, const Forward& forward) {
  module.load_state_dict(weights_);
  Variable y = forward(module);
  if (!*batched_)
    y = reshape(y, y.shape().tail(1));
  else if (!s_.batch_first)
    y = permute(y, {1, 0, 2});
  put("output", y.value());
  const Tensor* const upstream = inputs_.find("grad_output");
  if (upstream == nullptr) return;
  const Shape shape(std::span(upstream->shape));
  if (shape != y.shape())
    throw_error<Error>("grad_output has the shape {}: must be that of the output, {}", shape, y.shape());
  y.backward({.gradient = Array(shape, float_values<Scalar>(*upstream))});
  const auto put_gradients = [&](const auto& all) {
    for (const auto& [name, of] : all)
      put("grad." + name, of.grad().defined() ? of.grad() : Array::zeros(of.shape()));
  };
  put_gradients(leaves_);
  put_gradients(module.named_parameters());
}

std::vector<Tensor> TorchCall::run() {
  const std::vector<std::string>& known = s_.module.inputs;
  for (const Tensor& tensor : inputs_.tensors) {
    if (tensor.name != "grad_output" && std::ranges::find(known, tensor.name) == known.end())
      throw_error<Error>("the inputs hold '{}', which this module does not take: it takes {} and grad_output",
                         tensor.name, fmt::join(known, ", "));
  }
  Rng rng(0);
  const auto encoding = [&](const auto& m) { return encode(m); };
  const auto decoding = [&](const auto& m) {
    const Variable x = input("tgt");
    return decode(m, x, input("memory"));
  };
  switch (s_.module.kind) {
    case ModuleKind::multihead_attention:
      finish(MultiheadAttention(s_.layer.d_model, s_.layer.heads, rng, s_.attention),
             [&](const auto& m) { return attend(m); });
      break;
    case ModuleKind::encoder_layer:
      finish(EncoderLayer(s_.layer, rng), encoding);
      break;
    case ModuleKind::encoder:
      finish(Encoder(s_.layer, s_.encoder, rng), encoding);
      break;
    case ModuleKind::decoder_layer:
      finish(DecoderLayer(s_.layer, rng), decoding);
      break;
    case ModuleKind::decoder:
      finish(Decoder(s_.layer, s_.decoder, rng), decoding);
      break;
    case ModuleKind::transformer:
      finish(TorchTransformer(s_, rng), [&](const auto& m) {
        const Variable memory = encode(m.encoder);
        return decode(m.decoder, input("tgt"), memory);
      });
  }
  return std::move(results_);
}

}  // namespace

std::vector<Tensor> run_module(const StateDict& weights, const ModuleArguments& arguments,
                               const Safetensors& inputs) {
  return TorchCall(torch_settings(weights, arguments), weights, inputs).run();
}

}  // namespace heed
