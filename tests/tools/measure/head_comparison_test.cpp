// compare-heads on runs made by hand: rows, verdicts, the answer, the files.
#include "tools/measure/head_comparison.hpp"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/measure/head_runs.hpp"

using namespace heed;

namespace {

constexpr double root_two = 1.41421356;

/// Five seeds of one head at 80 BLEU; of each other number of heads with a mean `t` standard errors higher,
/// of 1 BLEU each.
std::vector<HeadRun> five_seeds(const std::vector<std::pair<std::int64_t, double>>& heads_and_t) {
  std::vector<HeadRun> runs;
  for (int seed = 1; seed <= 5; ++seed) runs.push_back(even_run(1, static_cast<std::uint64_t>(seed), 80));
  for (const auto& [heads, t] : heads_and_t) {
    for (int seed = 1; seed <= 5; ++seed)
      runs.push_back(even_run(heads, static_cast<std::uint64_t>(seed), 80 + t + (seed - 3) * root_two));
  }
  return runs;
}

/// The line of the table whose first word is this number of heads, as words.
std::vector<std::string> row_of(const std::string& report, std::int64_t heads) {
  std::istringstream text(report);
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    const std::vector<std::string> row{std::istream_iterator<std::string>(words), {}};
    if (!row.empty() && row.front() == std::to_string(heads)) return row;
  }
  return {};
}

std::string text_of(const std::vector<std::string>& row) { return fmt::format("{}", fmt::join(row, " ")); }

std::string report_of(const std::vector<HeadSummary>& summaries) {
  return comparison_report({{.summaries = summaries}}, Language::english);
}

std::string last_line(const std::string& report) {
  return report.substr(report.rfind('\n', report.size() - 2) + 1);
}

}  // namespace

TEST_CASE("a clear difference is better or worse, with the answer in words") {
  const std::string up = report_of(summarise(five_seeds({{4, 10}})));
  INFO(up);
  CHECK_THAT(text_of(row_of(up, 4)),
             Catch::Contains("90.00 ± 2.78 +10.00 0.00") && Catch::Contains("better than one head"));
  CHECK_THAT(text_of(row_of(up, 1)), Catch::Contains("80.00 ± 0.00 24.9"));
  CHECK_THAT(last_line(up), Catch::StartsWith("Answer: 4 heads have the best mean, +10.00 BLEU against 1; "
                                              "with p = 0.00") &&
                                Catch::EndsWith(" that is more than noise.\n"));
  CHECK_THAT(up, Catch::Contains("p: paired bootstrap over test sentences, Student's t over seeds.\n"));

  const std::string down = report_of(summarise(five_seeds({{4, -10}, {8, -10}})));
  INFO(down);
  CHECK_THAT(text_of(row_of(down, 4)), Catch::Contains("-10.00") && Catch::Contains("worse than one head"));
  CHECK(last_line(down) == "Answer: no number of heads has a better mean than 1 here.\n");
  CHECK_THAT(down, Catch::Contains("Holm's correction for 2 comparisons.\n"));
}

TEST_CASE("equal runs, and a difference that seeds explain, are inside the noise") {
  std::vector<HeadRun> runs;
  for (std::uint64_t seed : {1U, 2U, 3U}) {
    for (std::int64_t heads : {1, 2}) runs.push_back(head_run(heads, seed, {0.5, 0.7, 0.2, 0.9}));
  }
  const std::vector<HeadSummary> equal = summarise(runs);
  CHECK(*equal[1].against_first->difference == 0);
  CHECK(*equal[1].against_first->p_value == 1);
  CHECK_THAT(text_of(row_of(report_of(equal), 2)), Catch::Contains("+0.00 1.000 inside the noise"));
  CHECK_FALSE(equal[0].against_first);

  const std::string report = report_of(summarise(five_seeds({{2, 1}})));
  CHECK_THAT(last_line(report),
             Catch::StartsWith("Answer: 2 heads have the best mean, +1.00 BLEU against 1; with p = 0.") &&
                 Catch::EndsWith(" that is inside the noise.\n"));
}

