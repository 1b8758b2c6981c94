#include "tools/recall/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "autograd/no_grad.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/seconds.hpp"
#include "nn/optimizer.hpp"
#include "tools/bench/timing.hpp"

namespace heed {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t look_back = 8;     // batches whose answers say whether it is learned
constexpr double learned = 0.995;         // of them are right
constexpr std::int64_t test_batches = 8;  // of fresh sequences

double right_share(const Array& logits, const Tokens& answer) {
  const std::vector<std::int32_t> best = argmax_rows(logits.reshape({answer.size(), logits.dim(-1)}));
  std::int64_t right = 0;
  for (std::int64_t i = 0; i < answer.size(); ++i) right += best[static_cast<std::size_t>(i)] == answer[i];
  return static_cast<double>(right) / static_cast<double>(answer.size());
}

/// Mean over the sequences of the norm of the loss's gradient by the embedding of the first token.
double first_token_gradient(const RecallNet& net, const RecallBatch& batch) {
  const Variable x = Variable::parameter(net.embed(batch.input).value());
  cross_entropy(net(x, batch.answer.dim(1)), batch.answer, {.reduction = Reduction::sum}).backward();
  const std::int64_t width = x.dim(2), row = x.dim(1) * width;
  double total = 0;
  for (std::int64_t b = 0; b < x.dim(0); ++b) {
    double squares = 0;
    for (std::int64_t i = 0; i < width; ++i) squares += std::pow(x.grad().data()[b * row + i], 2);
    total += std::sqrt(squares);
  }
  net.zero_grad();
  return total / static_cast<double>(x.dim(0));
}

/// Trains at the distance of the cell until it is learned, and fills in the cell.
void train_at(const RecallNet& net, Optimizer& optimizer, const RecallPlan& plan, RecallCell& cell, Rng& rng,
              const std::function<bool()>& go_on) {
  std::vector<double> times, shares;
  const std::vector<Variable> parameters = net.parameters();
  const std::int64_t most = recall_steps(plan, cell.distance);
  while (cell.steps < most && go_on()) {
    const RecallBatch batch = recall_batch(cell.task, cell.distance, plan.sequences, rng);
    cell.tokens = batch.input.dim(1);
    const auto begin = Clock::now();
    optimizer.zero_grad();
    const Variable logits = net(net.embed(batch.input), batch.answer.dim(1));
    cross_entropy(logits, batch.answer).backward();
    clip_grad_norm(parameters, 1);
    optimizer.step();
    times.push_back(seconds_since(begin) * 1e6 / static_cast<double>(batch.input.size()));
    shares.push_back(right_share(logits.value(), batch.answer));
    ++cell.steps;
    if (std::ssize(shares) < look_back) continue;
    double sum = 0;
    for (auto share = shares.end() - look_back; share != shares.end(); ++share) sum += *share;
    if (sum / look_back >= learned) break;
  }
  if (!times.empty()) cell.us_a_token = median(times);
  const NoGrad no_grad;
  for (std::int64_t i = 0; i < test_batches; ++i) {
    const RecallBatch batch = recall_batch(cell.task, cell.distance, plan.sequences, rng);
    cell.accuracy += right_share(net(net.embed(batch.input), batch.answer.dim(1)).value(), batch.answer) /
                     static_cast<double>(test_batches);
  }
}

}  // namespace

std::vector<double> recall_values(const std::vector<RecallCell>& cells, const std::string& kind,
                                  RecallTask task, std::int64_t distance, double RecallCell::*field) {
  std::vector<double> found;
  for (const RecallCell& c : cells) {
    if (c.kind == kind && c.task == task && c.distance == distance) found.push_back(c.*field);
  }
  return found;
}

std::int64_t recall_steps(const RecallPlan& plan, std::int64_t distance) {
  return std::max<std::int64_t>(
      1, std::llround(static_cast<double>(plan.steps) / std::sqrt(static_cast<double>(distance) / 8)));
}

RecallNet::Options recall_net(const RecallPlan& plan, const std::string& kind) {
  const RecallNet::Options attention{
      .vocabulary = recall_vocabulary,
      .width = plan.width,
      .reach = *std::max_element(plan.distances.begin(), plan.distances.end()) + 8};
  if (kind == attention.kind) return attention;
  Rng rng(1);
  RecallNet::Options options = attention;
  options.kind = kind;
  return with_parameters(options, RecallNet(attention, rng).parameter_count());
}

std::vector<RecallCell> measure_recall(const RecallPlan& plan) {
  const auto start = Clock::now();
  std::vector<std::int64_t> distances = plan.distances;
  std::sort(distances.begin(), distances.end());
  std::map<std::string, RecallNet::Options> options;
  for (const RecallKind& kind : recall_kinds()) options[kind.name] = recall_net(plan, kind.name);
  const std::size_t all = plan.seeds.size() * plan.tasks.size() * recall_kinds().size() * distances.size();
  std::vector<RecallCell> cells;
  std::size_t done = 0;
  for (const std::uint64_t seed : plan.seeds) {
    for (const RecallTask task : plan.tasks) {
      for (const RecallKind& kind : recall_kinds()) {
        Rng initial(seed), data = initial.fork(1), probes = initial.fork(2);
        const RecallNet net(options.at(kind.name), initial);
        Adam optimizer(net.parameters(), {.lr = plan.learning_rate});
        std::vector<double> gradients;  // before any training
        for (const std::int64_t distance : distances)
          gradients.push_back(
              first_token_gradient(net, recall_batch(task, distance, plan.sequences, probes)));
        for (std::size_t i = 0; i < distances.size(); ++i) {
          RecallCell cell{.kind = kind.name, .task = task, .distance = distances[i], .seed = seed};
          if (plan.on_next && !plan.on_next(cell, done++, all)) return cells;
          bool whole = true;
          train_at(net, optimizer, plan, cell, data, [&] {
            whole =
                seconds_since(start) < plan.seconds && (!plan.on_next || plan.on_next(cell, done - 1, all));
            return whole;
          });
          if (!whole) break;  // half a training says nothing of the net
          cell.gradient_norm = gradients[i];
          cells.push_back(cell);
        }
      }
    }
  }
  return cells;
}

}  // namespace heed
