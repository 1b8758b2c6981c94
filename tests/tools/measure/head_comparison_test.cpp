// compare-heads and C6: pairs, corrections, verdicts and the answer of runs made by hand, then the command.
#include "tools/measure/head_comparison.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/measure/head_runs.hpp"
#include "tests/tools/process.hpp"
#include "tools/measure/head_study.hpp"

using namespace heed;

namespace {

/// Five seeds of one head at 80 BLEU; of each other number of heads with a mean `t` standard errors higher,
/// of 1 BLEU each.
std::vector<HeadRun> five_seeds(const std::vector<std::pair<std::int64_t, double>>& heads_and_t) {
  constexpr double root_two = 1.41421356;
  std::vector<HeadRun> runs;
  for (int seed = 1; seed <= 5; ++seed) runs.push_back(even_run(1, static_cast<std::uint64_t>(seed), 80));
  for (const auto& [heads, t] : heads_and_t)
    for (int seed = 1; seed <= 5; ++seed)
      runs.push_back(even_run(heads, static_cast<std::uint64_t>(seed), 80 + t + (seed - 3) * root_two));
  return runs;
}

Finding found_of(const std::vector<HeadRun>& runs) { return found_of_heads(runs, {"here", "여기서"}); }

}  // namespace

TEST_CASE("equal runs are inside the noise, and one seed, or none in common, has no p") {
  std::vector<HeadRun> runs;
  for (std::uint64_t seed : {1U, 2U, 3U})
    for (std::int64_t heads : {1, 2}) runs.push_back(head_run(heads, seed, {0.5, 0.7, 0.2, 0.9}));
  const std::vector<HeadSummary> equal = summarise(runs);
  CHECK((equal[1].difference->mean == 0 && *equal[1].p_value == 1));
  CHECK_FALSE((equal[0].difference || equal[0].p_value));

  const HeadSummary one = summarise({even_run(1, 1, 80), even_run(4, 1, 90)})[1];
  CHECK(one.difference->mean == Approx(10));
  CHECK_FALSE((one.difference->half_width || one.p_value));
  CHECK_FALSE(summarise({even_run(2, 1, 80), even_run(1, 2, 90)})[1].difference);
}

TEST_CASE("runs are paired by seed, in whatever order they come, and a seed without partner is left out") {
  const std::vector<HeadRun> runs{even_run(1, 1, 50), even_run(4, 1, 52), even_run(1, 2, 70),
                                  even_run(4, 2, 71), even_run(1, 3, 60), even_run(4, 3, 61.5)};
  const HeadSummary paired = summarise(runs)[1];
  CHECK(paired.difference->mean == Approx(1.5));
  CHECK(*paired.p_value < 0.05);  // 1.5 ± 0.29: clear in pairs, nothing beside the 10 BLEU between seeds
  std::vector<HeadRun> shuffled{runs[4], runs[3], runs[0], runs[5], runs[1], runs[2]};
  shuffled.push_back(even_run(1, 4, 5));
  shuffled.push_back(even_run(4, 5, 95));
  const HeadSummary unpaired = summarise(shuffled)[1];
  CHECK(unpaired.difference->mean == Approx(1.5));
  CHECK(*unpaired.p_value == Approx(*paired.p_value));
  CHECK(unpaired.runs == 4);
}

TEST_CASE("of several comparisons p is corrected, and the interval is that of all together") {
  const HeadSummary alone = summarise(five_seeds({{4, 3.2}}))[1];
  CHECK(*alone.p_value < 0.05);  // 0.033 by the table
  const double eight_alone = *summarise(five_seeds({{8, 12}}))[1].p_value;
  const std::vector<HeadSummary> three = summarise(five_seeds({{2, 0}, {4, 3.2}, {8, 12}}));
  CHECK(*three[3].p_value == Approx(3 * eight_alone));
  CHECK(*three[2].p_value == Approx(2 * *alone.p_value));
  CHECK(*three[2].p_value > 0.05);
  CHECK(*three[2].difference->half_width > 1.3 * *alone.difference->half_width);
  CHECK(*three[2].detectable > *three[2].difference->half_width);
  CHECK(detectable_difference(1.96, 0.05) == Approx(2.80).margin(0.01));
  // tasks are compared within themselves, and corrected for together
  std::vector<HeadRun> tasks = five_seeds({{4, 3.2}}), others = five_seeds({{4, 12}});
  for (HeadRun& run : others) run.task = "another", tasks.push_back(run);
  CHECK(*summarise(tasks)[1].p_value == Approx(*alone.p_value));
  CHECK_FALSE(summarise(tasks)[2].difference);
}

TEST_CASE("with one rate all numbers of heads of a seed come before the next seed, and a run is a line") {
  const HeadTask task{.session = {.run = {.seed = 7}}, .rates = {0.001}, .seeds = 2, .heads = {1, 4}};
  CHECK(planned_runs(task) == 4);
  std::vector<HeadRun> runs;
  std::string order;
  while (const auto next = next_run(task, runs)) {
    runs.push_back({.heads = next->heads, .learning_rate = next->learning_rate, .seed = next->seed});
    order += fmt::format("{}/{} ", next->heads, next->seed);
  }
  CHECK(order == "1/7 4/7 1/8 4/8 ");
  HeadRun run = head_run(1, 3, std::vector<double>(80, 0.5));
  run.task = "a task", run.d_model = 64, run.learning_rate = 0.002;
  const std::string line = csv_line(run);
  CHECK_THAT(line,
             Catch::StartsWith("a task,1,64,0.002,3,1000,0,3,0.0000,50.0000,0.0000,0.0,,,20000 20000 "));
  CHECK(std::count(line.begin(), line.end(), ' ') == 1 + 40 * 10 - 1);
}

