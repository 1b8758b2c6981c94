#include "tools/inspect/torch_module.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
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

/// One mask; its scores have the shape (B, H, Tq, Tk), with 1 for axes that it does not speak of.
MultiheadAttention::Call read_mask(const Tensor& tensor, const Shape& shape) {
  std::vector<std::uint8_t> allowed;
  std::vector<Scalar> added;
  if (is_float(tensor)) {
    for (const Scalar x : float_values<Scalar>(tensor)) {
      const bool left_out = std::isinf(x) && x < 0;
      if (!left_out && !std::isfinite(x))
        throw_error<Error>("{} holds {}: a mask of floats holds -inf and finite numbers", tensor.name, x);
      allowed.push_back(left_out ? 0 : 1);
      added.push_back(left_out ? Scalar{0} : x);
    }
  } else {
    for (const std::int64_t x : integer_values(tensor)) allowed.push_back(x != 0 ? 0 : 1);
  }
  MultiheadAttention::Call masks;
  if (std::ranges::any_of(added, [](Scalar x) { return x != 0; })) masks.bias = Array(shape, added);
  if (std::ranges::any_of(allowed, [](std::uint8_t a) { return a == 0; }))
    masks.mask = Mask::dense(shape, std::move(allowed));
  return masks;
}

/// One call: reads inputs and masks in PyTorch's layout, hands them out as (B, T, C), collects results.
class TorchCall {
  const TorchSettings s_;
  const StateDict& weights_;
  const Safetensors& inputs_;
  std::vector<std::string> taken_{};
  std::vector<std::pair<std::string, Variable>> leaves_{};
  std::optional<bool> batched_{};
  std::vector<Tensor> results_{};

  /// Null where it is not there. The names that are asked for are those that the module takes.
  const Tensor* find(const std::string& name) {
    taken_.push_back(name);
    return inputs_.find(name);
  }
  void put(const std::string& name, const Array& value) {
    results_.push_back(make_tensor(name, {value.shape().begin(), value.shape().end()}, value.values()));
  }
  /// The input as a leaf, in the layout (B, T, C).
  Variable input(const std::string& name, std::int64_t width) {
    const Tensor* const tensor = find(name);
    if (tensor == nullptr) throw_error<Error>("the inputs have no tensor {}", name);
    const Array value(Shape(std::span(tensor->shape)), float_values<Scalar>(*tensor));
    const bool batched = value.rank() == 3;
    if ((value.rank() != 2 && !batched) || value.dim(-1) != width)
      throw_error<Error>("the input {} has the shape {}: must be {} or (T, {})", name, value.shape(),
                         fmt::format(fmt::runtime(s_.batch_first ? "(B, T, {})" : "(T, B, {})"), width),
                         width);
    if (batched_.value_or(batched) != batched)
      throw_error<Error>("the input {} has {} axes, the one before it has not", name, value.rank());
    batched_ = batched;
    const Variable leaf = Variable::parameter(value, name);
    leaves_.emplace_back(name, leaf);
    if (!batched) return reshape(leaf, {1, value.dim(0), width});
    return s_.batch_first ? leaf : permute(leaf, {1, 0, 2});
  }
  Variable input(const std::string& name) { return input(name, s_.layer.d_model); }
  /// Reads the two masks of an attention where they are there: (Tq, Tk) or (B·H, Tq, Tk), and (B, Tk) or
  /// without a batch (Tk,).
  MultiheadAttention::Call masked(const Variable& query, const Variable& key, const std::string& mask,
                                  const std::string& padding) {
    using Forms = std::vector<std::pair<std::vector<std::int64_t>, Shape>>;  // in the file, and of scores
    const std::int64_t batch = query.dim(0), heads = s_.layer.heads, queries = query.dim(1),
                       keys = key.dim(1);
    MultiheadAttention::Call both;
    const auto add = [&](const std::string& name, const Forms& forms) {
      const Tensor* const tensor = find(name);
      if (tensor == nullptr) return;
      const auto form = std::ranges::find(forms, tensor->shape, &Forms::value_type::first);
      if (form == forms.end()) {
        std::string shapes;
        for (const auto& [shape, scores] : forms)
          shapes += (shapes.empty() ? "" : " or ") + shape_text(shape);
        throw_error<Error>("{} has the shape {}: must be {}", name, shape_text(tensor->shape), shapes);
      }
      const MultiheadAttention::Call one = read_mask(*tensor, form->second);
      both.mask = both.mask & one.mask;
      if (one.bias.defined()) both.bias = both.bias.defined() ? both.bias + one.bias : one.bias;
    };
    add(mask, {{{queries, keys}, {1, 1, queries, keys}},
               {{batch * heads, queries, keys}, {batch, heads, queries, keys}}});
    Forms of_keys{{{batch, keys}, {batch, 1, 1, keys}}};
    if (batch == 1) of_keys.push_back({{keys}, {1, 1, 1, keys}});
    add(padding, of_keys);
    return both;
  }
  Variable encode(const auto& encoder) {
    const Variable x = input("src");
    return encoder(x, masked(x, x, find("mask") != nullptr ? "mask" : "src_mask", "src_key_padding_mask"));
  }
  Variable decode(const auto& decoder, const Variable& x, const Variable& memory) {
    const MultiheadAttention::Call self = masked(x, x, "tgt_mask", "tgt_key_padding_mask");
    return decoder(x, memory, self, masked(x, memory, "memory_mask", "memory_key_padding_mask"));
  }
  Variable attend(const MultiheadAttention& module) {
    const Variable query = input("query");
    const auto width = [&](std::int64_t given) { return given == 0 ? s_.layer.d_model : given; };
    const Variable key = find("key") != nullptr ? input("key", width(s_.attention.kdim)) : query;
    const Variable value = find("value") != nullptr ? input("value", width(s_.attention.vdim)) : key;
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
  /// Loads the weights, runs, and with grad_output goes backward.
  void finish(const auto& module, const auto& forward) {
    module.load_state_dict(weights_);
    Variable y = forward(module);
    if (!*batched_)
      y = reshape(y, y.shape().tail(1));
    else if (!s_.batch_first)
      y = permute(y, {1, 0, 2});
    put("output", y.value());
    const Tensor* const upstream = find("grad_output");
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

 public:
  TorchCall(const TorchSettings& settings, const StateDict& weights, const Safetensors& inputs)
      : s_(settings), weights_(weights), inputs_(inputs) {}

  std::vector<Tensor> run() {
    Rng rng(0);
    const auto encoding = [&](const auto& m) { return encode(m); };
    const auto decoding = [&](const auto& m) {
      const Variable x = input("tgt");
      return decode(m, x, input("memory"));
    };
    switch (s_.kind) {
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
    for (const Tensor& tensor : inputs_.tensors) {
      if (std::ranges::find(taken_, tensor.name) == taken_.end())
        throw_error<Error>("the inputs hold '{}', which this module does not take: it takes {}", tensor.name,
                           fmt::join(std::set<std::string>(taken_.begin(), taken_.end()), ", "));
    }
    return std::move(results_);
  }
};

}  // namespace

std::vector<Tensor> run_module(const StateDict& weights, const ModuleArguments& arguments,
                               const Safetensors& inputs) {
  return TorchCall(torch_settings(weights, arguments), weights, inputs).run();
}

}  // namespace heed