TEST_CASE("with one seed nobody can say") {
  const std::string one = report_of(summarise({even_run(1, 1, 80), even_run(4, 1, 90)}));
  INFO(one);
  CHECK_THAT(text_of(row_of(one, 4)), Catch::Contains("90.00 +10.00 too few seeds to say 25.5"));
  CHECK(last_line(one) ==
        "Answer: 4 heads have the best mean, +10.00 BLEU against 1; too few seeds to say "
        "whether that is more than noise.\n");
  CHECK(one.find("Holm") == std::string::npos);

  const std::string none = report_of(summarise({even_run(2, 1, 80), even_run(1, 2, 90)}));
  INFO(none);
  CHECK_THAT(text_of(row_of(none, 1)), Catch::Contains("90.00 too few seeds to say 24.9"));
  CHECK(last_line(none) ==
        "Answer: 1 head has the best mean; too few seeds to say whether that is more than "
        "noise: no run of 2 has the same seed.\n");
  CHECK(last_line(report_of(summarise({even_run(1, 1, 80)}))) == "There is nothing to compare yet.\n");
}

TEST_CASE("runs are paired by seed, in whatever order they come, and a seed without partner is left out") {
  const std::vector<HeadRun> runs{even_run(1, 1, 50), even_run(4, 1, 52), even_run(1, 2, 70),
                                  even_run(4, 2, 71), even_run(1, 3, 60), even_run(4, 3, 61.5)};
  const HeadComparison paired = *summarise(runs)[1].against_first;
  CHECK(*paired.difference == Approx(1.5));
  CHECK(*paired.p_value < 0.05);  // 1.5 ± 0.29: clear in pairs, nothing beside the 10 BLEU between seeds

  std::vector<HeadRun> shuffled{runs[4], runs[3], runs[0], runs[5], runs[1], runs[2]};
  const HeadComparison same = *summarise(shuffled)[1].against_first;
  CHECK(*same.difference == Approx(*paired.difference));
  CHECK(*same.p_value == Approx(*paired.p_value));

  shuffled.push_back(even_run(1, 4, 5));
  shuffled.push_back(even_run(4, 5, 95));
  const std::vector<HeadSummary> unpaired = summarise(shuffled);
  CHECK(*unpaired[1].against_first->difference == Approx(1.5));
  CHECK(*unpaired[1].against_first->p_value == Approx(*paired.p_value));
  CHECK(unpaired[1].runs == 4);
}

TEST_CASE("several comparisons: the verdict is that of the corrected p") {
  const std::vector<HeadSummary> alone = summarise(five_seeds({{4, 3.2}}));
  CHECK(*alone[1].against_first->p_value == *alone[1].against_first->p_value_single);
  CHECK_FALSE(alone[1].against_first->inside_the_noise());  // 0.033 by the table

  const std::vector<HeadSummary> three = summarise(five_seeds({{2, 0}, {4, 3.2}, {8, 12}}));
  const HeadComparison second = *three[1].against_first, fourth = *three[2].against_first,
                       eighth = *three[3].against_first;
  CHECK(*fourth.p_value_single == *alone[1].against_first->p_value_single);
  CHECK(*eighth.p_value == Approx(3 * *eighth.p_value_single));
  CHECK(*fourth.p_value == Approx(2 * *fourth.p_value_single));
  CHECK(*second.p_value == Approx(*second.p_value_single));
  CHECK(fourth.inside_the_noise());
  CHECK_FALSE(eighth.inside_the_noise());
  const std::string report = report_of(three);
  CHECK_THAT(text_of(row_of(report, 4)),
             Catch::Contains(fmt::format("+3.20 {:.3f} inside the noise", *fourth.p_value)));
  CHECK_THAT(report, Catch::Contains("Holm's correction for 3 comparisons."));

  const std::string answer = last_line(report_of(summarise(five_seeds({{2, 0}, {4, 3.2}}))));
  CHECK_THAT(answer, Catch::Contains("4 heads") && Catch::EndsWith("inside the noise.\n"));
}

TEST_CASE("all runs of a seed come before the next seed") {
  const HeadPlan plan{
      .heads = {1, 4}, .epochs = {6, 14}, .learning_rates = {0.001, 0.002}, .first_seed = 7, .seeds = 2};
  const std::vector<PlannedRun> runs = plan_runs(plan);
  REQUIRE(runs.size() == 16);
  for (std::size_t i = 0; i < runs.size(); ++i) CHECK(runs[i].seed == (i < 8 ? 7 : 8));
  CHECK((runs[1].heads == 4 && runs[1].learning_rate == 0.001));
  CHECK((runs[2].learning_rate == 0.002 && runs[3].epochs == 6 && runs[4].epochs == 14));
}

