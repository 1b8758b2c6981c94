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

double Training::step(const std::vector<Sentence>& batch) {
  constexpr int warmup = 40;
  constexpr double factor = 0.35;  // a peak of 0.014
  const Loss loss = loss_of(parts_, model_, batch, Want::gradients);
  const double rate = parts_.learning_rate(++steps_, Model::width, warmup, factor);
  for (auto& [name, weight] : model_.weights)
    parts_.adam_step(weight, loss.gradients.at(name), states_[name],
                     {.learning_rate = rate, .beta2 = 0.98, .eps = 1e-9});
  return loss.loss;
}

}  // namespace heed::translator
