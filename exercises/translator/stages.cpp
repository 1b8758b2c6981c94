#include "exercises/translator/stages.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
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

StageResult forward(const Parts& parts, const Grammar& grammar, const std::string&, const Progress&) {
  const Model model = new_model(grammar);
  const std::vector<Sentence> sentences = few_sentences(grammar);
  const Batch batch = batch_of(sentences);
  const NoGrad no_grad;
  const Transformer& twin = model.twin();
  const Tensor memory = learn::to_tensor(twin.encode(batch.source).value());
  const Tensor logits = learn::to_tensor(twin(batch.source, batch.target_in).value());

  StageResult result = compared("graph", difference(without_padding(logits, sentences),
                                                    loss_of(parts, model, sentences, Want::loss).logits));
  if (!result.passed) return result;
  Rows sources;
  for (const Sentence& s : sentences) sources.push_back(s.source);
  const Tensor padded = encode_padded(parts, model, sources, SpecialIds().pad);
  for (int b = 0; b < static_cast<int>(sentences.size()); ++b) {
    const Sentence& sentence = sentences[static_cast<std::size_t>(b)];
    const Tensor encoded = encode(parts, model, sentence.source);
    std::vector<int> prefix{SpecialIds().bos};
    prefix.insert(prefix.end(), sentence.target.begin(), sentence.target.end());
    const Tensor decoded = decode(parts, model, prefix, encoded);
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
