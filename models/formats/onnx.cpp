#include "models/formats/onnx.hpp"

#include "lib/core/error.hpp"
#include "models/formats/onnx_layers.hpp"

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
  if (attention.positions.added_to_scores() || attention.positions.kind == Position::shaw)
    add(make_message(tr_noop("its positions are {} (--position sinusoidal)"), attention.positions.text()));
  if (!reasons.empty()) throw_error<UsageError>(tr_noop("the model cannot be written as ONNX: {}"), reasons);
}

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
  refuse_what_is_not_written(o);
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
      OnnxLayers::KeyValue none;
      return layers.self_attention(v, layer + "self_attn", positions, mask, none);
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
  refuse_what_is_not_written(o);
  const std::size_t count = model.decoder.layers.size();
  OnnxGraph graph{.name = "decoder"};
  OnnxLayers layers(graph, model);
  const Name target =
      graph.add_input({.name = "target", .type = OnnxType::int64, .shape = {"batch", "target_length"}});
  const Name source =
      graph.add_input({.name = "source", .type = OnnxType::int64, .shape = {"batch", "source_length"}});
  std::vector<OnnxLayers::KeyValue> memory, past;
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
      return layers.self_attention(v, layer + "self_attn", queries, causal, past[i]);
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
