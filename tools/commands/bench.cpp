// heed bench: how fast this machine trains and decodes, beside PyTorch if it is there, and where the time
// goes.
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/core/message.hpp"
#include "lib/files/json.hpp"
#include "lib/process/process.hpp"
#include "lib/process/this_program.hpp"
#include "lib/report/interrupt.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/language.hpp"
#include "tools/measure/bench.hpp"

namespace heed {
namespace {

struct BenchCommand {
  BenchOptions bench{};
  std::string task, json;
  bool quick = false;
};

int run(BenchCommand o) {
  if (!o.task.empty()) {
    fmt::print("{}\n", run_bench_task(o.task).dump());
    return 0;
  }
  if (o.quick) {
    o.bench.repeats = 1;
    std::erase(o.bench.configurations, "base");
    std::erase(o.bench.models, "gpt512");
    std::erase_if(o.bench.attention_lengths, [](std::int64_t length) { return length > 2048; });
  }
  const CatchInterrupts catching;
  try {
    const auto runners = bench_runners(o.bench, this_program().string());
    const std::vector<BenchResult> results = run_bench(o.bench, runners);
    fmt::print("{}", bench_report(results, spoken_language()));
    if (!o.json.empty()) {
      write_json(o.json, bench_json(results));
      fmt::print("Everything measured: {}\n", o.json);
    }
  } catch (const Interrupted&) {
    fmt::print(stderr, "\nheed bench: interrupted\n");
    return 128 + interrupt_signal();
  }
  return 0;
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
  auto o = std::make_shared<BenchCommand>();
  CLI::App* command = add_command(app, "bench");
  const AddOptions add(*command, "measurements");
  add("--repeats", o->bench.repeats);
  add("--config", o->bench.configurations)->delimiter(',');
  add("--models", o->bench.models)->delimiter(',');
  add("--lengths", o->bench.attention_lengths);
  add("--attention", o->bench.only_attention);
  add("--quick", o->quick);
  add("--against-torch", o->bench.against_torch);
  add("--python", o->bench.python);
  add("--json", o->json);
  add("--task", o->task);
  add_threads(*command, "measurements");
  command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace heed
