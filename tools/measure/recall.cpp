#include "tools/measure/recall.hpp"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <mutex>
#include <numeric>

#include "autograd/no_grad.hpp"
#include "lib/array/parallel.hpp"
#include "lib/core/error_types.hpp"
#include "lib/core/flush_denormal.hpp"
#include "lib/core/seconds.hpp"
#include "lib/score/ratio_interval.hpp"
#include "nn/trainer.hpp"
#include "nn/training_task.hpp"
#include "tools/measure/claims.hpp"

namespace heed {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t look_back = 16;     // batches whose answers say whether it is learned
constexpr double enough = 0.98;           // of them are right
constexpr std::int64_t test_batches = 8;  // of fresh sequences
constexpr int passes = 3;                 // forward and backward, for gradient and time, after one more

/// Seconds that this thread has computed: other programs do not count.
double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Variable loss_sum(const Variable& logits, const Tokens& answer) {
  return cross_entropy(logits, answer, {.reduction = Reduction::sum});
}

/// Measures what an untrained net shows.
void measure_untrained(const RecallNet& net, const RecallPlan& plan, RecallCell& cell, Rng& rng) {
  std::vector<double> times, gradients;
  for (int pass = 0; pass <= passes; ++pass) {
    const RecallBatch batch = recall_batch(cell.task, cell.distance, plan.sequences, rng);
    cell.tokens = batch.input.dim(1);
    const double begin = thread_seconds();
    gradients.push_back(first_token_gradient(net, batch));
    if (pass > 0)  // the first one asks for memory
      times.push_back((thread_seconds() - begin) * 1e6 / static_cast<double>(batch.input.size()));
  }
  cell.gradient_norm = std::accumulate(gradients.begin(), gradients.end(), 0.0) / (passes + 1);
  cell.us_a_token = median(times);
}

/// The share of right answers over the distance of the cell.
double right_of_fresh(const RecallNet& net, const RecallPlan& plan, const RecallCell& cell, Rng& rng) {
  const NoGrad no_grad;
  double right = 0, all = 0;
  for (std::int64_t i = 0; i < test_batches; ++i) {
    const RecallBatch batch = recall_batch(cell.task, cell.distance, plan.sequences, rng);
    right += right_answers(net(net.embed(batch.input), batch.answer.dim(1)).value(), batch.answer);
    all += static_cast<double>(batch.answer.size());
  }
  return right / all;
}

/// Trains at the distance of the cell until it is learned, and fills in the cell. `go_on` is asked before
/// each step; where it says no, the cell stays as it was.
void train_at(const RecallNet& net, Optimizer& optimizer, const RecallPlan& plan, RecallCell& cell, Rng& rng,
              const std::function<bool(std::int64_t step)>& go_on) {
  std::deque<double> shares;
  std::int64_t steps = 0;
  const auto is_learned = [&] {
    return shares.size() == look_back &&
           std::accumulate(shares.begin(), shares.end(), 0.0) >= enough * look_back;
  };
  const std::int64_t answers = recall_batch(cell.task, cell.distance, 1, rng).answer.size() * plan.sequences;
  const TrainingTask task = drawn_task(net, recall_steps(plan, cell.distance), answers, [&](std::size_t) {
    const RecallBatch batch = recall_batch(cell.task, cell.distance, plan.sequences, rng);
    const Variable logits = net(net.embed(batch.input), batch.answer.dim(1));
    shares.push_back(right_answers(logits.value(), batch.answer) / static_cast<double>(answers));
    if (shares.size() > look_back) shares.pop_front();
    return loss_sum(logits, batch.answer);
  });
  bool whole = go_on(0);
  if (!whole) return;
  try {
    train(task, optimizer,
          {.epochs = 1,
           .schedule = constant_schedule(plan.learning_rate),
           .on_step = [&](const StepReport& report) { steps = report.step; },
           .should_stop = [&] { return is_learned() || !(whole = go_on(steps)); }});
  } catch (const NumericError&) {
    whole = false;
  }
  if (!whole) return;
  cell.steps = steps;
  cell.accuracy = right_of_fresh(net, plan, cell, rng);
}

/// A net of the comparison, and what is measured of it: a cell for each distance.
struct Contestant {
  RecallNet::Options options;
  std::vector<RecallCell> cells{};
};

std::vector<Contestant> contestants(const RecallPlan& plan) {
  std::vector<std::int64_t> distances = plan.distances;
  std::ranges::sort(distances);
  std::map<std::string, RecallNet::Options> nets;
  for (const RecallKind& kind : recall_kinds()) nets[kind.name] = recall_net(plan, kind);
  std::vector<Contestant> all;
  for (const std::uint64_t seed : plan.seeds) {
    for (const RecallTask task : plan.tasks) {
      for (const RecallKind& kind : recall_kinds()) {
        all.push_back({nets[kind.name]});
        for (const std::int64_t distance : distances)
          all.back().cells.push_back({.kind = kind.name, .task = task, .distance = distance, .seed = seed});
      }
    }
  }
  return all;
}

}  // namespace

