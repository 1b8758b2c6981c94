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

std::vector<std::size_t> another_order(std::size_t count, std::size_t round) {
  // a stride that shares a divisor with the number of sentences would come back before it has seen all
  std::size_t stride = 1;
  while (round > 0) {
    stride += 2;
    if (std::gcd(stride, count) == 1) --round;
  }
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i * stride % count;
  return order;
}

Batches::Batches(const Grammar& grammar, Lessons lessons)
    : lessons_(lessons),
      sentences_(lessons == Lessons::overfit ? few_sentences(grammar) : grammar.sentences(grammar.train)) {}

int Batches::steps() const { return lessons_ == Lessons::overfit ? overfit_steps : epochs * in_an_epoch(); }

std::vector<Sentence> Batches::of(int step) const {
  if (lessons_ == Lessons::overfit) return sentences_;
  const int epoch = (step - 1) / in_an_epoch(), first = (step - 1) % in_an_epoch() * batch_size;
  const std::vector<std::size_t> order = another_order(sentences_.size(), static_cast<std::size_t>(epoch));
  std::vector<Sentence> batch;
  for (int i = first; i < first + batch_size; ++i)
    batch.push_back(sentences_[order[static_cast<std::size_t>(i) % sentences_.size()]]);
  return batch;
}

AdamStates no_steps(const Model& model) {
  AdamStates states;
  for (const auto& [name, weight] : model.weights)
    states[name] = {Tensor(weight.shape()), Tensor(weight.shape()), 0};
  return states;
}

double learning_rate(const Parts& parts, int step) {
  constexpr int warmup = 40;
  constexpr double factor = 0.35;  // a peak of 0.014
  return parts.learning_rate(step, Model::width, warmup, factor);
}

given::AdamOptions adam_options(double learning_rate) {
  return {.learning_rate = learning_rate, .beta2 = 0.98, .eps = 1e-9};
}

void move(const Parts& parts, Model& model, AdamStates& states, const Loss& loss, double learning_rate) {
  const given::AdamOptions options = adam_options(learning_rate);
  for (auto& [name, weight] : model.weights)
    parts.adam_step(weight, loss.gradients.at(name), states[name], options);
}

double Training::step(const std::vector<Sentence>& batch) {
  const Loss loss = loss_of(parts_, model_, batch, Want::gradients);
  move(parts_, model_, states_, loss, learning_rate(parts_, ++steps_));
  return loss.loss;
}

}  // namespace heed::translator
