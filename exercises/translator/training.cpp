#include "exercises/translator/training.hpp"

#include <algorithm>
#include <numeric>

namespace heed::translator {

Model new_model(const Grammar& grammar) {
  return Model(static_cast<int>(grammar.korean.size()), static_cast<int>(grammar.english.size()),
               grammar.seed);
}

std::vector<Sentence> few_sentences(const Grammar& grammar) {
  std::vector<Sentence> all = grammar.sentences(grammar.train);
  std::vector<Sentence> few(all.begin(), all.begin() + 6);
  const auto shortest = std::min_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.source.size() < b.source.size(); });
  few.push_back(*shortest);
  return few;
}

std::vector<std::vector<Sentence>> training_batches(const Grammar& grammar) {
  constexpr std::size_t epochs = 14, batch_size = 16;
  const std::vector<Sentence> all = grammar.sentences(grammar.train);
  std::vector<std::vector<Sentence>> batches;
  std::size_t stride = 1;
  for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
    for (std::size_t first = 0; first < all.size(); first += batch_size) {
      std::vector<Sentence>& batch = batches.emplace_back();
      for (std::size_t i = first; i < first + batch_size; ++i) batch.push_back(all[i * stride % all.size()]);
    }
    // one that shares a divisor with the number of sentences would come back before it has seen all
    do stride += 2;
    while (std::gcd(stride, all.size()) > 1);
  }
  return batches;
}

Training::Training(const Parts& parts, const Grammar& grammar) : parts_(parts), model_(new_model(grammar)) {
  for (const auto& [name, weight] : model_.weights)
    states_[name] = {Tensor(weight.shape()), Tensor(weight.shape()), 0};
}

namespace {

double rate_of(const Parts& parts, int step) {
  constexpr int warmup = 40;
  constexpr double factor = 0.35;  // a peak of 0.014
  return parts.learning_rate(step, Model::width, warmup, factor);
}

constexpr given::AdamOptions adam{.beta2 = 0.98, .eps = 1e-9};

}  // namespace

double Training::step(const std::vector<Sentence>& batch) {
  const Loss loss = loss_of(parts_, model_, batch, Want::gradients);
  given::AdamOptions options = adam;
  options.learning_rate = rate_of(parts_, ++steps_);
  for (auto& [name, weight] : model_.weights)
    parts_.adam_step(weight, loss.gradients.at(name), states_[name], options);
  return loss.loss;
}

Rows script_batch(const std::vector<Sentence>& sentences) {
  const SpecialIds ids;
  Rows rows = padded_targets(sentences);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].insert(rows[i].begin(), ids.bos);
    rows[i].push_back(ids.pad);
    rows[i][sentences[i].target.size() + 1] = ids.eos;
  }
  return rows;
}

given::Training script_of(const Parts& parts, Model& model, const std::vector<Sentence>& sentences) {
  given::Training script{.pad = SpecialIds().pad,
                         .max_norm = 0.5,  // so that the first gradients are clipped
                         .rate = [&parts](int step) { return rate_of(parts, step); },
                         .adam = adam};
  for (const auto& [name, weight] : model.weights) {
    script.parameters.push_back({weight, Tensor(weight.shape())});
    script.states.push_back({Tensor(weight.shape()), Tensor(weight.shape()), 0});
  }
  Rows sources;
  for (const Sentence& sentence : sentences) sources.push_back(sentence.source);
  script.forward_backward = [&parts, &model, sources](std::vector<given::Parameter>& parameters,
                                                      const Rows& inputs, const Rows& labels, int ignore) {
    const auto alike = [](const auto& a, const auto& b) { return a.size() == b.size(); };
    if (inputs.size() != sources.size() || !std::ranges::equal(inputs, labels, alike))
      throw PartError("train_step", "inputs and labels of other sizes came");
    auto parameter = parameters.begin();
    for (auto& [name, weight] : model.weights) weight = (parameter++)->value;
    const Loss loss = loss_of(parts, model, {sources, inputs, labels}, ignore, Want::gradients);
    parameter = parameters.begin();
    for (const auto& [name, gradient] : loss.gradients) (parameter++)->gradient += gradient;
    return loss.loss;
  };
  return script;
}

}  // namespace heed::translator
