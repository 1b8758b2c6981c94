#include "exercises/translator/stages.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "exercises/translator/layers.hpp"
#include "exercises/translator/training.hpp"
#include "nn/next_token_task.hpp"

namespace heed::translator {

namespace {

StageResult compared(const std::string& where, double apart) {
  return {.passed = apart <= tolerance, .where = apart <= tolerance ? "" : where, .number = apart};
}

Batch batch_of(const std::vector<Sentence>& sentences) {
  std::vector<Example> examples;
  std::vector<std::size_t> all;
  for (const Sentence& s : sentences) {
    all.push_back(all.size());
    examples.push_back({{s.source.begin(), s.source.end() - 1}, {s.target.begin(), s.target.end()}});
  }
  return make_batch(examples, all);
}

/// The rows of the sentences' own positions, one below the other, of (B, T, V).
Tensor without_padding(const Tensor& logits, const std::vector<Sentence>& sentences) {
  std::vector<double> rows;
  int count = 0;
  for (int b = 0; b < logits.dim(0); ++b) {
    for (int t = 0; t <= static_cast<int>(sentences[static_cast<std::size_t>(b)].target.size());
         ++t, ++count) {
      for (int v = 0; v < logits.dim(2); ++v) rows.push_back(logits(b, t, v));
    }
  }
  return Tensor::of({count, logits.dim(2)}, std::move(rows));
}

/// The decoder's cross-attention of a padded batch. With the weights of before a training its biases are 0.
/// Targets and sources of one sentence are of one length here, so those of others are taken.
StageResult cross(const Parts& parts, const Model& model, const Tokens& targets, const Tokens& sources,
                  const Variable& memory) {
  const int pad = SpecialIds().pad;
  const auto tokens_of = [&](const Tokens& ids) {
    const int rows = static_cast<int>(ids.dim(0)), length = static_cast<int>(ids.dim(1));
    return parts.padding_mask_of_ids({ids.ids().begin(), ids.ids().end()}, rows, pad).reshape({rows, length});
  };
  const Transformer& twin = model.twin();
  const Variable queries = twin.target_embedding(targets);
  const Variable expected =
      twin.decoder.layers[0].multihead_attn(queries, memory, memory, {.mask = Mask::padding(sources, pad)});
  const given::AttentionWeights w = Weights(model.weights).attention("decoder.layers.0.multihead_attn");
  const Tensor own = parts.cross_attention(
      learn::to_tensor(queries.value()), learn::to_tensor(memory.value()), tokens_of(targets),
      tokens_of(sources), w.query.weight, w.key.weight, w.value.weight, w.output.weight, w.heads);
  return compared("cross_attention", difference(learn::to_tensor(expected.value()), own));
}

StageResult forward(const Parts& parts, const Grammar& grammar, const std::string&, const Progress&) {
  const Model model = new_model(grammar);
  const std::vector<Sentence> sentences = few_sentences(grammar);
  const Batch batch = batch_of(sentences);
  const NoGrad no_grad;
  const Transformer& twin = model.twin();
  const Variable encoded_by_twin = twin.encode(batch.source);
  const Tensor memory = learn::to_tensor(encoded_by_twin.value());
  const Tensor logits = learn::to_tensor(twin(batch.source, batch.target_in).value());

  StageResult result = compared("graph", difference(without_padding(logits, sentences),
                                                    loss_of(parts, model, sentences, Want::loss).logits));
  if (!result.passed) return result;
  const Tokens others = batch_of({sentences.rbegin(), sentences.rend()}).target_in;
  if (const StageResult crossed = cross(parts, model, others, batch.source, encoded_by_twin); !crossed.passed)
    return crossed;
  Rows sources;
  for (const Sentence& s : sentences) sources.push_back(s.source);
  const Tensor padded = encode_padded(parts, model, sources, SpecialIds().pad);
  for (int b = 0; b < static_cast<int>(sentences.size()); ++b) {
    const Sentence& sentence = sentences[static_cast<std::size_t>(b)];
    const Tensor encoded = encode(parts, model, sentence.source);
    std::vector<int> prefix{SpecialIds().bos};
    prefix.insert(prefix.end(), sentence.target.begin(), sentence.target.end());
    const Tensor decoded = decode(parts, model, prefix, encoded);
    std::vector<int> padded_source = sentence.source;
    padded_source.push_back(SpecialIds().pad);
    const Tensor by_transformer = whole(parts, model, padded_source, prefix);
    if (by_transformer.shape() != decoded.shape()) return {.where = "transformer"};
    for (int t = 0; t < encoded.dim(0); ++t) {
      for (int c = 0; c < Model::width; ++c) {
        const double expected = memory(b, t, c);
        if (!(std::abs(encoded(t, c) - expected) <= tolerance))
          return {.where = "encoder_layer", .number = std::abs(encoded(t, c) - expected)};
        if (!(std::abs(padded(b, t, c) - expected) <= tolerance))
          return {.where = "padded", .number = std::abs(padded(b, t, c) - expected)};
      }
    }
    for (int t = 0; t < decoded.dim(0); ++t) {
      for (int v = 0; v < decoded.dim(1); ++v) {
        const double apart = std::abs(decoded(t, v) - logits(b, t, v));
        if (!(apart <= tolerance)) return {.where = "decoder_layer", .number = apart};
        const double of_transformer = std::abs(by_transformer(t, v) - logits(b, t, v));
        if (!(of_transformer <= tolerance)) return {.where = "transformer", .number = of_transformer};
      }
    }
  }
  return result;
}

/// A gradient that should be 0, as that of the key's bias, which adds the same to all scores of a row:
/// another way to add up makes other rounding of it.
bool nothing_but_rounding(const Tensor& gradient) {
  return std::ranges::all_of(gradient.values(), [](double g) { return std::abs(g) < 1e-12; });
}

StageResult gradients(const Parts& parts, const Grammar& grammar, const std::string&, const Progress&) {
  const Model model = new_model(grammar);
  const std::vector<Sentence> sentences = few_sentences(grammar);
  const Batch batch = batch_of(sentences);
  const Loss loss = loss_of(parts, model, sentences, Want::gradients);
  const Transformer& twin = model.twin();
  twin.zero_grad();
  const Variable expected = cross_entropy(twin(batch.source, batch.target_in), batch.target_out,
                                          {.ignore_index = SpecialIds().pad});
  expected.backward();
  if (!(std::abs(expected.item() - loss.loss) <= tolerance))
    return {.where = "loss", .number = std::abs(expected.item() - loss.loss), .detail = "cross_entropy"};
  StageResult worst{.passed = true};
  for (const auto& [name, variable] : twin.named_parameters()) {
    const Tensor right = learn::to_tensor(variable.grad());
    const double apart = difference(right, loss.gradients.at(name));
    if (!(apart <= tolerance) && !nothing_but_rounding(right))
      return {.where = "gradients", .number = apart, .detail = name};
    worst.number = std::max(worst.number, apart);
  }
  return worst;
}

}  // namespace

const std::vector<Stage>& stages() {
  static const std::vector<Stage> all{{"forward", forward}, {"gradients", gradients}, {"steps", steps},
                                      {"overfit", overfit}, {"train", train},         {"held_out", held_out},
                                      {"search", search}};
  return all;
}

}  // namespace heed::translator
