// heed recall: what attention, recurrent nets, convolution and a state space remember over a distance, beside
// what documents say.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/progress.hpp"
#include "lib/report/terminal.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/measurements.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/recall_tables.hpp"
#include "tools/measure/series.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

struct RecallCommand {
  std::vector<std::int64_t> distances{};
  std::int64_t seeds = 0, steps = 0, width = 64;  // 0: the plan's
  double learning_rate = RecallPlan().learning_rate, minutes = 0;
  MeasurementFiles files{};
  bool quick = false;
};

int compare_recall(const RecallCommand& o) {
  check_measurement_files(o.files);
  RecallPlan plan{.width = o.width, .learning_rate = o.learning_rate};
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
                                                        recall_kinds().size() * plan.distances.size()),
                     .most_seconds = plan.seconds});
  plan.on_step = [&](const RecallCell& next, std::size_t done, std::size_t) {
    progress.update(
        {.done = static_cast<std::int64_t>(done),
         .values = {{recall_kind(next.kind).title().in(spoken_language()),
                     tr("{} over {}, seed {}, step {}", recall_task_title(next.task).in(spoken_language()),
                        grouped(next.distance), next.seed, next.steps)}}});
    return !interrupt_requested();
  };
  RecallResults results{.plan = plan, .cells = measure_recall(plan)};
  progress.finish();
  results.complete = !interrupt_requested();
  const Terminal out = terminal(Stream::output);
  const Language language = spoken_language();
  ExperimentResults measured{.machine = describe_machine(), .quick = o.quick};
  measured.all.push_back({.id = "recall", .finding = found_of_recall(results)});
  if (!results.cells.empty()) {
    ExperimentResult shown = measured.all.front();
    shown.finding.tables.pop_back();  // every cell is for files
    for (const ResultTable& table : shown.finding.tables)
      if (table.title.english == text_of("C8.gradient table").english)
        shown.finding.picture = series_picture(table, out.width, language);
    fmt::print("{}", finding_text(shown, language, out.interactive ? out.width : 0));
  }
  write_measurements(o.files, measured);
  return results.complete ? 0 : 128 + interrupt_signal();
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
  add("--width", o->width)
      ->check(CLI::Validator(
          [](std::string& text) { return std::stoll(text) % 8 == 0 ? "" : "takes a multiple of 8"; }, ""));
  add_language(*command);
  add_measurement_options(*command, o->files);
  command->callback([o, &action] { action = [o] { return compare_recall(*o); }; });
}

}  // namespace heed
