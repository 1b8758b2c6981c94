#include "exercises/translator/beside_references.hpp"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "exercises/translator/training.hpp"
#include "exercises/translator/training_stages.hpp"
#include "lib/files/json.hpp"

namespace heed::translator {

namespace {

/// Where a training stands before a step.
struct Before {
  Lessons lessons;
  int step;
  Model model;
  AdamStates states;  // the references': what they have made of the same gradients
};

/// A weight and its two running means, under names of their own.
template <typename See>
void for_each_tensor(Before& before, See see) {
  for (auto& [name, weight] : before.model.weights) {
    see("weight." + name, weight);
    see("mean." + name, before.states[name].mean);
    see("square." + name, before.states[name].square);
  }
}

void keep(Before before, const std::string& file) {
  nlohmann::json json{{"train", before.lessons == Lessons::train}, {"step", before.step}};
  for_each_tensor(before,
                  [&](const std::string& name, const Tensor& tensor) { json[name] = tensor.values(); });
  write_json(file, json);
}

Before kept(const Grammar& grammar, const std::string& file) {
  const nlohmann::json json = read_json(file);
  Before before{.lessons = json.at("train") == true ? Lessons::train : Lessons::overfit,
                .step = json.at("step"),
                .model = new_model(grammar),
                .states = {}};
  before.states = no_steps(before.model);
  for_each_tensor(before, [&](const std::string& name, Tensor& tensor) {
    tensor = Tensor::of(tensor.shape(), json.at(name).get<std::vector<double>>());
  });
  for (auto& [name, state] : before.states) state.steps = before.step - 1;
  return before;
}

/// The gradients' largest difference, and of which weight.
StageResult of_gradients(const Loss& right, const Loss& own) {
  for (const auto& [name, gradient] : right.gradients) {
    const double apart = difference(gradient, own.gradients.at(name));
    if (!(apart <= tolerance) && !nothing_but_rounding(gradient))
      return {.where = "gradients", .number = apart, .detail = name};
  }
  return {.passed = true};
}

/// The learner's step, with their own states, and what is different in it from the references'.
StageResult compared_step(const Parts& parts, const std::vector<Sentence>& batch, Before& before,
                          AdamStates& own_states, double& loss) {
  static const Parts references = Parts::references();
  const Loss right = loss_of(references, before.model, batch, Want::gradients),
             own = loss_of(parts, before.model, batch, Want::gradients);
  loss = own.loss;
  if (const double apart = std::abs(right.loss - own.loss); !(apart <= tolerance))
    return {.where = "loss", .number = apart, .detail = "cross_entropy"};
  if (StageResult gradients = of_gradients(right, own); !gradients.passed) return gradients;
  if (StageResult rate = compared_rate(parts, before.step); !rate.passed) return rate;
  const double rate = learning_rate(references, before.step);
  Model own_model = before.model;
  move(parts, own_model, own_states, own, rate);
  move(references, before.model, before.states, own, rate);  // the same gradients: rounding makes no steps
  for (const auto& [name, weight] : before.model.weights) {
    if (const double apart = difference(weight, own_model.weights.at(name)); !(apart <= tolerance))
      return {.where = "weights", .number = apart, .detail = name};
  }
  return {.passed = true};
}

StageResult told_step(const Parts& parts, const std::vector<Sentence>& batch, Before& before,
                      AdamStates& own_states, double& loss) {
  const int step = before.step;
  StageResult result;
  try {
    result = compared_step(parts, batch, before, own_states, loss);
  } catch (const PartError& error) {
    result = {.where = "threw", .detail = error.what()};
  }
  result.step = result.passed ? 0 : step;
  return result;
}

StageResult beside(Lessons lessons, const Parts& parts, const Grammar& grammar, const std::string& file,
                   const Progress& progress) {
  const Batches batches(grammar, lessons);
  const bool again = std::filesystem::exists(file);
  const int last = again ? kept(grammar, file).step : batches.steps();
  Before before{.lessons = lessons, .step = 1, .model = new_model(grammar), .states = {}};
  before.states = no_steps(before.model);
  AdamStates own_states = before.states;
  for (double loss = 0; before.step <= last; ++before.step) {
    const Before then = before;
    const StageResult result = told_step(parts, batches.of(before.step), before, own_states, loss);
    if (!result.passed) {
      if (!again) keep(then, file);
      return result;
    }
    progress(before.step, last, loss);
    if (loss < batches.learnt()) break;
  }
  return {.passed = true};
}

}  // namespace

StageResult beside_overfit(const Parts& parts, const Grammar& grammar, const std::string& file,
                           const Progress& progress) {
  return beside(Lessons::overfit, parts, grammar, file, progress);
}

StageResult beside_train(const Parts& parts, const Grammar& grammar, const std::string& file,
                         const Progress& progress) {
  return beside(Lessons::train, parts, grammar, file, progress);
}

StageResult step_again(const Parts& parts, const Grammar& grammar, const std::string& file, const Progress&) {
  Before before = kept(grammar, file);
  AdamStates own_states = before.states;
  double loss = 0;
  const std::vector<Sentence> batch = Batches(grammar, before.lessons).of(before.step);
  return told_step(parts, batch, before, own_states, loss);
}

}  // namespace heed::translator
