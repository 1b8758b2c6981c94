// The layers of a Transformer as nodes of an ONNX graph.
#pragma once

#include "models/formats/onnx_graph.hpp"
#include "models/transformer.hpp"

namespace heed::inline HEED_PRECISION {

/// Writes layers into a graph; the weights keep PyTorch's names. What is computed is what the modules of nn
/// do in evaluation mode.
class OnnxLayers {
 public:
  using Name = OnnxGraph::Name;
  /// Both must outlive it.
  OnnxLayers(OnnxGraph& graph, const Transformer& model);

  /// (length) of positions first … first + count - 1, both given as values ().
  Name positions(const Name& first, const Name& count);
  /// tokens (B, T) of `table` "source_embedding" … -> (B, T, C): times √C, and with its positions (T) added.
  Name embedded(const std::string& table, const Name& tokens, const Name& positions);
  /// x (…, in) -> (…, out) by the weight and bias of those names; the bias may be missing.
  Name linear(const Name& x, const std::string& weight, const std::string& bias);
  Name norm(const Name& x, const std::string& prefix);
  Name feed_forward(const Name& x, const std::string& layer);
  /// The true ones are those that are not padding: tokens (B, S) -> (B, 1, 1, S).
  Name not_padding(const Name& tokens);

  /// Keys and values of earlier positions (B, heads, past, C / heads), "" where there are none; then those
  /// with the new ones behind them.
  struct KeyValue {
    Name key, value;
  };
  /// x stands at `positions` (T); the mask says who may attend to whom: broadcasts to (B, heads, Tq, Tk).
  Name self_attention(const Name& x, const std::string& prefix, const Name& positions, const Name& mask,
                      KeyValue& past);
  /// Keys and values (B, heads, S, C / heads) of the memory (B, S, C), once for all targets.
  KeyValue memory_keys(const Name& memory, const std::string& prefix);
  Name cross_attention(const Name& x, const std::string& prefix, const KeyValue& memory, const Name& mask);

  /// x and what `function` makes of it, with the norm before (pre) or behind (post) it.
  template <typename Function>
  Name sublayer(const Name& x, const std::string& norm_prefix, Function function) {
    if (pre_norm()) return graph_.node("Add", {x, function(norm(x, norm_prefix))});
    return norm(graph_.node("Add", {x, function(x)}), norm_prefix);
  }

 private:
  bool pre_norm() const { return options_.layer.norm == NormOrder::pre; }
  std::int64_t heads() const { return options_.layer.heads; }
  std::int64_t head_dim() const { return options_.layer.d_model / options_.layer.heads; }
  Name stored(const std::string& name);
  /// Rows part · C … of in_proj, under the name that nn.MultiheadAttention gives them where they are apart.
  Name projected(const Name& x, const std::string& prefix, std::int64_t part);
  Name matmul(const Name& x, const Name& weight);
  Name to_heads(const Name& x);
  Name attend(const Name& query, const KeyValue& memory, const Name& mask);
  Name turned(const Name& x, const Name& positions);

  OnnxGraph& graph_;
  const TransformerOptions& options_;
  StateDict weights_;
};

}  // namespace heed
