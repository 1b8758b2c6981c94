#include "nn/training_task.hpp"

#include <algorithm>
#include <numeric>

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"
#include "lib/data/draws.hpp"

namespace heed::inline HEED_PRECISION {

std::function<std::vector<std::vector<std::size_t>>(std::uint64_t)> shuffled_batches(std::size_t examples,
                                                                                     std::size_t size,
                                                                                     std::uint64_t seed) {
  if (const auto negative = static_cast<std::ptrdiff_t>(std::max(examples, size)); negative < 0)
    throw_error<UsageError>("batches of {} examples: must not be negative", negative);
  if (size == 0) throw_error<UsageError>("batches of 0 examples: must be at least 1");
  return [=](std::uint64_t epoch) {
    std::vector<std::size_t> order(examples);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Draws(seed, epoch).shuffle(order);
    std::vector<std::vector<std::size_t>> batches;
    for (auto begin = order.begin(); begin != order.end();) {
      const auto left = static_cast<std::size_t>(order.end() - begin);
      const auto end = begin + static_cast<std::ptrdiff_t>(std::min(size, left));
      batches.emplace_back(begin, end);
      begin = end;
    }
    return batches;
  };
}

double mean_loss(const Module& model, const std::vector<std::vector<std::size_t>>& batches,
                 const std::function<LossSum(std::span<const std::size_t>)>& loss) {
  const NoGrad no_grad;
  const Evaluating evaluating(model);
  double sum = 0;
  std::int64_t tokens = 0;
  for (const std::vector<std::size_t>& batch : batches) {
    const LossSum one = loss(batch);
    sum += static_cast<double>(one.sum().item());
    tokens += one.tokens;
  }
  return tokens == 0 ? 0 : sum / static_cast<double>(tokens);
}

TrainingTask drawn_task(const Module& model, std::int64_t steps, std::int64_t targets,
                        std::function<Variable(std::size_t step)> loss) {
  TrainingTask task;
  task.model = model;
  task.batches = [steps](std::uint64_t) {
    std::vector<std::vector<std::size_t>> batches;
    for (std::int64_t i = 0; i < steps; ++i) batches.push_back({static_cast<std::size_t>(i)});
    return batches;
  };
  task.loss = [targets, loss = std::move(loss)](std::span<const std::size_t> batch) {
    return LossSum{targets, [loss, step = batch.front()] { return loss(step); }};
  };
  return task;
}

}  // namespace heed
