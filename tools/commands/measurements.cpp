// The commands that measure share this; heed attention, recall and bench are experiments by themselves.
#include "tools/commands/measurements.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <set>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "lib/process/this_program.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/progress.hpp"
#include "lib/report/terminal.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/named_files.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/attention.hpp"
#include "tools/measure/bench.hpp"
#include "tools/measure/recall.hpp"

namespace heed {

void add_measurement_options(CLI::App& command, MeasurementFiles& files) {
  const AddOptions add(command, "measurements");
  add("--json", files.json);
  add("--csv", files.csv);
  add_threads(command, "measurements");
}

void check_measurement_files(const MeasurementFiles& files) {
  std::vector<std::filesystem::path> others;
  for (const auto& [option, file] : {std::pair("--json", files.json), {"--csv", files.csv}}) {
    if (file.empty()) continue;
    if (file == "-")
      throw_error<UsageError>(tr_noop("- is no file, and standard output has the text already: name a file"));
    if (std::filesystem::is_directory(file)) throw_error<Error>(tr_noop("{} is a folder: name a file"), file);
    require_writable_folder(file);
    refuse_to_overwrite(option, file, others);
    others.emplace_back(file);
  }
}

std::size_t table_width() {
  const Terminal out = terminal(Stream::output);
  return out.interactive ? out.width : 0;
}

void write_measurements(const MeasurementFiles& files, const nlohmann::json& results) {
  if (!files.json.empty()) {
    write_json(files.json, results);
    fmt::print("\n{}: {}\n", tr("Everything measured"), files.json);
  }
  if (!files.csv.empty()) {
    atomic_write(files.csv, results_csv(results));
    fmt::print("\n{}: {}\n", tr("The measurements as a table"), files.csv);
  }
}

namespace {

/// Shows the finding of a command that is an experiment by itself, and writes its files. Returns the exit
/// status.
int show_measurement(const MeasurementFiles& files, const std::string& id, Finding finding, bool quick) {
  const bool stopped = interrupt_requested();
  if (stopped) finding.notes.push_back(text_of("experiment.interrupted"));
  nlohmann::json results = no_results(quick);
  results["claims"].push_back(json_of(id, finding));
  if (!finding.tables.empty())  // else nothing was measured
    fmt::print("{}", finding_text(results["claims"][0], spoken_language(), table_width()));
  write_measurements(files, results);
  return stopped ? 128 + interrupt_signal() : 0;
}

/// The numbers in order, each once.
std::vector<std::int64_t> in_order(const std::vector<std::int64_t>& numbers) {
  const std::set<std::int64_t> sorted(numbers.begin(), numbers.end());
  return {sorted.begin(), sorted.end()};
}

struct AttentionCommand {
  std::vector<std::int64_t> lengths{};
  MeasurementFiles files{};
  bool quick = false;
};

int compare_attentions(const AttentionCommand& o) {
  check_measurement_files(o.files);
  AttentionPlan plan;
  if (o.quick) plan.lengths = {256, 512, 1024, 2048, 4096}, plan.seconds = 45, plan.seconds_each = 0.03;
  if (!o.lengths.empty()) plan.lengths = in_order(o.lengths);
  const CatchInterrupts catching;
  std::int64_t done = 0;
  Progress cells({.label = tr("attention"),
                  .total = static_cast<std::int64_t>(plan.lengths.size() * attention_kinds().size() * 2)});
  plan.on_next = [&](const AttentionMeasurement& next) {
    cells.update(
        {.done = done++,
         .values = {{word(next.kind).in(spoken_language()), tr("{} tokens", grouped(next.tokens))}}});
    return !interrupt_requested();
  };
  const std::vector<AttentionMeasurement> all = measure_attentions(plan);
  cells.finish();
  return show_measurement(o.files, "attention", found_of_attentions(all), o.quick);
}

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
  if (!o.distances.empty()) plan.distances = in_order(o.distances);
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

struct BenchCommand {
  BenchOptions bench{};
  std::string task{};
  MeasurementFiles files{};
};

int bench(const BenchCommand& o) {
  if (!o.task.empty()) {
    fmt::print("{}\n", run_bench_task(o.task).dump());
    return 0;
  }
  check_measurement_files(o.files);
  const CatchInterrupts catching;
  return show_measurement(o.files, "bench", found_of_bench(run_bench(o.bench, this_program().string())),
                          o.bench.quick);
}

}  // namespace

void add_attention(CLI::App& app, Action& action) {
  auto o = std::make_shared<AttentionCommand>();
  CLI::App* command = add_command(app, "attention");
  const AddOptions add(*command);
  add("--quick", o->quick);
  add("--lengths", o->lengths);
  add_language(*command);
  add_measurement_options(*command, o->files);
  command->callback([o, &action] { action = [o] { return compare_attentions(*o); }; });
}

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

void add_bench(CLI::App& app, Action& action) {
  auto o = std::make_shared<BenchCommand>();
  CLI::App* command = add_command(app, "bench");
  const AddOptions add(*command);
  add("--repeats", o->bench.repeats);
  add("--tasks", o->bench.tasks)->delimiter(',');
  add("--quick", o->bench.quick);
  add("--against-torch", o->bench.against_torch);
  add("--python", o->bench.python);
  add("--task", o->task);
  add_measurement_options(*command, o->files);
  command->callback([o, &action] { action = [o] { return bench(*o); }; });
}

}  // namespace heed
