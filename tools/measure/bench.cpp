// Which measurements heed bench makes, with whom, and the tables of them.
#include "tools/measure/bench.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "lib/array/kernels.hpp"
#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/report/number.hpp"
#include "lib/report/progress.hpp"
#include "lib/score/ratio_interval.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

const std::vector<std::string> all_tasks{
    "sgemm",        "train:toy",     "train:small",    "train:medium",   "train:base",     "step:gpt256",
    "step:lstm",    "attention:512", "attention:1024", "attention:2048", "attention:4096", "attention:8192",
    "decode:1:toy", "decode:1",      "decode:1:base",  "decode:64:toy",  "decode:64",      "decode:64:base",
    "profile:toy",  "profile:small", "profile:medium", "profile:base"};

/// Tasks that take long, which --quick leaves out.
bool takes_long(const std::string& task) {
  return task.ends_with(":base") || task.ends_with(":4096") || task.ends_with(":8192");
}

bool begins_with(const std::string& task, const std::vector<std::string>& beginnings) {
  return std::ranges::any_of(beginnings, [&](const std::string& one) { return task.starts_with(one); });
}

/// Says if a runner measures a task. PyTorch decodes with the medium model alone: without a cache the others
/// take long. Steps by op are no comparison, and measured once.
bool measures(const BenchRunner& runner, const std::string& task) {
  if (task.starts_with("profile:")) return !runner.torch && runner.threads == threads();
  return !runner.torch || task == "decode:1" || task == "decode:64" ||
         begins_with(task, {"train:", "attention:"});
}

/// A task that takes long by one of the two has one round.
int rounds_of(const std::string& task, int repeats) {
  return begins_with(task, {"profile:", "attention:4096", "attention:8192"}) ? 1 : repeats;
}

Json measure_by(const std::string& task, const BenchRunner& runner) {
  std::vector<std::string> words = runner.command;
  words.push_back(task);
  if (runner.torch) {  // fewer steps than heed takes, of the same order of time
    words.push_back(std::to_string(runner.threads));
    words.emplace_back(task == "train:toy" ? "15" : task == "train:small" ? "6" : "3");
  }
  const ProcessResult outcome = Process({.arguments = words}).wait();
  const Json measured = Json::parse(outcome.out, nullptr, false);
  if (outcome.status != 0 || !measured.is_object())
    throw_error<Error>("measuring {} with {} failed (status {}): {}", task, runner.name, outcome.status,
                       outcome.err.empty() ? outcome.out : outcome.err);
  return measured;
}

/// Returns heed with one thread and with all, and PyTorch, where it is wanted, so on each BLAS.
std::vector<BenchRunner> bench_runners(const BenchOptions& options, const std::string& program) {
  std::vector<int> counts{1};
  if (threads() > 1) counts.push_back(threads());
  std::vector<BenchRunner> runners;
  for (const int count : counts)
    runners.push_back({.name = "heed, " + counted(count, "thread"),
                       .command = {program, "bench", "--threads", std::to_string(count), "--task"},
                       .threads = count});
  if (!options.against_torch) return runners;
  if (Process({.arguments = {options.python, "-c", "import torch"}}).wait().status != 0)
    throw_error<Error>(
        "{} cannot import torch: install python3-torch, and name its interpreter with --python (on Debian "
        "/usr/bin/python3)",
        options.python);
  prepare_blas();  // PyTorch's OpenBLAS is to compute with the same kernels
  const std::string script = HEED_SOURCE_DIR "/benchmarks/peer_torch.py";
  const auto add = [&](const std::string& kind, const std::vector<std::string>& preload) {
    for (const int count : counts) {
      // torch.set_num_threads() does not reach OpenBLAS's own threads
      std::vector<std::string> command{"env", fmt::format("OPENBLAS_NUM_THREADS={}", count)};
      command.insert(command.end(), preload.begin(), preload.end());
      command.insert(command.end(), {options.python, script});
      runners.push_back({.name = "PyTorch, " + counted(count, "thread") + kind,
                         .command = std::move(command),
                         .threads = count,
                         .torch = true});
    }
  };
  for (const auto& [folder, kind] :
       {std::pair{"openblas-pthread", ", pthread BLAS"}, std::pair{"openblas-openmp", ", OpenMP BLAS"}})
    if (const auto library = std::filesystem::path(HEED_LIBRARY_FOLDER) / folder / "libopenblas.so.0";
        std::filesystem::exists(library))
      add(kind, {"LD_PRELOAD=" + library.string()});
  if (runners.size() == counts.size()) add("", {});  // PyTorch as it is
  return runners;
}

using Results = std::vector<BenchResult>;

/// The medians over the rounds of all but the profiles.
ResultTable medians_table(const Results& results) {
  ResultTable table(text_of("bench.table"),
                    {"task", "measured with", "ms", "tokens/s", "GFLOP/s", "peak MiB", "extra MiB"});
  for (const BenchResult& r : results) {
    if (r.task.starts_with("profile:")) continue;
    std::vector<TableCell> row{r.task, r.runner.name, number_cell("{:.1f}", r.median("ms"))};
    for (const char* field : {"tokens_per_second", "gflops", "peak_mib", "extra_mib"})
      row.push_back(number_cell("{:.0f}", r.median(field)));
    table.add(std::move(row));
  }
  return table;
}