TEST_CASE("a table for each number of epochs, each number of heads with its best rate on validation") {
  const auto run_of = [](std::int64_t heads, std::uint64_t seed, std::int64_t epochs, double rate,
                         double valid, double test) {
    HeadRun run = even_run(heads, seed, test);
    run.epochs = epochs, run.learning_rate = rate, run.valid_bleu = valid;
    return run;
  };
  std::vector<HeadRun> runs;
  for (std::uint64_t seed : {1U, 2U, 3U}) {
    runs.push_back(run_of(1, seed, 14, 0.002, 90, 90));
    runs.push_back(run_of(4, seed, 14, 0.002, 90, 90.3));
    runs.push_back(run_of(1, seed, 6, 0.001, 93, 80));
    runs.push_back(run_of(4, seed, 6, 0.001, 91, 99));  // better on the test part, which may not choose
    runs.push_back(run_of(1, seed, 6, 0.002, 90, 85));
    runs.push_back(run_of(4, seed, 6, 0.002, 95, 86));
  }
  const std::vector<HeadTable> tables = head_tables(runs);
  REQUIRE(tables.size() == 2);
  CHECK((tables[0].epochs == 6 && tables[1].epochs == 14));
  CHECK(tables[0].summaries.at(0).learning_rate == 0.001);
  CHECK(tables[0].summaries.at(1).learning_rate == 0.002);
  CHECK(tables[0].summaries.at(1).runs == 3);
  CHECK(*tables[0].summaries.at(1).against_first->difference == Approx(6));
  CHECK(*tables[1].summaries.at(1).against_first->difference == Approx(0.3));
  CHECK(tables[1].rates.empty());
  const std::string report = comparison_report(tables, Language::english);
  CHECK_THAT(
      report,
      Catch::StartsWith("After 6 epochs:\nheads 1: learning rate 0.001, validation BLEU 93.00; 0.002: 90.00\n"
                        "heads 4: learning rate 0.002, validation BLEU 95.00; 0.001: 91.00\n") &&
          Catch::Contains("After 14 epochs:"));
  CHECK(comparison_report(head_tables({}), Language::english).empty());
}

TEST_CASE("results.json and results.csv have every run and every comparison") {
  const Scratch scratch;
  const std::vector<HeadRun> runs = five_seeds({{2, 0}, {4, 10}});
  write_comparison(scratch.folder(), runs, {{"task", "a task"}, {"planned_runs", 20}});
  const auto all = nlohmann::json::parse(slurp(scratch / "results.json"));
  for (const char* what : {"processor", "simd", "blas"})
    CHECK(!all.at("machine").at(what).get<std::string>().empty());
  CHECK(all.at("task") == "a task");
  CHECK(all.at("planned_runs") == 20);
  CHECK(all.at("runs").size() == 15);
  CHECK(all.at("runs").at(14).at("heads") == 4);
  CHECK(all.at("runs").at(14).at("seed") == 5);
  const auto first = all.at("summary").at(0), four = all.at("summary").at(2);
  for (const char* field : {"difference", "p_value", "p_value_single", "inside_the_noise"})
    CHECK(first.at(field).is_null());
  CHECK(four.at("heads") == 4);
  CHECK(four.at("runs") == 5);
  CHECK(four.at("parameters") == 1000);
  CHECK(four.at("mean_test_bleu").get<double>() == Approx(90));
  CHECK(four.at("half_width_95").get<double>() == Approx(2.776).epsilon(0.001));
  CHECK(four.at("difference").get<double>() == Approx(10));
  const double half = four.at("difference_half_width");  // of two comparisons, 1 BLEU a standard error
  CHECK(half == Approx(3.495).margin(0.4));
  CHECK(four.at("p_value").get<double>() == Approx(2 * four.at("p_value_single").get<double>()));
  CHECK(four.at("inside_the_noise") == false);
  CHECK(all.at("summary").at(1).at("inside_the_noise") == true);
  const std::string csv = slurp(scratch / "results.csv");
  CHECK_THAT(
      csv,
      Catch::StartsWith(
          "heads,seed,epochs,lr,parameters,best_epoch,valid_loss,valid_bleu,test_bleu,test_chrf,seconds\n"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 16);
  CHECK_THAT(csv, Catch::Contains("\n1,1,0,0,1000,3,0.000000,0.0000,80.0000,0.0000,0.00\n"));
}
