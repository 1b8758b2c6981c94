#include "nn/classification_task.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

Tokens classes_of(const LabelledSet& set, std::span<const std::size_t> examples) {
  std::vector<std::int32_t> classes;
  for (const std::size_t i : examples) classes.push_back(set.classes[i]);
  return {Shape{std::ssize(classes)}, std::move(classes)};
}

}  // namespace

TrainingTask classification_task(const Module& model, LabelledSet train_set, LabelledSet valid_set,
                                 const ClassificationOptions& options) {
  if (train_set.classes.empty()) throw_error<Error>("there is nothing to train on: no examples");
  TrainingTask task;
  task.model = model;
  task.batches = shuffled_batches(train_set.classes.size(), options.batch, options.seed);
  task.loss = [set = std::make_shared<const LabelledSet>(std::move(train_set)),
               smoothing = options.label_smoothing](std::span<const std::size_t> examples) {
    const std::vector<std::size_t> these(examples.begin(), examples.end());
    return LossSum{std::ssize(these), [set, these, smoothing] {
                     return cross_entropy(set->logits(these), classes_of(*set, these),
                                          {.label_smoothing = smoothing, .reduction = Reduction::sum});
                   }};
  };
  if (!valid_set.classes.empty()) {
    task.valid_loss = [model, set = std::make_shared<const LabelledSet>(std::move(valid_set))] {
      return classify(model, *set).loss;
    };
  }
  return task;
}

Classified classify(const Module& model, const LabelledSet& set, std::size_t batch) {
  const NoGrad no_grad;
  const Evaluating evaluating(model);
  Classified result;
  std::vector<std::size_t> all(set.classes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::int64_t right = 0;
  for (std::size_t begin = 0; begin < all.size(); begin += batch) {
    const auto examples = std::span(all).subspan(begin, std::min(batch, all.size() - begin));
    const Variable logits = set.logits(examples);
    const Tokens classes = classes_of(set, examples);
    result.loss += static_cast<double>(cross_entropy(logits, classes, {.reduction = Reduction::sum}).item());
    for (const std::int32_t best : argmax_rows(logits.value())) {
      right += best == set.classes[result.predicted.size()] ? 1 : 0;
      result.predicted.push_back(best);
    }
  }
  if (!all.empty()) {
    result.loss /= static_cast<double>(all.size());
    result.accuracy = static_cast<double>(right) / static_cast<double>(all.size());
  }
  return result;
}

}  // namespace heed
