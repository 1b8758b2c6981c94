// All measurements of `heed bench`: which there are, in turns, and what came out.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/measure/experiment.hpp"

namespace heed {

struct BenchOptions {
  int repeats = 3;  // rounds; every task has its turn in each
  bool against_torch = false;
  bool only_attention = false;
  std::string python = "python3";
  std::vector<std::string> configurations{"toy", "small", "medium", "base"};
  std::vector<std::string> models{"gpt128", "gpt256", "gpt512", "lstm", "vit"};
  std::vector<std::int64_t> attention_lengths{512, 1024, 2048, 4096, 8192};
};

/// A program with settings under which a task is measured.
struct BenchRunner {
  std::string name;                  // "heed, 2 threads"; "PyTorch, 1 thread, OpenMP BLAS"
  std::vector<std::string> command;  // to which the task is added
  int threads = 1;
  bool torch = false;
};

/// What one runner measured for one task, a JSON object for each round.
struct BenchResult {
  std::string task;
  BenchRunner runner;
  std::vector<nlohmann::json> rounds{};

  /// The median of a field over the rounds; nothing if it was never measured.
  std::optional<double> median(const std::string& field) const;
};

/// The runners that there are: heed with one thread and with all; PyTorch with one and with all, on each BLAS
/// of Debian's that is installed. OpenBLAS's own threads do not heed torch.set_num_threads(1): that row says
/// so, and another one holds them to one. Throws Error when PyTorch is asked for and cannot be imported.
std::vector<BenchRunner> bench_runners(const BenchOptions& options, const std::string& program);

/// Runs everything, round by round, so that slow minutes of the machine fall on all alike. Shows where it is
/// on standard error. Throws Error when a task fails, with what it said; Interrupted after Ctrl-C.
std::vector<BenchResult> run_bench(const BenchOptions& options, const std::vector<BenchRunner>& runners);

/// Training steps, other models, attention and decoding, ratios between threads and against PyTorch, and
/// where the time of a step goes.
std::vector<ResultTable> bench_tables(const std::vector<BenchResult>& results);
/// The machine, the tables, and what their figures are.
std::string bench_report(const std::vector<BenchResult>& results, Language language);

/// Everything measured, and the medians.
nlohmann::json bench_json(const std::vector<BenchResult>& results);

}  // namespace heed
