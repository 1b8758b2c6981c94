// All measurements of `heed bench`: which there are, in turns, and what came out.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/measure/experiment.hpp"

namespace heed {

struct BenchOptions {
  int repeats = 3;  // rounds; every task has its turn in each
  bool quick = false;
  bool against_torch = false;
  std::string python = "python3";
  std::vector<std::string> tasks{};  // those whose names begin so; empty: all
};

/// A program with settings under which a task is measured.
struct BenchRunner {
  std::string name;                  // "heed, 2 threads"; "PyTorch, 1 thread, OpenMP BLAS"
  std::vector<std::string> command;  // to which the task is added
  int threads = 1;
  bool torch = false;
};

/// One runner measured this for one task, a JSON object for each round.
struct BenchResult {
  std::string task;
  BenchRunner runner;
  std::vector<nlohmann::json> rounds{};

  /// The median of a field over the rounds; nothing if it was never measured.
  std::optional<double> median(const std::string& field) const;
};

/// Runs one task with the threads that are set and returns what it measured, as every task is measured in a
/// process of its own: so that its memory is its own, and so that heed and PyTorch can take turns.
/// - `sgemm`: GFLOP/s of a product of 2048 × 2048, the ceiling of everything below;
/// - `train:NAME`: ms of an optimiser step (forward, loss, backward, clipping and Adam, dropout 0.1),
///   tokens/s, GFLOP/s;
/// - `step:gpt256`, `step:lstm`: the same of other models, without dropout and clipping;
/// - `profile:NAME`: the step of `train:NAME` by op;
/// - `attention:T`: ms forward and backward, 8 heads of 64, causal;
/// - `decode:B[:NAME]`: tokens/s of greedy decoding with the medium model (or another).
/// All have "peak_mib", the largest resident memory. Throws UsageError for another name.
nlohmann::json run_bench_task(const std::string& task);

/// The tasks that the options choose. Throws UsageError that lists all of them where there is none.
std::vector<std::string> chosen_tasks(const BenchOptions& options);

/// Runs everything with one thread and with all, and with PyTorch on each BLAS of Debian's that is installed,
/// round by round, so that slow minutes of the machine fall on all alike. `program` is heed. Throws Error
/// when a task fails or PyTorch cannot be imported; Interrupted after Ctrl-C.
std::vector<BenchResult> run_bench(const BenchOptions& options, const std::string& program);

/// Training steps, attention and decoding, ratios between threads and against PyTorch, and where the time of
/// a step goes.
Finding found_of_bench(const std::vector<BenchResult>& results);

}  // namespace heed
