// Which models compare-heads trains, and which of them its tables show.
#include "tools/measure/head_plan.hpp"

#include "tests/catch.hpp"
#include "tests/tools/measure/head_runs.hpp"

using namespace heed;

namespace {

HeadRun run_of(std::int64_t heads, std::uint64_t seed, std::int64_t epochs, double rate, double valid,
               double test) {
  HeadRun run = even_run(heads, seed, test);
  run.epochs = epochs;
  run.learning_rate = rate;
  run.valid_bleu = valid;
  return run;
}

}  // namespace

TEST_CASE("all runs of a seed come before the next seed") {
  const HeadPlan plan{
      .heads = {1, 4}, .epochs = {6, 14}, .learning_rates = {0.001, 0.002}, .first_seed = 7, .seeds = 2};
  const std::vector<PlannedRun> runs = plan_runs(plan);
  REQUIRE(runs.size() == 16);
  for (std::size_t i = 0; i < runs.size(); ++i) CHECK(runs[i].seed == (i < 8 ? 7 : 8));
  CHECK(runs[1].heads == 4);
  CHECK(runs[1].learning_rate == 0.001);
  CHECK(runs[2].learning_rate == 0.002);
  CHECK(runs[3].epochs == 6);
  CHECK(runs[4].epochs == 14);
  CHECK(epochs_of(runs, 3, 6) == 6 + 14 + 14);
  CHECK(describe(runs[7], plan) == "4 heads  14 epochs  lr 0.002");
  CHECK(describe(runs[7], plan, Language::korean) == "헤드 4개  에포크 14번  학습률 0.002");
  CHECK(describe(runs[0], {.heads = {1}, .epochs = {6}, .learning_rates = {0.001}}) == "1 head");
}

TEST_CASE("a table for each number of epochs") {
  std::vector<HeadRun> runs;
  for (std::uint64_t seed : {1U, 2U, 3U}) {
    for (std::int64_t epochs : {14, 6}) {
      runs.push_back(run_of(1, seed, epochs, 0.002, 90, epochs == 6 ? 80 : 90));
      runs.push_back(run_of(4, seed, epochs, 0.002, 90, epochs == 6 ? 85 : 90.3));
    }
  }
  const HeadTables tables = tabulate(runs);
  REQUIRE(tables.summaries.size() == 4);
  CHECK(tables.summaries[1].epochs == 6);
  CHECK(*tables.summaries[1].against_first->difference == Approx(5));
  CHECK(tables.summaries[3].epochs == 14);
  CHECK(*tables.summaries[3].against_first->difference == Approx(0.3));
  const std::size_t six = tables.report.find("After 6 epochs:"),
                    more = tables.report.find("After 14 epochs:");
  CHECK(six == 0);
  CHECK((more != std::string::npos && more > tables.report.find("Answer: 4 heads")));
  CHECK(tables.report.find("learning rate") == std::string::npos);
}

TEST_CASE("each number of heads is judged with the learning rate that suits it on the validation part") {
  std::vector<HeadRun> runs;
  for (std::uint64_t seed : {1U, 2U, 3U}) {
    runs.push_back(run_of(1, seed, 6, 0.001, 93, 80));
    runs.push_back(run_of(4, seed, 6, 0.001, 91, 99));  // better on the test part, which may not choose
    runs.push_back(run_of(1, seed, 6, 0.002, 90, 85));
    runs.push_back(run_of(4, seed, 6, 0.002, 95, 86));
  }
  const HeadTables tables = tabulate(runs);
  REQUIRE(tables.summaries.size() == 2);
  CHECK(tables.summaries[0].learning_rate == 0.001);
  CHECK(tables.summaries[1].learning_rate == 0.002);
  CHECK(tables.summaries[1].runs == 3);
  CHECK(*tables.summaries[1].against_first->difference == Approx(6));
  CHECK_THAT(tables.report,
             Catch::StartsWith("1 head: learning rate 0.001, validation BLEU 93.00; 0.002: 90.00\n"
                               "4 heads: learning rate 0.002, validation BLEU 95.00; 0.001: 91.00\n"));
}

TEST_CASE("no runs, no tables") {
  CHECK(tabulate({}).summaries.empty());
  CHECK(tabulate({}).report.empty());
}