TEST_CASE("one head or many is told from runs, by as many comparisons as there are") {
  std::vector<HeadRun> runs;
  for (const std::uint64_t seed : {1, 2, 3})
    runs.push_back(even_run(1, seed, 94)),
        runs.push_back(even_run(4, seed, 94.9 + 0.1 * static_cast<double>(seed)));
  const Finding found = found_of(runs);
  CHECK(found.verdict == ClaimVerdict::holds);
  CHECK_THAT(found.measured.english,
             Catch::Contains("here 4 heads, the best of the others, are +1.10 ± ") &&
                 Catch::Contains("from one (3 seeds, equal") &&
                 Catch::Contains("half of the interval, the smallest difference that these seeds "
                                 "can tell from none, is 0."));
  CHECK_THAT(found.measured.korean, Catch::StartsWith("여기서") && Catch::Contains("하나보다"));
  CHECK_THAT(found.tables.at(0).rows.at(1).at(2).text.english, Catch::StartsWith("+1.10 ± "));
  for (HeadRun& run : runs) run.last_rise = 1.7;  // less than twice the claim's 0.9
  CHECK(found_of(runs).verdict == found.verdict);
  for (HeadRun& run : runs) run.last_rise = 12;
  CHECK(found_of(runs).verdict == ClaimVerdict::not_measured);
  CHECK_THAT(found_of(runs).measured.english,
             Catch::Contains("still learning: validation BLEU rose by 12.0"));
  runs.resize(2);
  runs[0].last_rise = runs[1].last_rise = 0;
  CHECK(found_of(runs).verdict == ClaimVerdict::one_seed);
  CHECK_THAT(found_of({runs[1], runs[0]}).measured.english, Catch::Contains("-1.00 BLEU from 4 (1 seed"));
  CHECK(found_of({runs[1], runs[0]}).tables.at(0).columns.at(2).english == "against 4 (95 %)");
  CHECK(found_of({}).verdict == ClaimVerdict::not_measured);
  CHECK_THAT(found_of({runs[0]}).measured.english, Catch::StartsWith("There is nothing to compare"));
}

namespace {

ProgramEnd compare_heads(const Scratch& scratch, const std::string& options) {
  return run_heed(scratch.folder(), words_of("compare-heads --pairs 300 --threads 1 " + options));
}

}  // namespace

TEST_CASE("the models of compare-heads differ in their heads alone, and its results say what to repeat") {
  const Scratch scratch;
  const ProgramEnd outcome =
      compare_heads(scratch,
                    "--seeds 1 --epochs 1 --level 1 --seed 5 --d-model 16 --ff 32 --layers 1 --dropout 0.25 "
                    "--schedule inverse-sqrt");
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, Catch::Contains("\ncompare-heads one seed cannot tell: in embedded"));
  const auto results = nlohmann::json::parse(slurp(scratch / "runs/compare-heads-toy-ko-en/results.json"));
  CHECK(results.at("claims").at(0).at("tables").at(0).at("rows").size() == 4);
  for (const char* what : {"processor", "simd", "blas"})
    CHECK(!results.at("machine").at(what).get<std::string>().empty());
  const std::vector<HeadRun> runs = read_study(scratch / "runs/compare-heads-toy-ko-en/results.csv");
  REQUIRE(runs.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK((runs[i].task == "embedded grammar  level 1" && runs[i].learning_rate == 0.002));
    CHECK((runs[i].heads == (1 << i) && runs[i].parameters == runs[0].parameters));
  }
  CHECK(runs[0].parameters > 1000);
  const nlohmann::json expected = nlohmann::json::parse(R"({
    "d_model": 16, "layers": 1, "ff": 32, "dropout": 0.25, "attention_dropout": -1.0, "activation_dropout": -1.0,
    "norm": "post", "final_norm": "yes", "activation": "relu",
    "position": "sinusoidal", "attention": "all", "kernel": "automatic",
    "tie": "none", "epochs": 1, "batch": 64, "batch_tokens": 0, "accumulate": 1,
    "lr": 0.002, "schedule": "inverse-sqrt", "warmup": 400, "adam_beta2": 0.98, "adam_eps": 1e-9, "clip": 1.0,
    "label_smoothing": 0.1, "patience": 0, "seed": 5, "source": "ko", "target": "en", "tokens": "words",
    "min_frequency": 1, "max_tokens": 100, "level": 1, "pairs": 300, "heads_list": [1, 2, 4, 8], "seeds": 1})");
  CHECK(results.at("settings") == expected);
}

TEST_CASE("a training of compare-heads that diverges counts as BLEU 0, and the others go on") {
  const Scratch scratch;
  const ProgramEnd all = compare_heads(
      scratch, "--heads-list 1,2 --level 1 --seeds 1 --epochs 1 --d-model 16 --ff 32 --layers 1 --lr 900");
  CHECK(all.status == 1);
  CHECK_THAT(all.out,
             Catch::Contains("no better than untrained: counts as BLEU 0") && Catch::Contains("run  2/2"));
  CHECK_THAT(all.err, Catch::Contains("no training was better than its untrained model"));
  for (const HeadRun& run : read_study(scratch / "runs/compare-heads-toy-ko-en/results.csv"))
    CHECK((run.best_epoch == 0 && run.test_bleu == 0));
}
