#include "tools/translation/time_budget.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/process/process.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "tools/language/duration.hpp"
#include "tools/language/spoken.hpp"
#include "tools/processes/processes.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {
namespace {

using Clock = std::chrono::steady_clock;

double target_tokens(const std::vector<Example>& examples) {
  return std::accumulate(examples.begin(), examples.end(), 0.0, [](double sum, const Example& e) {
    return sum + static_cast<double>(e.target.size()) + 1;  // and <eos>
  });
}

void stop_if_asked() {
  if (interrupt_requested()) throw_error<Interrupted>("interrupted");
}

/// Seconds a target token. The first third of the time does not count: it asks the system for memory. Ends
/// after `seconds`, but for the step that is being made and one that counts.
double seconds_a_token(TrainingTask task, const SessionOptions& o, double seconds) {
  constexpr std::int64_t first = 4, least = 4;  // steps, where there is time for them
  task.valid_loss = nullptr;
  TrainingOptions t{.epochs = 1'000'000,  // of which time ends the first ones
                    .accumulate = o.accumulate,
                    .schedule = constant_schedule(1e-4),
                    .clip = o.clip,
                    .seed = o.seed,
                    .shards = shards_of(o)};
  const auto begun = Clock::now();
  auto start = begun;
  double tokens = 0, taken = 0;
  std::int64_t steps = 0, counted = 0;
  t.on_step = [&](const StepReport& step) {
    const double gone = seconds_since(begun);
    if (counted == 0 && gone < seconds && (++steps < first || gone < seconds / 3)) {
      start = Clock::now();
      return;
    }
    ++counted;
    tokens += static_cast<double>(step.target_tokens);
    taken = seconds_since(start);
  };
  t.should_stop = [&] {
    return interrupt_requested() || (counted >= least && taken > seconds * 2 / 3) ||
           (counted > 0 && seconds_since(begun) > seconds);
  };
  Adam optimizer(task.model.parameters(), {.lr = 1e-4});
  train(task, optimizer, t);
  stop_if_asked();
  return taken / tokens;
}

}  // namespace

const std::vector<ModelSize>& sizes_to_choose_from() {
  static const std::vector<ModelSize> sizes{{128, 4, 2, 256},  {128, 4, 3, 256},  {160, 4, 3, 320},
                                            {192, 6, 3, 384},  {224, 7, 3, 448},  {256, 8, 3, 512},
                                            {256, 8, 4, 768},  {320, 8, 4, 960},  {384, 8, 4, 1152},
                                            {384, 8, 6, 1536}, {512, 8, 6, 1536}, {512, 8, 6, 2048}};
  return sizes;
}

ModelSize size_of(const TransformerOptions& o) {
  return {o.layer.d_model, o.layer.heads, o.encoder_layers, o.layer.dim_feedforward};
}

void set_size(TransformerOptions& o, const ModelSize& size) {
  o.layer.d_model = size.d_model;
  o.layer.heads = size.heads;
  o.layer.dim_feedforward = size.dim_feedforward;
  o.encoder_layers = o.decoder_layers = size.layers;
}

SizeCost measure_cost(const TranslationData& data, const TranslationSession& session, const BeamOptions& beam,
                      double seconds) {
  constexpr std::size_t sample = 100;  // sentences that are translated together
  const Translator translator = untrained_translator(data, session);
  const std::vector<Example>& all = data.valid.examples;
  const std::vector<Example> valid(all.begin(),
                                   all.begin() + std::ssize(all) / (1 + std::ssize(all) / sample));
  const TrainingTask task =
      seq2seq_task(translator.model(), data.train.examples, valid, task_options(session.run));
  const double token = seconds_a_token(task, session.run, seconds);

  const NoGrad no_grad;
  const Evaluating evaluating(task.model);
  std::vector<std::vector<std::int32_t>> sources;
  for (const Example& e : valid) sources.push_back(e.source);
  const double sentences = static_cast<double>(valid.size());
  // A model that knows nothing does not end its sentences: they end where those of the data do.
  const auto length = static_cast<std::int64_t>(std::ceil(target_tokens(valid) / sentences));
  const auto a_sentence = [&](const auto& work) {
    stop_if_asked();
    auto start = Clock::now();
    work();  // asks the system for memory
    if (seconds_since(start) < seconds) {
      stop_if_asked();
      start = Clock::now();
      work();
    }
    return seconds_since(start) / sentences;
  };
  const auto decode = [&](std::int64_t width) {
    BeamOptions o = beam;
    o.beam = width;
    o.n_best = 1;
    o.decoding.max_length = length;
    return a_sentence([&] { translator.decode_all(sources, o); });
  };
  const double greedy = decode(1), loss = a_sentence([&] { task.valid_loss(); });
  const double by_beam = beam.beam > 1 ? decode(beam.beam) : 0;
  return {.size = size_of(session.model),
          .pass = token * target_tokens(data.train.examples) +
                  (greedy + loss) * static_cast<double>(data.valid.examples.size()),
          .ending = (greedy + by_beam) * static_cast<double>(data.test.examples.size())};
}