/// The least median of a field.
std::optional<double> least(const std::vector<const BenchResult*>& results, const char* field) {
  std::optional<double> value;
  for (const BenchResult* result : results)
    if (const auto now = result->median(field); now && (!value || *now < *value)) value = now;
  return value;
}

TableCell ratio_cell(std::optional<double> above, std::optional<double> below) {
  if (!above || !below || *below <= 0) return "–";
  return number_cell("{:.2f} ×", *above / *below, "×");
}

/// Says how many times as fast all threads are as one, and heed as PyTorch's best; and the memory of heed by
/// PyTorch's.
ResultTable ratios_table(const Results& results) {
  ResultTable table(text_of("bench.ratios"),
                    {"task", "all threads by one", "PyTorch's best by heed", "memory, heed by PyTorch"});
  std::string done;
  for (const BenchResult& r : results) {
    if (!r.median("ms") || r.task == "sgemm" || r.task == done) continue;
    done = r.task;
    std::vector<const BenchResult*> own, peers;  // heed's and PyTorch's, in the order of the runners
    for (const BenchResult& one : results)
      if (one.task == done) (one.runner.torch ? peers : own).push_back(&one);
    if (own.empty() || own.size() + peers.size() < 2) continue;
    const char* const memory = r.task.starts_with("attention:") ? "extra_mib" : "peak_mib";
    const BenchResult& most_threads = *own.back();
    table.add({r.task,
               own.size() < 2 ? "–" : ratio_cell(own.front()->median("ms"), most_threads.median("ms")),
               peers.empty() ? "" : ratio_cell(least(peers, "ms"), least(own, "ms")),
               peers.empty() ? "" : ratio_cell(most_threads.median(memory), least(peers, memory))});
  }
  return table;
}

ResultTable profile_table(const BenchResult& r) {
  ResultTable table(text_of("bench.profile", r.task.substr(r.task.find(':') + 1)),
                    {"op", "calls", "forward ms", "backward ms", "share"});
  const Json& ops = r.rounds.front().at("ops");
  double total = 0;
  for (const auto& op : ops) total += op.at("forward_ms").get<double>() + op.at("backward_ms").get<double>();
  for (const auto& op : ops) {
    const double forward = op.at("forward_ms"), backward = op.at("backward_ms");
    if ((forward + backward) / total < 0.005) continue;  // the tail is no news
    table.add({op.at("op").get<std::string>(), count_cell(op.at("calls")),
               number_cell("{:.2f}", forward, "ms"), number_cell("{:.2f}", backward, "ms"),
               number_cell("{:.1f} %", 100 * (forward + backward) / total, "%")});
  }
  return table;
}

}  // namespace

std::optional<double> BenchResult::median(const std::string& field) const {
  std::vector<double> values;
  for (const Json& round : rounds)
    if (round.contains(field)) values.push_back(round.at(field));
  return values.empty() ? std::nullopt : std::optional(heed::median(std::move(values)));
}

std::vector<std::string> chosen_tasks(const BenchOptions& options) {
  std::vector<std::string> chosen;
  for (const std::string& task : all_tasks)
    if (options.tasks.empty() ? !(options.quick && takes_long(task)) : begins_with(task, options.tasks))
      chosen.push_back(task);
  if (chosen.empty())
    throw_error<UsageError>(tr_noop("no measurement begins so, but there are {}"),
                            fmt::format("{}", fmt::join(all_tasks, ", ")));
  return chosen;
}

std::vector<BenchResult> run_bench(const BenchOptions& options, const std::string& program) {
  const std::vector<BenchRunner> runners = bench_runners(options, program);
  const int repeats = options.quick ? 1 : options.repeats;
  std::vector<BenchResult> results;
  std::int64_t total = 0, done = 0;
  for (const std::string& task : chosen_tasks(options)) {
    for (const BenchRunner& runner : runners) {
      if (!measures(runner, task)) continue;
      results.push_back({.task = task, .runner = runner});
      total += rounds_of(task, repeats);
    }
  }
  Progress progress({.label = "bench", .total = total, .unit = "measurements"});
  for (int round = 0; round < repeats; ++round) {
    for (BenchResult& result : results) {
      if (round >= rounds_of(result.task, repeats)) continue;
      progress.label(fmt::format("round {}/{}  {}  {}", round + 1, repeats, result.task, result.runner.name));
      result.rounds.push_back(measure_by(result.task, result.runner));
      ++done;
      progress.update({.done = done, .amount = static_cast<double>(done)});
    }
  }
  progress.finish();
  return results;
}

Finding found_of_bench(const Results& results) {
  Finding finding{.verdict = ClaimVerdict::not_measured,
                  .tables = {medians_table(results), ratios_table(results)}};
  for (const BenchResult& r : results)
    if (r.task.starts_with("profile:")) finding.tables.push_back(profile_table(r));
  std::erase_if(finding.tables, [](const ResultTable& table) { return table.rows.empty(); });
  const Json machine = describe_machine();
  finding.notes = {
      text_of("bench.medians"),
      {fmt::format("{}; {}; {}", machine.at("processor").get<std::string>(),
                   machine.at("blas").get<std::string>(), machine.at("simd").get<std::string>())}};
  return finding;
}

}  // namespace heed
