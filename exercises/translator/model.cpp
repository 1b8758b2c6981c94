#include "exercises/translator/model.hpp"

#include "exercises/translator/layers.hpp"

namespace heed::translator {

namespace {

Transformer new_transformer(int source_words, int target_words, std::uint64_t seed) {
  Rng rng(seed);
  Transformer model({.source_vocab = source_words,
                     .target_vocab = target_words,
                     .encoder_layers = 1,
                     .decoder_layers = 1,
                     .layer = {.d_model = Model::width,
                               .heads = Model::heads,
                               .dim_feedforward = Model::inner,
                               .dropout = 0,
                               .max_length = 32}},
                    rng);
  model.eval();
  return model;
}

}  // namespace

Model::Model(int source_words, int target_words, std::uint64_t seed)
    : twin_(new_transformer(source_words, target_words, seed)) {
  for (const auto& [name, variable] : twin_.named_parameters())
    weights[name] = learn::to_tensor(variable.value());
}

const Transformer& Model::twin() const {
  for (auto [name, variable] : twin_.named_parameters())
    variable.set_value(learn::to_array(weights.at(name)));
  return twin_;
}

Loss loss_of(const Parts& parts, const Model& model, const Shifted& rows, int ignore, Want want) {
  std::vector<int> labels;
  for (const std::vector<int>& row : rows.labels) labels.insert(labels.end(), row.begin(), row.end());
  Layers layers(parts, model);
  const int memory = layers.encode(rows.sources), decoded = layers.decode(rows.inputs, memory, rows.sources);
  const int logits = layers.linear(decoded, "generator.weight", "generator.bias");
  Loss result{.loss = parts.cross_entropy(layers.graph().value(logits), labels, 0, ignore),
              .logits = layers.graph().value(logits)};
  if (want == Want::loss) return result;
  layers.graph().add(Tensor::full({1}, result.loss), {logits}, [&](const Tensor& g) -> std::vector<Tensor> {
    return {parts.cross_entropy_backward(result.logits, labels, 0, ignore, g(0))};
  });
  layers.graph().backward();
  result.gradients = layers.gradients();
  return result;
}

Loss loss_of(const Parts& parts, const Model& model, const std::vector<Sentence>& sentences, Want want) {
  const SpecialIds ids;
  auto [inputs, labels] = parts.shift_target(padded_targets(sentences), ids);
  if (inputs.size() != sentences.size() || labels.size() != sentences.size())
    throw PartError("shift_target", "another number of sentences came back");
  Rows sources;
  // a sentence ends with its <eos>: what stands behind it is for batches alone
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const std::size_t length = sentences[i].target.size() + 1;
    inputs[i].resize(length, ids.pad), labels[i].resize(length, ids.pad);
    sources.push_back(sentences[i].source);
  }
  return loss_of(parts, model, {std::move(sources), std::move(inputs), std::move(labels)}, ids.pad, want);
}

Rows padded_targets(const std::vector<Sentence>& sentences) {
  std::size_t longest = 0;
  for (const Sentence& sentence : sentences) longest = std::max(longest, sentence.target.size());
  Rows targets;
  for (const Sentence& sentence : sentences) {
    targets.push_back(sentence.target);
    targets.back().resize(longest, SpecialIds().pad);
  }
  return targets;
}

Tensor encode(const Parts& parts, const Model& model, const std::vector<int>& source) {
  const Weights w(model.weights);
  const int length = static_cast<int>(source.size());
  const Tensor x =
      parts.encoder_layer(embedded(parts, w["source_embedding.weight"], source),
                          Tensor::full({length, length}, 1), w.encoder_layer(), given::Dropout{});
  return parts.layer_norm(x, w["encoder.norm.weight"], w["encoder.norm.bias"], Model::eps);
}

