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
  CLI::App* command = app.add_subcommand(
      "recall", tr_noop("what attention, convolution, state space, LSTM and RNN remember over a distance"));
  command->footer(tr_noop(
      "Nets that do not learn the shortest distance end there; what there was no time for is left out: –.\n"
      "Ctrl-C ends it with what was measured until then.\n"
      "Examples:\n  heed recall --quick\n  heed recall --json recall.json --csv recall.csv\n"
      "  heed recall --distances 8,16,32,64 --seeds 5"));
  command->add_flag("--quick", o->quick, tr_noop("distances up to 128, 3,000 steps: two minutes"));
  command->add_option("--distances", o->distances, tr_noop("tokens between what is told and what is asked"))
      ->delimiter(',')
      ->transform(number_between<std::int64_t>(8, 4096))
      ->option_text("DISTANCES [8,32,128,512]");
  command->add_option("--seeds", o->seeds, tr_noop("trainings of each net"))
      ->transform(number_between<std::int64_t>(1, 100))
      ->option_text("SEEDS [3]");
  command
      ->add_option("--steps", o->steps,
                   tr_noop("of training at distance 8 at most; at a distance d (8/d)^(2/3) times as many"))
      ->transform(number_between<std::int64_t>(1, 1'000'000))
      ->option_text("STEPS [6000]");
  add_number(*command, "--lr", o->learning_rate, "RATE", tr_noop("learning rate of Adam"), 0.0, 1.0);
  command->add_option("--minutes", o->minutes, tr_noop("time for all: what does not fit in is left out"))
      ->transform(number_between(0.01, 10'000.0))
      ->option_text("MINUTES [12]");
  command
      ->add_option("--width", o->width,
                   tr_noop("of attention, a multiple of 8; the others have as many parameters"))
      ->transform(number_between<std::int64_t>(8, 1024))
      ->check(CLI::Validator(
          [](std::string& text) { return std::stoll(text) % 8 == 0 ? "" : "takes a multiple of 8"; }, ""))
      ->option_text("WIDTH [64]");
  add_language(*command);
  add_measurement_options(*command, o->files, tr_noop("write the measurements there"));
  command->callback([o, &action] { action = [o] { return compare_recall(*o); }; });
}

}  // namespace heed