std::int64_t passes_wanted(std::size_t pairs, const SessionOptions& o) {
  const double batches = std::ceil(static_cast<double>(pairs) / static_cast<double>(o.batch_sentences));
  return static_cast<std::int64_t>(std::ceil(steps_wanted * static_cast<double>(o.accumulate) / batches));
}

TimePlan plan_for(const std::vector<SizeCost>& costs, double seconds, std::int64_t passes) {
  const auto possible = [&](const SizeCost& cost) {
    return std::max(static_cast<std::int64_t>((seconds - cost.ending) / cost.pass), std::int64_t{0});
  };
  TimePlan plan;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (possible(costs[i]) >= passes) plan.chosen = i;
  }
  const SizeCost& cost = costs[plan.chosen];
  plan.epochs = possible(cost);
  plan.seconds = static_cast<double>(plan.epochs) * cost.pass + cost.ending;
  return plan;
}

void measure_falling_again(std::vector<SizeCost>& costs, const Measuring& measuring) {
  for (std::size_t i = costs.size(); i-- > 1;) {
    SizeCost &narrow = costs[i - 1], &wide = costs[i];
    for (int tries = 0; tries < 2 && narrow.pass > wide.pass && !measuring.over(); ++tries) {
      const SizeCost again = measuring.cost(narrow.size);
      narrow.pass = std::min(narrow.pass, again.pass);
      narrow.ending = std::min(narrow.ending, again.ending);
    }
    narrow.pass = std::min(narrow.pass, wide.pass);
    narrow.ending = std::min(narrow.ending, wide.ending);
  }
}

std::vector<SizeCost> costs_around(const std::vector<ModelSize>& sizes, std::int64_t passes,
                                   const Measuring& measuring) {
  std::map<std::size_t, SizeCost> costs;
  // All below `low` fit, `high` and all above do not.
  for (std::size_t low = 0, high = sizes.size(); low < high || costs.empty();) {
    if (measuring.over() && low > 0) break;
    const std::size_t middle = measuring.over() ? 0 : (low + high) / 2;
    costs[middle] = measuring.cost(sizes[middle]);
    if (plan_for({costs[middle]}, measuring.left(), passes).epochs >= passes) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  std::vector<SizeCost> sorted;
  for (const auto& [place, cost] : costs) sorted.push_back(cost);
  return sorted;
}

void use_what_is_left(SizeCost& cost, TimePlan& plan, const Measuring& measuring) {
  constexpr double full = 0.94;
  double part = 2;
  for (int tries = 0; tries < 4 && !measuring.over() && plan.seconds < full * measuring.left(); ++tries) {
    ModelSize wider = cost.size;
    const double more =
        part * (measuring.left() / plan.seconds - 1) * static_cast<double>(wider.dim_feedforward);
    wider.dim_feedforward += std::max<std::int64_t>(std::llround(more / 32) * 32, 32);
    const SizeCost measured = measuring.cost(wider);
    const TimePlan again = plan_for({measured}, measuring.left(), plan.epochs);
    if (again.epochs < plan.epochs) {
      part /= 2;
      continue;
    }
    cost = measured;
    plan = again;
  }
}

double times_fitting(const SizeCost& cost, double seconds, std::int64_t passes) {
  return (seconds - cost.ending) / (cost.pass * static_cast<double>(passes));
}

std::size_t pairs_for(double times, std::size_t pairs) {
  return static_cast<std::size_t>(std::clamp(std::floor(times * static_cast<double>(pairs)), 0.0, 1e6));
}

double dropout_for(std::int64_t epochs) { return epochs <= 60 ? 0.1 : 0.2; }

bool is_over(double seconds, double budget) { return seconds > 1.06 * budget + 1; }

std::string why_chosen(const BudgetChoice& c) {
  if (c.fits >= 1)
    return spoken("Chosen: the largest that can read its pairs {} times, so that it takes some {} steps.",
                  "선택: 문장쌍을 {}번 읽어 {}걸음쯤 학습할 수 있는 가장 큰 모델.", c.passes,
                  grouped(steps_wanted));
  if (c.fewer_pairs)
    return spoken(
        "Chosen: the smallest, and as many pairs as it can read {} times; for some {} steps give about {}.",
        "선택: 가장 작은 모델과, 그것이 {}번 읽을 수 있을 만큼의 문장쌍. {}걸음쯤 학습하려면 {}쯤 주세요.",
        c.passes, grouped(steps_wanted), duration_in(std::ceil(c.all), spoken_language()));
  return spoken("Chosen: the smallest, and all the time for it; {} passes, some {} steps, would be better.",
                "선택: 가장 작은 모델에 시간을 모두 씀. {}번, {}걸음쯤 읽으면 더 좋음.", c.passes,
                grouped(steps_wanted));
}

}  // namespace heed