Tensor encode_padded(const Parts& parts, const Model& model, const Rows& sources, int pad) {
  const Weights w(model.weights);
  const int batch = static_cast<int>(sources.size());
  std::size_t longest = 0;
  for (const auto& source : sources) longest = std::max(longest, source.size());
  const int length = static_cast<int>(longest);
  std::vector<int> ids;
  Tensor x({batch, length, Model::width});
  for (int b = 0; b < batch; ++b) {
    std::vector<int> row = sources[static_cast<std::size_t>(b)];
    row.resize(longest, pad);
    ids.insert(ids.end(), row.begin(), row.end());
    const Tensor rows = embedded(parts, w["source_embedding.weight"], row);
    for (int n = 0; n < rows.size(); ++n) x.flat(b * rows.size() + n) = rows.flat(n);
  }
  const Tensor mask = parts.padding_mask_of_ids(ids, batch, pad).reshape({batch, length});
  const std::string name = "encoder.layers.0.";
  const Tensor attended = parts.multi_head_attention(
      x, mask, w[name + "self_attn.in_proj_weight"], w[name + "self_attn.in_proj_bias"],
      w[name + "self_attn.out_proj.weight"], w[name + "self_attn.out_proj.bias"], Model::heads);
  const std::vector<int> flat{batch * length, Model::width};
  const Tensor h = parts.post_norm(
      x.reshape(flat), [&](const Tensor&) { return attended.reshape(flat); }, w.norm(name + "norm1"));
  const Tensor y = parts.post_norm(
      h,
      [&](const Tensor& input) {
        return parts.feed_forward(input, w.linear(name + "linear1"), w.linear(name + "linear2"));
      },
      w.norm(name + "norm2"));
  return parts.layer_norm(y, w["encoder.norm.weight"], w["encoder.norm.bias"], Model::eps)
      .reshape({batch, length, Model::width});
}

Tensor decode(const Parts& parts, const Model& model, const std::vector<int>& prefix, const Tensor& memory) {
  const Weights w(model.weights);
  const Tensor x = parts.decoder_layer(embedded(parts, w["target_embedding.weight"], prefix), memory,
                                       Tensor::full({static_cast<int>(prefix.size()), memory.dim(0)}, 1),
                                       w.decoder_layer());
  return given::linear(parts.layer_norm(x, w["decoder.norm.weight"], w["decoder.norm.bias"], Model::eps),
                       w.linear("generator"));
}

Tensor whole(const Parts& parts, const Model& model, const std::vector<int>& source,
             const std::vector<int>& prefix) {
  return parts.transformer(source, prefix, Weights(model.weights).transformer(), SpecialIds().pad);
}

namespace {

/// The logits after each prefix: the last row of what `logits_of` gives for its number.
Tensor last_logits(const Model& model, const Rows& prefixes,
                   const std::function<Tensor(std::size_t)>& logits_of) {
  const int words = model.weights.at("generator.bias").dim(0);
  Tensor result({static_cast<int>(prefixes.size()), words});
  for (std::size_t i = 0; i < prefixes.size(); ++i) {
    const Tensor logits = logits_of(i);
    for (int v = 0; v < words; ++v) result(static_cast<int>(i), v) = logits(logits.dim(0) - 1, v);
  }
  return result;
}

}  // namespace

std::vector<Hypotheses> search_each(const Parts& parts, const Model& model, const Rows& sources,
                                    const given::SearchOptions& options) {
  std::vector<Hypotheses> result;
  for (const auto& source : sources) {
    const Tensor memory = encode(parts, model, source);
    const auto log_probabilities = [&](const Rows& prefixes) {
      return given::log_softmax(last_logits(
          model, prefixes, [&](std::size_t i) { return decode(parts, model, prefixes[i], memory); }));
    };
    result.push_back(parts.beam_search(log_probabilities, options));
    if (result.back().empty()) throw PartError("beam_search", "no hypothesis came back");
  }
  return result;
}

Rows translate(const Parts& parts, const Model& model, const Rows& sources,
               const given::SearchOptions& options) {
  if (options.beam == 1) {
    const Next next = [&](const Rows& prefixes) {
      return last_logits(model, prefixes,
                         [&](std::size_t i) { return whole(parts, model, sources[i], prefixes[i]); });
    };
    return parts.greedy_decoding(next, static_cast<int>(sources.size()), options);
  }
  Rows result;
  for (const Hypotheses& best : search_each(parts, model, sources, options))
    result.push_back(best.front().tokens);
  return result;
}

}  // namespace heed::translator
