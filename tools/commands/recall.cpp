// heed recall: what attention, recurrent nets, convolution and a state space remember over a distance, beside
// what documents say.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/progress.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/measurements.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/recall.hpp"

namespace heed {
namespace {

struct RecallCommand {
  std::vector<std::int64_t> distances{};
  std::int64_t seeds = 0, steps = 0;  // 0: the plan's
  double learning_rate = RecallPlan().learning_rate, minutes = 0;
  MeasurementFiles files{};
  bool quick = false;
};

int compare_recall(const RecallCommand& o) {
  check_measurement_files(o.files);
  RecallPlan plan{.learning_rate = o.learning_rate};
  if (o.quick) plan.distances = {8, 32, 128}, plan.steps = 3000, plan.seconds = 115;
  if (o.steps > 0) plan.steps = o.steps;
  if (o.minutes > 0) plan.seconds = 60 * o.minutes;
  if (!o.distances.empty()) plan.distances = o.distances;
  std::sort(plan.distances.begin(), plan.distances.end());
  plan.distances.erase(std::unique(plan.distances.begin(), plan.distances.end()), plan.distances.end());
  if (o.seeds > 0) plan.seeds.clear();
  for (std::int64_t seed = 1; seed <= o.seeds; ++seed) plan.seeds.push_back(static_cast<std::uint64_t>(seed));
  const CatchInterrupts catching;
  Progress progress({.label = tr("recall"),
                     .total = static_cast<std::int64_t>(plan.seeds.size() * plan.tasks.size() *
                                                        recall_kinds().size() * plan.distances.size())});
  plan.on_step = [&](const RecallCell& next, std::size_t done) {
    progress.update({.done = static_cast<std::int64_t>(done),
                     .values = {{word(next.kind).in(spoken_language()),
                                 tr("{} over {}, seed {}, step {}",
                                    word(recall_task_name(next.task)).in(spoken_language()),
                                    grouped(next.distance), next.seed, next.steps)}}});
    return !interrupt_requested();
  };
  const std::vector<RecallCell> cells = measure_recall(plan);
  progress.finish();
  return show_measurement(o.files, "recall", found_of_recall(plan, cells), o.quick);
}

}  // namespace

void add_recall(CLI::App& app, Action& action) {
  auto o = std::make_shared<RecallCommand>();
  CLI::App* command = add_command(app, "recall");
  const AddOptions add(*command);
  add("--quick", o->quick);
  add("--distances", o->distances);
  add("--seeds", o->seeds);
  add("--steps", o->steps);
  add("--lr", o->learning_rate);
  add("--minutes", o->minutes);
  add_language(*command);
  add_measurement_options(*command, o->files);
  command->callback([o, &action] { action = [o] { return compare_recall(*o); }; });
}

}  // namespace heed
