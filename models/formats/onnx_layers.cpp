#include "models/formats/onnx_layers.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "autograd/no_grad.hpp"
#include "lib/array/layout.hpp"
#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {

OnnxLayers::OnnxLayers(OnnxGraph& graph, const Transformer& model)
    : graph_(graph), options_(model.options()), weights_(model.state_dict()) {}

OnnxLayers::Name OnnxLayers::stored(const std::string& name) {
  return graph_.weight(name, *find_tensor(weights_, name));
}

OnnxLayers::Name OnnxLayers::positions(const Name& first, const Name& count) {
  return graph_.node("Range", {first, graph_.node("Add", {first, count}), graph_.integer(1)});
}

OnnxLayers::Name OnnxLayers::embedded(const std::string& table, const Name& tokens, const Name& positions) {
  const double root = std::sqrt(static_cast<double>(options_.layer.d_model));
  const Name x =
      graph_.node("Mul", {graph_.node("Gather", {stored(table + ".weight"), tokens}), graph_.number(root)});
  const Position kind = options_.layer.attention.positions.kind;
  if (kind != Position::sinusoidal && kind != Position::learned) return x;
  const Name added = kind == Position::learned
                         ? stored("position.weight")
                         : graph_.weight("position.sinusoid", sinusoidal_positions(options_.layer.max_length,
                                                                                   options_.layer.d_model));
  // by number, not as a slice: one beyond max_length is an error then
  return graph_.node("Add", {x, graph_.node("Gather", {added, positions})});
}

OnnxLayers::Name OnnxLayers::matmul(const Name& x, const Name& weight) {
  return graph_.node("MatMul", {x, graph_.node("Transpose", {weight})});
}

OnnxLayers::Name OnnxLayers::linear(const Name& x, const std::string& weight, const std::string& bias) {
  const Name y = matmul(x, stored(weight));
  return find_tensor(weights_, bias) == nullptr ? y : graph_.node("Add", {y, stored(bias)});
}

OnnxLayers::Name OnnxLayers::norm(const Name& x, const std::string& prefix) {
  std::vector<Name> inputs{x, stored(prefix + ".weight")};
  if (find_tensor(weights_, prefix + ".bias") != nullptr) inputs.push_back(stored(prefix + ".bias"));
  return graph_.node(
      "LayerNormalization", inputs,
      {{"axis", std::int64_t{-1}}, {"epsilon", static_cast<float>(options_.layer.layer_norm_eps)}});
}

OnnxLayers::Name OnnxLayers::feed_forward(const Name& x, const std::string& layer) {
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
      const Name erf = graph_.node("Erf", {graph_.node("Div", {h, graph_.number(std::numbers::sqrt2)})});
      active = graph_.node(
          "Mul", {graph_.node("Mul", {h, graph_.node("Add", {erf, graph_.number(1)})}), graph_.number(0.5)});
    }
  }
  return linear(active, layer + "linear2.weight", layer + "linear2.bias");
}

OnnxLayers::Name OnnxLayers::not_padding(const Name& tokens) {
  const Name padding = graph_.node("Equal", {tokens, graph_.integer(options_.pad)});
  return graph_.node("Unsqueeze", {graph_.node("Not", {padding}), graph_.integers({1, 2})});
}

OnnxLayers::Name OnnxLayers::projected(const Name& x, const std::string& prefix, std::int64_t part) {
  const std::string name = prefix + "." + "qkv"[part] + "_proj_";
  const std::int64_t width = options_.layer.d_model, first = part * width;
  const auto rows = [&](const char* what) {
    const Array* const whole = find_tensor(weights_, prefix + ".in_proj_" + what);
    return whole == nullptr ? Name() : graph_.weight(name + what, slice(*whole, 0, first, first + width));
  };
  const Name y = matmul(x, rows("weight")), bias = rows("bias");
  return bias.empty() ? y : graph_.node("Add", {y, bias});
}

// (B, T, C) -> (B, heads, T, C / heads)
OnnxLayers::Name OnnxLayers::to_heads(const Name& x) {
  const Name apart = graph_.node("Reshape", {x, graph_.integers({0, 0, heads(), head_dim()})});
  return graph_.node("Transpose", {apart}, {{"perm", std::vector<std::int64_t>{0, 2, 1, 3}}});
}

