// heed bench: how fast this machine trains and decodes, beside PyTorch if it is there, and where the time
// goes.
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/core/message.hpp"
#include "lib/files/json.hpp"
#include "lib/process/process.hpp"
#include "lib/process/this_program.hpp"
#include "lib/report/interrupt.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/language/language.hpp"
#include "tools/measure/bench.hpp"
#include "tools/measure/bench_tasks.hpp"

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
  CLI::App* command = app.add_subcommand(
      "bench",
      tr_noop(
          "measure training steps, attention and decoding on this machine, beside PyTorch if it is there"));
  command->footer(tr_noop(
      "Examples:\n  heed bench --quick\n  heed bench --against-torch --python /usr/bin/python3 --json "
      "bench.json\n"
      "  heed bench --config small --repeats 5\n  heed bench --against-torch --attention --lengths 8192"));
  add_number(*command, "--repeats", o->bench.repeats, "ROUNDS",
             tr_noop("in which all measurements take turns; medians are shown"), 1, 1000);
  command
      ->add_option("--config", o->bench.configurations, tr_noop("sizes to measure: toy, small, medium, base"))
      ->delimiter(',')
      ->check(one_of({"toy", "small", "medium", "base"}))
      ->option_text("NAMES [toy,small,medium,base]");
  command
      ->add_option("--models", o->bench.models,
                   tr_noop("other models whose step to measure: gpt128, gpt256, gpt512, lstm, vit"))
      ->delimiter(',')
      ->check(one_of(o->bench.models))
      ->option_text("NAMES [all]");
  command
      ->add_option("--lengths", o->bench.attention_lengths,
                   tr_noop("lengths of the attention measurement, in tokens"))
      ->delimiter(',')
      ->transform(number_between<std::int64_t>(1, 65536))
      ->option_text("LENGTHS [512,1024,2048,4096,8192]");
  command->add_flag("--attention", o->bench.only_attention, tr_noop("measure attention alone"));
  command->add_flag("--quick", o->quick, tr_noop("one round, without base and long attention: two minutes"));
  command->add_flag("--against-torch", o->bench.against_torch,
                    tr_noop("measure PyTorch in turns, and print the ratios"));
  command->add_option("--python", o->bench.python, tr_noop("interpreter that can import torch"))
      ->type_name("PROGRAM")
      ->capture_default_str();
  command->add_option("--json", o->json, tr_noop("write everything measured there"))->option_text("FILE");
  command
      ->add_option("--task", o->task,
                   tr_noop("measure one thing in this process and print it as JSON, such as train:small"))
      ->option_text("TASK");
  const auto count = command->add_option_function<int>(
      "--threads", [](const int& n) { set_threads(n); }, tr_noop("threads to compute with"));
  count->option_text(tr_noop("THREADS [one a processor]"))->transform(number_between(1, 1024));
  command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace heed
