#include "exercises/translator/stages.hpp"

#include <cmath>

#include "autograd/no_grad.hpp"
#include "exercises/translator/graph.hpp"
#include "exercises/translator/training.hpp"
#include "exercises/translator/training_stages.hpp"
#include "nn/batch.hpp"

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

/// What depends on the place in a sentence, up to the longest that the model takes: those that are learnt
/// are short.
StageResult places(const Parts& parts) {
  constexpr int longest = 32;
  const Parts references = Parts::references();
  const auto placed = [](const Parts& by) {
    return by.add_positions(Tensor::full({1, longest, Model::width}, 1),
                            by.sinusoidal_encoding(longest, Model::width));
  };
  StageResult result = compared("positions", difference(placed(references), placed(parts)));
  if (result.passed)
    result = compared("mask", difference(references.causal_mask(longest), parts.causal_mask(longest)));
  return result;
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
  const StageResult later = places(parts);
  return later.passed ? result : later;
}

/// How far dy/dx of y = c + t · t + c with t = 2x, c = t + 1 + 1 + 1 is from the right one at x = 3. In no
/// Transformer does a node use another twice, and a deeper one use that later.
double apart_with_a_square(const Parts& parts) {
  const auto number = [](double v) { return Tensor::of({1}, {v}); };
  Graph graph(parts);
  const int x = graph.add(number(3));
  const int t = graph.add(number(6), {x}, [](const Tensor& g) -> std::vector<Tensor> { return {2 * g}; });
  const int square = graph.add(number(36), {t, t}, [](const Tensor& g) -> std::vector<Tensor> {
    return {6 * g, 6 * g};
  });
  int c = t;
  for (const double value : {7, 8, 9})
    c = graph.add(number(value), {c}, [](const Tensor& g) -> std::vector<Tensor> { return {g}; });
  const int y = graph.add(number(54), {c, square, c}, [](const Tensor& g) -> std::vector<Tensor> {
    return {g, g, g};
  });
  graph.backward(y);
  return std::abs(graph.gradient(x)(0) - 28);
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
  if (const double apart = apart_with_a_square(parts); !(apart <= tolerance))
    return {.where = "gradients", .number = apart, .detail = "x · x"};
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
