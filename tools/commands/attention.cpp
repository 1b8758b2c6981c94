// heed attention: time, memory and errors of each kind of attention on this machine, beside what documents
// say.
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
#include "tools/measure/attention.hpp"

namespace heed {
namespace {

struct AttentionCommand {
  std::vector<std::int64_t> lengths{};
  MeasurementFiles files{};
  bool quick = false;
};

int compare_attentions(const AttentionCommand& o) {
  check_measurement_files(o.files);
  AttentionPlan plan;
  if (o.quick) {
    plan.lengths = {256, 512, 1024, 2048, 4096};
    plan.seconds = 45;
    plan.seconds_each = 0.03;
  }
  if (!o.lengths.empty()) plan.lengths = o.lengths;
  std::ranges::sort(plan.lengths);
  plan.lengths.erase(std::unique(plan.lengths.begin(), plan.lengths.end()), plan.lengths.end());
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

}  // namespace heed
