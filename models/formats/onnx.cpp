#include "models/formats/onnx.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using Name = OnnxGraph::Name;

void refuse_what_is_not_written(const TransformerOptions& o) {
  const AttentionSpec& attention = o.layer.attention;
  Message reasons;
  const auto add = [&](const Message& why) {
    reasons = reasons.empty() ? why : make_message("{}; {}", reasons, why);
  };
  if (attention.kernel == AttentionKernel::linear)
    add(Message::of(tr_noop("its attention is linear (train with --kernel dense)")));
  if (attention.rules.text() != AttentionRules().text())
    add(make_message(tr_noop("its attention is {} (--attention all)"), attention.rules.text()));
  if (attention.positions.by_distance())
    add(make_message(tr_noop("its positions are {} (--position sinusoidal)"), attention.positions.text()));
  if (!reasons.empty()) throw_error<UsageError>(tr_noop("the model cannot be written as ONNX: {}"), reasons);
}

/// Keys and values of positions (B, heads, T, C / heads).
struct KeyValue {
  Name key, value;
};

/// Writes the layers of a Transformer into a graph; the weights keep PyTorch's names. What is computed is
/// what the modules of nn do in evaluation mode.
class OnnxLayers {
 public:
  /// Both must outlive it.
  OnnxLayers(OnnxGraph& graph, const Transformer& model)
      : graph_(graph), options_(model.options()), weights_(model.state_dict()) {
    refuse_what_is_not_written(options_);
  }

  /// (length) of positions first … first + count - 1, both given as values ().
  Name positions(const Name& first, const Name& count) {
    return graph_.node("Range", {first, graph_.node("Add", {first, count}), graph_.integer(1)});
  }

  /// tokens (B, T) of `table` "source_embedding" … -> (B, T, C): times √C, and with its positions (T) added.
  Name embedded(const std::string& table, const Name& tokens, const Name& positions) {
    const LayerOptions& o = options_.layer;
    const double root = std::sqrt(static_cast<double>(o.d_model));
    const Name x =
        graph_.node("Mul", {graph_.node("Gather", {stored(table + ".weight"), tokens}), graph_.number(root)});
    const Position kind = o.attention.positions.kind;
    if (kind == Position::none) return x;
    const Name added =
        kind == Position::learned
            ? stored("position.weight")
            : graph_.weight("position.sinusoid", sinusoidal_positions(o.max_length, o.d_model));
    // by number, not as a slice: one beyond max_length is an error then
    return graph_.node("Add", {x, graph_.node("Gather", {added, positions})});
  }

  /// x (…, in) -> (…, out) by the weight and bias of those names.
  Name linear(const Name& x, const std::string& weight, const std::string& bias) {
    return affine(x, stored(weight), stored(bias));
  }

  Name norm(const Name& x, const std::string& prefix) {
    std::vector<Name> inputs{x, stored(prefix + ".weight"), stored(prefix + ".bias")};
    if (inputs.back().empty()) inputs.pop_back();
    return graph_.node(
        "LayerNormalization", inputs,
        {{"axis", std::int64_t{-1}}, {"epsilon", static_cast<float>(options_.layer.layer_norm_eps)}});
  }

  Name feed_forward(const Name& x, const std::string& layer) {
    const Name h = linear(x, layer + "linear1.weight", layer + "linear1.bias");
    Name active;
    switch (options_.layer.activation) {
      case Activation::relu:
        active = graph_.node("Relu", {h});
        break;
      case Activation::silu:
        active = graph_.node("Mul", {h, graph_.node("Sigmoid", {h})});
        break;
      case Activation::gelu: {  // x (1 + erf(x / √2)) / 2: opset 17 has no Gelu
        const Name erf = graph_.node("Erf", {graph_.node("Div", {h, graph_.number(std::numbers::sqrt2)})}),
                   both = graph_.node("Mul", {h, graph_.node("Add", {erf, graph_.number(1)})});
        active = graph_.node("Mul", {both, graph_.number(0.5)});
      }
    }
    return linear(active, layer + "linear2.weight", layer + "linear2.bias");
  }

  /// The true ones are those that are not padding: tokens (B, S) -> (B, 1, 1, S).
  Name not_padding(const Name& tokens) {
    const Name padding = graph_.node("Equal", {tokens, graph_.integer(options_.pad)});
    return graph_.node("Unsqueeze", {graph_.node("Not", {padding}), graph_.integers({1, 2})});
  }

