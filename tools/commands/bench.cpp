// heed bench: how fast this machine trains and decodes, beside PyTorch if it is there, and where the time
// goes.
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "lib/process/process.hpp"
#include "lib/process/this_program.hpp"
#include "lib/report/interrupt.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/measurements.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/measure/bench.hpp"

namespace heed {
namespace {

struct BenchCommand {
  BenchOptions bench{};
  std::string task{};
  MeasurementFiles files{};
};

int run(const BenchCommand& o) {
  if (!o.task.empty()) {
    fmt::print("{}\n", run_bench_task(o.task).dump());
    return 0;
  }
  check_measurement_files(o.files);
  const CatchInterrupts catching;
  try {
    return show_measurement(o.files, "bench", found_of_bench(run_bench(o.bench, this_program().string())),
                            o.bench.quick);
  } catch (const Interrupted&) {
    fmt::print(stderr, "\nheed bench: interrupted\n");
    return 128 + interrupt_signal();
  }
}

}  // namespace

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
  command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace heed