const std::vector<RecallKind>& recall_kinds() {
  using Net = RecallNet::Kind;
  static const std::vector<RecallKind> kinds{{Net::attention, "attention"},
                                             {Net::convolution, "convolution"},
                                             {Net::state_space, "state space"},
                                             {Net::lstm, "LSTM"},
                                             {Net::rnn, "RNN"}};
  return kinds;
}

double first_token_gradient(const RecallNet& net, const RecallBatch& batch) {
  const Variable x = Variable::parameter(net.embed(batch.input).value());
  loss_sum(net(x, batch.answer.dim(1)), batch.answer).backward();
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

std::int64_t recall_steps(const RecallPlan& plan, std::int64_t distance) {
  const double shorter = std::cbrt(8.0 / static_cast<double>(distance));
  return std::max<std::int64_t>(1, std::llround(static_cast<double>(plan.steps) * shorter * shorter));
}

RecallNet::Options recall_net(const RecallPlan& plan, const RecallKind& kind) {
  RecallNet::Options options{
      .vocabulary = recall_vocabulary, .width = plan.width, .reach = std::ranges::max(plan.distances) + 8};
  if (kind.net == options.kind) return options;
  Rng rng(1);
  const std::int64_t parameters = RecallNet(options, rng).parameter_count();  // of attention
  options.kind = kind.net;
  return with_parameters(options, parameters);
}

std::vector<RecallCell> measure_recall(const RecallPlan& plan) {
  const auto start = Clock::now();
  std::vector<Contestant> all = contestants(plan);
  std::mutex asking;
  std::size_t done = 0;
  bool ended = false;
  const auto go_on = [&](const RecallCell& cell, std::int64_t step) {
    const std::lock_guard lock(asking);
    RecallCell next = cell;
    next.steps = step;
    ended = ended || seconds_since(start) >= plan.seconds || (plan.on_step && !plan.on_step(next, done));
    return !ended;
  };
  const auto each = [&](const auto& body) {
    parallel_chunks(std::ssize(all), [&](std::int64_t i) {
      const FlushDenormal fast;  // a gradient that vanishes over 128 tokens cost an RNN ten times the time
      body(all[static_cast<std::size_t>(i)]);
    });
  };
  each([&](Contestant& one) {
    Rng initial(one.cells.front().seed), probes = initial.fork(2);
    const RecallNet net(one.options, initial);
    for (RecallCell& cell : one.cells) {
      if (!go_on(cell, 0)) return;
      measure_untrained(net, plan, cell, probes);
      cell.path = path_steps(net, cell.distance);
    }
  });
  each([&](Contestant& one) {
    if (plan.steps == 0) return;
    Rng initial(one.cells.front().seed), data = initial.fork(1);
    const RecallNet net(one.options, initial);
    Adam optimizer(net.parameters());
    for (RecallCell& cell : one.cells) {
      if (&cell == &one.cells.front() || one.cells.front().accuracy.value_or(0) >= recall_learned)
        train_at(net, optimizer, plan, cell, data, [&](std::int64_t step) { return go_on(cell, step); });
      else if (go_on(cell, 0))
        cell.accuracy = right_of_fresh(net, plan, cell, data);
      if (!cell.accuracy) break;
    }
    const std::lock_guard lock(asking);
    done += one.cells.size();
  });
  std::vector<RecallCell> measured;
  for (const Contestant& one : all)
    for (const RecallCell& cell : one.cells)
      if (cell.tokens > 0) measured.push_back(cell);
  return measured;
}

}  // namespace heed
