// heed bench: what a task measures, and what the report makes of rounds that are made up here.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/measure/bench.hpp"
#include "tools/measure/experiment.hpp"

using namespace heed;

TEST_CASE("a training step is measured in a process of its own and printed as JSON, also by op") {
  const Scratch scratch;
  const auto measured = [&](const char* task) {
    return nlohmann::json::parse(run_well(scratch.folder(), {"bench", "--task", task, "--threads", "1"}).out);
  };
  const nlohmann::json step = measured("train:toy"), profile = measured("profile:toy");
  CHECK((step.at("task") == "train:toy" && step.at("threads") == 1 && step.at("ms") > 0));
  // 64 sentences of 16 tokens
  CHECK(step.at("tokens_per_second").get<double>() == Approx(1024e3 / step.at("ms").get<double>()));
  CHECK(step.at("peak_mib") > 5);
  std::vector<std::string> ops;
  for (const auto& op : profile.at("ops")) ops.push_back(op.at("op"));
  for (const char* op : {"linear", "attention", "cross_entropy", "Adam", "gradient clipping"})
    CHECK_THAT(ops, Catch::VectorContains(std::string(op)));
}

TEST_CASE("measurements that do not exist are wrong usage") {
  for (const char* task : {"training:toy", "train:huge", "attention:", "attention:0", "attention:many",
                           "decode:-1", "decode:1:huge", "decode:1:toy:int4", "machine", ""})
    CHECK_THROWS_AS(run_bench_task(task), UsageError);
}

TEST_CASE("the report takes medians, and the best of both sides for the ratio") {
  const auto step = [](double ms, double mib) {
    return nlohmann::json{
        {"ms", ms}, {"tokens_per_second", 1024e3 / ms}, {"gflops", 50.0}, {"peak_mib", mib}};
  };
  const BenchRunner one{"heed, 1 thread", {}, 1}, two{"heed, 2 threads", {}, 2},
      torch_one{"PyTorch, 1 thread", {}, 1, true}, torch_two{"PyTorch, 2 threads", {}, 2, true};
  const std::vector<BenchResult> results{
      {"sgemm", one, {{{"gflops", 100.0}}}},
      {"train:toy", one, {step(18, 30), step(99, 30), step(17, 30)}},
      {"train:toy", two, {step(10, 40), step(11, 40), step(90, 40)}},
      {"train:toy", torch_one, {step(60, 400), step(44, 400), step(1, 400)}},
      {"train:toy", torch_two, {step(55, 320), step(55, 320), step(55, 320)}}};
  CHECK(results[1].median("ms") == 18.0);
  CHECK_FALSE(results[0].median("ms"));
  const Finding found = found_of_bench(results);
  const auto row = [&](std::size_t table, std::size_t at) {
    std::vector<std::string> texts;
    for (const TableCell& cell : found.tables.at(table).rows.at(at)) texts.push_back(cell.text.english);
    return texts;
  };
  using Row = std::vector<std::string>;
  CHECK(row(0, 1) == Row{"train:toy", "heed, 1 thread", "18.0", "56889", "50", "30", "–"});
  // 18 / 11, 44 / 11, 40 / 320
  CHECK(row(1, 0) == Row{"train:toy", "1.64 ×", "4.00 ×", "0.12 ×"});
  CHECK_THAT(finding_text(json_of("bench", found), Language::korean),
             Catch::Contains("시간, 속도, 메모리") && Catch::Contains("중앙값"));
}

TEST_CASE("tasks are chosen by their beginnings") {
  using Names = std::vector<std::string>;
  CHECK(chosen_tasks({.tasks = {"decode:1", "sgemm"}}) ==
        Names{"sgemm", "decode:1:toy", "decode:1", "decode:1:base"});
  const Names quick = chosen_tasks({.quick = true});
  CHECK(std::ranges::count(quick, "train:base") == 0);
  CHECK(std::ranges::count(quick, "train:medium") == 1);
}