// softmax(QKᵀ / √Dk) V, and 0 for a query that may attend to nothing.
OnnxLayers::Name OnnxLayers::attend(const Name& query, const KeyValue& memory, const Name& mask) {
  const double scale = 1 / std::sqrt(static_cast<double>(head_dim()));
  const Name columns =
      graph_.node("Transpose", {memory.key}, {{"perm", std::vector<std::int64_t>{0, 1, 3, 2}}});
  const Name scores = graph_.node("MatMul", {graph_.node("Mul", {query, graph_.number(scale)}), columns});
  const Name lowest = graph_.number(std::numeric_limits<float>::lowest());
  const Name weights =
      graph_.node("Softmax", {graph_.node("Where", {mask, scores, lowest})}, {{"axis", std::int64_t{-1}}});
  const Name seen = graph_.node("Where", {mask, weights, graph_.number(0)});
  const Name z = graph_.node("MatMul", {seen, memory.value});
  const Name together = graph_.node("Transpose", {z}, {{"perm", std::vector<std::int64_t>{0, 2, 1, 3}}});
  return graph_.node("Reshape", {together, graph_.integers({0, 0, options_.layer.d_model})});
}

// x · cos + (its pairs turned by a quarter) · sin: (B, heads, T, Dk)
OnnxLayers::Name OnnxLayers::turned(const Name& x, const Name& positions) {
  const NoGrad no_grad;
  const std::int64_t length = options_.layer.max_length, width = head_dim();
  if (!graph_.has("rotary.cos")) {
    Array units = Array::zeros({1, length, width}), quarter = Array::zeros({width, width});
    for (std::int64_t i = 0; i < length * width; i += 2) units.mutable_data()[i] = 1;
    for (std::int64_t i = 0; i < width; i += 2) {
      quarter.mutable_data()[i * width + i + 1] = 1;
      quarter.mutable_data()[(i + 1) * width + i] = -1;
    }
    const Array points =
        rotary(Variable(units), width, {.base = options_.layer.attention.positions.base}).value();
    Array cosines({length, width}), sines({length, width});
    for (std::int64_t i = 0; i < length * width; ++i) {
      cosines.mutable_data()[i] = points.data()[i / 2 * 2];
      sines.mutable_data()[i] = points.data()[i / 2 * 2 + 1];
    }
    graph_.weight("rotary.cos", cosines);
    graph_.weight("rotary.sin", sines);
    graph_.weight("rotary.quarter_turn", quarter);
  }
  const auto times = [&](const Name& a, const char* table) {
    return graph_.node("Mul", {a, graph_.node("Gather", {table, positions})});
  };
  return graph_.node("Add", {times(x, "rotary.cos"),
                             times(graph_.node("MatMul", {x, "rotary.quarter_turn"}), "rotary.sin")});
}

OnnxLayers::Name OnnxLayers::self_attention(const Name& x, const std::string& prefix, const Name& positions,
                                            const Name& mask, KeyValue& past) {
  const Name all = linear(x, prefix + ".in_proj_weight", prefix + ".in_proj_bias");
  const std::vector<Name> parts = graph_.split(all, 3, 2);
  Name query = to_heads(parts[0]);
  KeyValue now{to_heads(parts[1]), to_heads(parts[2])};
  if (options_.layer.attention.positions.kind == Position::rotary) {
    query = turned(query, positions);
    now.key = turned(now.key, positions);
  }
  const auto behind = [&](const Name& before, const Name& next) {
    if (before.empty()) return next;
    return graph_.node("Concat", {before, next}, {{"axis", std::int64_t{2}}});
  };
  past = {behind(past.key, now.key), behind(past.value, now.value)};
  return linear(attend(query, past, mask), prefix + ".out_proj.weight", prefix + ".out_proj.bias");
}

OnnxLayers::KeyValue OnnxLayers::memory_keys(const Name& memory, const std::string& prefix) {
  return {to_heads(projected(memory, prefix, 1)), to_heads(projected(memory, prefix, 2))};
}

OnnxLayers::Name OnnxLayers::cross_attention(const Name& x, const std::string& prefix, const KeyValue& memory,
                                             const Name& mask) {
  return linear(attend(to_heads(projected(x, prefix, 0)), memory, mask), prefix + ".out_proj.weight",
                prefix + ".out_proj.bias");
}

}  // namespace heed