  /// `past` has the keys and values of earlier positions, "" where there are none; then the new ones stand
  /// behind them. The mask says who may attend to whom: broadcasts to (B, heads, Tq, Tk).
  Name self_attention(const Name& x, const std::string& prefix, const Name& mask, KeyValue& past) {
    const Name all = linear(x, prefix + ".in_proj_weight", prefix + ".in_proj_bias");
    const std::vector<Name> parts = graph_.split(all, 3, 2);
    const auto behind = [&](const Name& before, const Name& next) {
      if (before.empty()) return next;
      return graph_.node("Concat", {before, next}, {{"axis", std::int64_t{2}}});
    };
    const Name query = to_heads(parts[0]);
    past = {behind(past.key, to_heads(parts[1])), behind(past.value, to_heads(parts[2]))};
    return attend(query, past, mask, prefix);
  }

  /// Keys and values (B, heads, S, C / heads) of the memory (B, S, C), once for all targets.
  KeyValue memory_keys(const Name& memory, const std::string& prefix) {
    return {projected(memory, prefix, 1), projected(memory, prefix, 2)};
  }

  Name cross_attention(const Name& x, const std::string& prefix, const KeyValue& memory, const Name& mask) {
    return attend(projected(x, prefix, 0), memory, mask, prefix);
  }

  /// x and what `function` makes of it, with the norm before (pre) or behind (post) it.
  template <typename Function>
  Name sublayer(const Name& x, const std::string& norm_prefix, Function function) {
    if (options_.layer.norm == NormOrder::pre) return graph_.node("Add", {x, function(norm(x, norm_prefix))});
    return norm(graph_.node("Add", {x, function(x)}), norm_prefix);
  }

 private:
  /// "" of a bias that there is not.
  Name stored(const std::string& name) {
    const Array* const weight = find_tensor(weights_, name);
    return weight == nullptr ? Name() : graph_.weight(name, *weight);
  }

  Name affine(const Name& x, const Name& weight, const Name& bias) {
    const Name y = graph_.node("MatMul", {x, graph_.node("Transpose", {weight})});
    return bias.empty() ? y : graph_.node("Add", {y, bias});
  }

  /// x by rows part · C … of in_proj, under the name that nn.MultiheadAttention gives them where they are
  /// apart.
  Name projected(const Name& x, const std::string& prefix, std::int64_t part) {
    const std::int64_t width = options_.layer.d_model, first = part * width;
    const auto rows = [&](const std::string& kind) {
      const Array* const whole = find_tensor(weights_, prefix + ".in_proj_" + kind);
      if (whole == nullptr) return Name();
      return graph_.weight(prefix + "." + "qkv"[part] + "_proj_" + kind,
                           slice(*whole, 0, first, first + width));
    };
    return to_heads(affine(x, rows("weight"), rows("bias")));
  }

  Name transposed(const Name& x, const std::vector<std::int64_t>& axes) {
    return graph_.node("Transpose", {x}, {{"perm", axes}});
  }

  /// (B, T, C) -> (B, heads, T, C / heads).
  Name to_heads(const Name& x) {
    const std::int64_t heads = options_.layer.heads, width = options_.layer.d_model / heads;
    return transposed(graph_.node("Reshape", {x, graph_.integers({0, 0, heads, width})}), {0, 2, 1, 3});
  }

  /// out_proj(softmax(QKᵀ / √Dk) V), and 0 for a query that may attend to nothing.
  Name attend(const Name& query, const KeyValue& memory, const Name& mask, const std::string& prefix) {
    const LayerOptions& o = options_.layer;
    const Name scaled =
        graph_.node("Mul", {query, graph_.number(1 / std::sqrt(static_cast<double>(o.d_model / o.heads)))});
    const Name scores = graph_.node("MatMul", {scaled, transposed(memory.key, {0, 1, 3, 2})});
    const Name lowest = graph_.number(std::numeric_limits<float>::lowest());
    const Name weights =
        graph_.node("Softmax", {graph_.node("Where", {mask, scores, lowest})}, {{"axis", std::int64_t{-1}}});
    const Name seen = graph_.node("Where", {mask, weights, graph_.number(0)});
    const Name together = transposed(graph_.node("MatMul", {seen, memory.value}), {0, 2, 1, 3});
    return linear(graph_.node("Reshape", {together, graph_.integers({0, 0, o.d_model})}),
                  prefix + ".out_proj.weight", prefix + ".out_proj.bias");
  }

  OnnxGraph& graph_;
  const TransformerOptions& options_;
  StateDict weights_;
};

std::string numbered(const char* name, std::size_t layer) { return fmt::format("{}.{}", name, layer); }

