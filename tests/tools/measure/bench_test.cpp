// heed bench: what a task measures, and what the report makes of rounds that are made up here.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/measure/bench.hpp"
#include "tools/measure/results.hpp"

using namespace heed;

namespace {

BenchResult made_up(const std::string& task, const std::string& runner, int threads, bool torch,
                    std::vector<nlohmann::json> rounds) {
  return {.task = task,
          .runner = {.name = runner, .command = {}, .threads = threads, .torch = torch},
          .rounds = std::move(rounds)};
}

}  // namespace

TEST_CASE("a training step is measured in a process of its own and printed as JSON, also by op") {
  const Scratch scratch;
  const auto measured = [&](const char* task) {
    const ProgramEnd outcome =
        run({.arguments = {"bench", "--task", task, "--threads", "1"}, .folder = scratch.folder()});
    INFO(outcome.err);
    REQUIRE(outcome.status == 0);
    return nlohmann::json::parse(outcome.out);
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

namespace {

constexpr const char* ratios = "ratios of times, and of memory";

/// The cells of a row of a table, by the first cell; nothing if there is none.
std::vector<std::string> row_of(const std::vector<BenchResult>& results, const std::string& title,
                                const char* name) {
  std::vector<std::string> texts;
  for (const ResultTable& table : found_of_bench(results).tables)
    for (const auto& row : table.rows)
      if ((table.title.english == title) && row[0].text.english == name && texts.empty())
        for (const TableCell& cell : row) texts.push_back(cell.text.english);
  return texts;
}

}  // namespace

TEST_CASE("the report takes medians, and the best of both sides for the ratio") {
  const auto step = [](double ms, double mib) {
    return nlohmann::json{
        {"ms", ms}, {"tokens_per_second", 1024e3 / ms}, {"gflops", 50.0}, {"peak_mib", mib}};
  };
  const std::vector<BenchResult> results{
      made_up("sgemm", "heed, 1 thread", 1, false, {{{"gflops", 100.0}}}),
      made_up("train:toy", "heed, 1 thread", 1, false, {step(18, 30), step(99, 30), step(17, 30)}),
      made_up("train:toy", "heed, 2 threads", 2, false, {step(10, 40), step(11, 40), step(90, 40)}),
      made_up("train:toy", "PyTorch, 1 thread", 1, true, {step(60, 400), step(44, 400), step(1, 400)}),
      made_up("train:toy", "PyTorch, 2 threads", 2, true, {step(55, 320), step(55, 320), step(55, 320)})};
  CHECK(results[1].median("ms") == 18.0);
  CHECK_FALSE(results[0].median("ms"));
  using Row = std::vector<std::string>;
  CHECK(row_of(results, "training step", "train:toy") ==
        Row{"train:toy", "heed, 1 thread", "18.0", "56889", "50", "30"});
  // 18 / 11, 44 / 11, 40 / 320
  CHECK(row_of(results, ratios, "train:toy") == Row{"train:toy", "1.64 ×", "4.00 ×", "0.12 ×"});
  CHECK_THAT(finding_text(json_of("bench", found_of_bench(results)), Language::korean),
             Catch::Contains("학습 스텝") && Catch::Contains("중앙값"));
}

TEST_CASE("tasks are chosen by their beginnings") {
  using Names = std::vector<std::string>;
  CHECK(chosen_tasks({.tasks = {"decode:1", "sgemm"}}) ==
        Names{"sgemm", "decode:1:toy", "decode:1", "decode:1:base"});
  const Names quick = chosen_tasks({.quick = true});
  CHECK(std::ranges::count(quick, "train:base") == 0);
  CHECK(std::ranges::count(quick, "train:medium") == 1);
}
