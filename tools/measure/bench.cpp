#include "tools/measure/bench.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <thread>

#include "lib/array/blas.hpp"
#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/report/number.hpp"
#include "lib/report/progress.hpp"
#include "lib/score/ratio_interval.hpp"

namespace heed {
namespace {

/// PyTorch's time for a task of heed's: the same name, where there is one.
bool has_peer(const std::string& task) {
  // PyTorch decodes with the medium model alone: without a cache the others take long.
  if (task.starts_with("decode:"))
    return task.find(":toy") == std::string::npos && task.find(":base") == std::string::npos;
  return task.starts_with("train:") || task.starts_with("attention:") || task.starts_with("step:") ||
         task.starts_with("sample:");
}

/// Steps that PyTorch takes for one measurement: fewer than heed, of the same order of time.
int peer_steps(const std::string& task) {
  if (task == "train:toy") return 15;
  return task == "train:small" ? 6 : 3;
}

nlohmann::json measure_by(const std::string& task, const BenchRunner& runner) {
  std::vector<std::string> words = runner.command;
  words.push_back(task);
  if (runner.torch) {
    words.push_back(std::to_string(runner.threads));
    words.push_back(std::to_string(peer_steps(task)));
  }
  const ProcessResult outcome = Process({.arguments = words}).wait();
  if (outcome.status != 0)
    throw_error<Error>("measuring {} with {} failed (status {}): {}", task, runner.name, outcome.status,
                       outcome.err.empty() ? outcome.out : outcome.err);
  try {
    return nlohmann::json::parse(outcome.out);
  } catch (const nlohmann::json::exception&) {
    throw_error<Error>("measuring {} with {} printed no JSON: {}", task, runner.name, outcome.out);
  }
}

}  // namespace

std::optional<double> BenchResult::median(const std::string& field) const {
  std::vector<double> values;
  for (const nlohmann::json& round : rounds) {
    if (round.contains(field)) values.push_back(round.at(field).get<double>());
  }
  if (values.empty()) return std::nullopt;
  return heed::median(std::move(values));
}

std::vector<BenchRunner> bench_runners(const BenchOptions& options, const std::string& program) {
  std::vector<int> counts{1};
  if (threads() > 1) counts.push_back(threads());
  std::vector<BenchRunner> runners;
  for (int count : counts) {
    runners.push_back({.name = "heed, " + counted(count, "thread"),
                       .command = {program, "bench", "--threads", std::to_string(count), "--task"},
                       .threads = count});
  }
  if (!options.against_torch) return runners;
  const ProcessResult there = Process({.arguments = {options.python, "-c", "import torch"}}).wait();
  if (there.status != 0)
    throw_error<Error>(
        "{} cannot import torch: install python3-torch, and name its interpreter with --python (on Debian "
        "/usr/bin/python3)",
        options.python);
  prepare_blas();  // PyTorch's OpenBLAS is to compute with the same kernels
  const std::string script = HEED_SOURCE_DIR "/benchmarks/peer_torch.py";
  std::vector<std::pair<std::string, std::filesystem::path>> libraries;  // kinds of BLAS that there are
  for (const auto& [folder, kind] :
       {std::pair{"openblas-pthread", "pthread"}, std::pair{"openblas-openmp", "OpenMP"}}) {
    const auto library = std::filesystem::path(HEED_LIBRARY_FOLDER) / folder / "libopenblas.so.0";
    if (std::filesystem::exists(library)) libraries.emplace_back(kind, library);
  }
  if (libraries.empty()) libraries.emplace_back("", "");  // PyTorch as it is
  for (const auto& found : libraries) {
    const std::string& kind = found.first;
    const std::filesystem::path& library = found.second;
    const auto add = [&](const std::string& name, int count, std::vector<std::string> command) {
      command.insert(command.end(), {options.python, script});
      runners.push_back({.name = "PyTorch, " + name + (library.empty() ? "" : fmt::format(", {} BLAS", kind)),
                         .command = std::move(command),
                         .threads = count,
                         .torch = true});
    };
    for (const int count : counts) {
      std::vector<std::string> command;
      if (!library.empty()) command = {"env", "LD_PRELOAD=" + library.string()};
      // torch.set_num_threads() does not reach OpenBLAS's own threads, which take every processor
      if (kind == "pthread" && count < static_cast<int>(std::thread::hardware_concurrency())) {
        add(counted(count, "thread") + ", products on all processors", count, command);
        command.push_back(fmt::format("OPENBLAS_NUM_THREADS={}", count));
      }
      add(counted(count, "thread"), count, command);
    }
  }
  return runners;
}

std::vector<BenchResult> run_bench(const BenchOptions& options, const std::vector<BenchRunner>& runners) {
  const BenchRunner& all_threads = *std::ranges::max_element(
      runners, {}, [](const BenchRunner& r) { return std::pair(!r.torch, r.threads); });
  std::vector<BenchResult> results;
  std::vector<int> rounds;  // of each result
  const auto add = [&](const std::string& task, const BenchRunner& runner, int number) {
    results.push_back({.task = task, .runner = runner});
    rounds.push_back(number);
  };
  const auto everywhere = [&](const std::string& task, int number) {
    for (const BenchRunner& runner : runners)
      if (!runner.torch || has_peer(task)) add(task, runner, number);
  };
  add("machine", all_threads, 1);
  everywhere("sgemm", options.repeats);
  const std::vector<std::string> configurations =
      options.only_attention ? std::vector<std::string>{} : options.configurations;
  for (const std::string& name : configurations) everywhere("train:" + name, options.repeats);
  for (const std::int64_t length : options.attention_lengths)  // PyTorch needs ten seconds or more at 8,192
    everywhere(fmt::format("attention:{}", length), length >= 4096 ? 1 : options.repeats);
  if (!options.only_attention) {
    for (const std::string& name : options.models) everywhere("step:" + name, options.repeats);
    const bool base = std::ranges::find(configurations, "base") != configurations.end();
    for (const char* batch : {"1", "64"})
      for (const std::string model : {":toy", "", ":base"})
        if (base || model != ":base") everywhere("decode:" + (batch + model), options.repeats);
    for (const char* task : {"sample:1", "sample:64"}) everywhere(task, options.repeats);
    add("engine", runners.front(), options.repeats);
  }
  for (const std::string& name : configurations) add("profile:" + name, all_threads, 1);

  Progress progress({.label = "bench",
                     .total = std::accumulate(rounds.begin(), rounds.end(), std::int64_t{0}),
                     .unit = "measurements"});
  std::int64_t done = 0;
  for (int round = 0; round < options.repeats; ++round) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (round >= rounds[i]) continue;
      BenchResult& result = results[i];
      progress.label(
          fmt::format("round {}/{}  {}  {}", round + 1, options.repeats, result.task, result.runner.name));
      result.rounds.push_back(measure_by(result.task, result.runner));
      ++done;
      progress.update({.done = done, .amount = static_cast<double>(done)});
    }
  }
  progress.finish();
  return results;
}

nlohmann::json bench_json(const std::vector<BenchResult>& results) {
  nlohmann::json list = nlohmann::json::array();
  for (const BenchResult& result : results)
    list.push_back({{"task", result.task},
                    {"runner", result.runner.name},
                    {"threads", result.runner.threads},
                    {"rounds", result.rounds}});
  return {{"results", list}};
}

}  // namespace heed