/// How long axis `axis` of a value is: ().
Name length(OnnxGraph& graph, const Name& x, std::int64_t axis) {
  return graph.node("Gather", {graph.node("Shape", {x}), graph.integer(axis)});
}

/// The shape of keys and values of a head.
OnnxPort kept(const std::string& name, const TransformerOptions& o, const std::string& length) {
  return {.name = name, .shape = {"batch", o.layer.heads, length, o.layer.d_model / o.layer.heads}};
}

}  // namespace

OnnxGraph onnx_encoder(const Transformer& model) {
  const TransformerOptions& o = model.options();
  OnnxGraph graph{.name = "encoder"};
  OnnxLayers layers(graph, model);
  const Name source =
      graph.add_input({.name = "source", .type = OnnxType::int64, .shape = {"batch", "source_length"}});
  const Name positions = layers.positions(graph.integer(0), length(graph, source, 1));
  const Name mask = layers.not_padding(source);
  Name x = layers.embedded("source_embedding", source, positions);
  for (std::size_t i = 0; i < model.encoder.layers.size(); ++i) {
    const std::string layer = fmt::format("encoder.layers.{}.", i);
    x = layers.sublayer(x, layer + "norm1", [&](const Name& v) {
      KeyValue none;
      return layers.self_attention(v, layer + "self_attn", mask, none);
    });
    x = layers.sublayer(x, layer + "norm2", [&](const Name& v) { return layers.feed_forward(v, layer); });
  }
  if (o.final_norm == FinalNorm::yes) x = layers.norm(x, "encoder.norm");
  graph.add_output(x, {.name = "memory", .shape = {"batch", "source_length", o.layer.d_model}});
  for (std::size_t i = 0; i < model.decoder.layers.size(); ++i) {
    const auto [key, value] = layers.memory_keys(x, fmt::format("decoder.layers.{}.multihead_attn", i));
    graph.add_output(key, kept(numbered("memory_key", i), o, "source_length"));
    graph.add_output(value, kept(numbered("memory_value", i), o, "source_length"));
  }
  return graph;
}

OnnxGraph onnx_decoder(const Transformer& model) {
  const TransformerOptions& o = model.options();
  const std::size_t count = model.decoder.layers.size();
  OnnxGraph graph{.name = "decoder"};
  OnnxLayers layers(graph, model);
  const Name target =
      graph.add_input({.name = "target", .type = OnnxType::int64, .shape = {"batch", "target_length"}});
  const Name source =
      graph.add_input({.name = "source", .type = OnnxType::int64, .shape = {"batch", "source_length"}});
  std::vector<KeyValue> memory, past;
  for (std::size_t i = 0; i < count; ++i) {
    memory.push_back({graph.add_input(kept(numbered("memory_key", i), o, "source_length")),
                      graph.add_input(kept(numbered("memory_value", i), o, "source_length"))});
    past.push_back({graph.add_input(kept(numbered("past_key", i), o, "past_length")),
                    graph.add_input(kept(numbered("past_value", i), o, "past_length"))});
  }
  const Name before = length(graph, past[0].key, 2), now = length(graph, target, 1);
  const Name queries = layers.positions(before, now),
             keys = layers.positions(graph.integer(0), graph.node("Add", {before, now}));
  const Name causal = graph.node("LessOrEqual", {graph.node("Unsqueeze", {keys, graph.integers({0})}),
                                                 graph.node("Unsqueeze", {queries, graph.integers({1})})});
  const Name memory_mask = layers.not_padding(source);
  Name x = layers.embedded("target_embedding", target, queries);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string layer = fmt::format("decoder.layers.{}.", i);
    x = layers.sublayer(x, layer + "norm1", [&](const Name& v) {
      return layers.self_attention(v, layer + "self_attn", causal, past[i]);
    });
    x = layers.sublayer(x, layer + "norm2", [&](const Name& v) {
      return layers.cross_attention(v, layer + "multihead_attn", memory[i], memory_mask);
    });
    x = layers.sublayer(x, layer + "norm3", [&](const Name& v) { return layers.feed_forward(v, layer); });
  }
  if (o.final_norm == FinalNorm::yes) x = layers.norm(x, "decoder.norm");
  const char* const table = o.tie == Tie::none ? "generator.weight" : "target_embedding.weight";
  graph.add_output(layers.linear(x, table, "generator.bias"),
                   {.name = "logits", .shape = {"batch", "target_length", o.target_vocab}});
  for (std::size_t i = 0; i < count; ++i) {
    graph.add_output(past[i].key, kept(numbered("key", i), o, "length"));
    graph.add_output(past[i].value, kept(numbered("value", i), o, "length"));
  }
  return graph;
}

}  // namespace heed
