// heed recall: what is asked, nets of equal size, what is measured and how it is shown.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "lib/array/parallel.hpp"
#include "lib/core/error_types.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/measure/made_up_recall.hpp"
#include "tests/tools/process.hpp"
#include "tools/measure/recall_tables.hpp"
#include "tools/measure/results.hpp"

using namespace heed;

TEST_CASE(
    "all nets have nearly as many parameters as attention, and a convolution reaches over the distance") {
  const RecallPlan plan{.distances = {8, 512}};
  Rng rng(1);
  const std::int64_t wanted = RecallNet(recall_net(plan, "attention"), rng).parameter_count();
  for (const RecallKind& kind : recall_kinds()) {
    const RecallNet net(recall_net(plan, kind.name), rng);
    INFO(kind.name << ": " << net.parameter_count() << " beside " << wanted);
    CHECK(std::abs(net.parameter_count() - wanted) * 40 <= wanted);
    CHECK(net.layers() == (kind.name == "convolution" ? 5 : 2));
    CHECK(net.layers() == layer_count(recall_net(plan, kind.name)));
  }
  CHECK_THROWS_WITH(recall_net(plan, "memory"), Catch::Contains("no net 'memory'"));
}

TEST_CASE("the gradient at the first token is that of its embedding, and 0 where a net does not reach it") {
  Rng rng(3);
  const RecallNet net(
      {.kind = RecallNet::Kind::convolution, .vocabulary = recall_vocabulary, .width = 8, .reach = 16},
      rng);  // two layers that see 16 tokens back
  CHECK(first_token_gradient(net, recall_batch(RecallTask::recall, 64, 3, rng)) == 0);
  for (int i = 0; i < 3; ++i) {
    // The symbol stands nowhere else in its sequence: its row of the table has the gradient of that place
    // alone.
    const RecallBatch batch = recall_batch(RecallTask::recall, 10, 1, rng);
    cross_entropy(net(net.embed(batch.input), 1), batch.answer).backward();
    const Array rows = net.embedding.weight.grad();
    double squares = 0;
    for (std::int64_t k = 0; k < 8; ++k)
      squares += std::pow(static_cast<double>(rows.at({batch.input[0], k})), 2);
    net.zero_grad();
    CHECK(squares > 0);
    CHECK(first_token_gradient(net, batch) == Approx(std::sqrt(squares)).epsilon(1e-4));
  }
}

TEST_CASE("a comparison measures every cell, the same for any number of threads, and ends early when told") {
  const int before = threads();
  std::size_t asked = 0;
  RecallPlan plan{.distances = {12, 8},
                  .seeds = {1},
                  .width = 16,
                  .sequences = 4,
                  .steps = 3,
                  .on_step = [&](const RecallCell&, std::size_t, std::size_t all) {
                    ++asked;
                    return all == 20;
                  }};
  set_threads(1);
  const RecallResults once{plan, measure_recall(plan)};
  set_threads(2);
  const std::vector<RecallCell> again = measure_recall(plan);
  set_threads(before);
  REQUIRE(once.cells.size() == 20);
  REQUIRE(again.size() == 20);
  CHECK(asked > 80);
  for (std::size_t i = 0; i < once.cells.size(); ++i) {
    const RecallCell &a = once.cells[i], &b = again[i];
    INFO(a.kind << " over " << a.distance);
    CHECK(a.gradient_norm > 0);
    CHECK(a.us_a_token > 0);
    // three steps teach nothing: what did not learn the shortest distance is asked for a longer one as it is
    CHECK(a.steps == (a.distance == 8 ? 3 : 0));
    REQUIRE(a.accuracy.has_value());
    CHECK(*a.accuracy < 0.5);
    CHECK((a.path == b.path && a.path > 0));
    CHECK((a.accuracy == b.accuracy && a.gradient_norm == b.gradient_norm && a.kind == b.kind));
  }
  plan.steps = 0;
  const std::vector<RecallCell> untrained = measure_recall(plan);
  REQUIRE(untrained.size() == 20);
  CHECK(std::ranges::none_of(untrained, [](const RecallCell& c) { return c.accuracy.has_value(); }));
  plan.steps = 3;
  plan.on_step = [](const RecallCell&, std::size_t, std::size_t) { return false; };
  CHECK(measure_recall(plan).empty());
  plan.on_step = [](const RecallCell& cell, std::size_t, std::size_t) { return cell.steps < 2; };
  const std::vector<RecallCell> cut = measure_recall(plan);
  REQUIRE(cut.size() == 20);  // gradient and time stay
  CHECK(std::ranges::none_of(cut, [](const RecallCell& c) { return c.accuracy.has_value(); }));
  plan.on_step = {};
  plan.learning_rate = 1e30;
  const RecallResults diverged{plan, measure_recall(plan)};
  REQUIRE(diverged.cells.size() == 20);
  CHECK(std::ranges::any_of(diverged.cells, [](const RecallCell& c) { return c.diverged; }));
  for (const RecallCell& c : diverged.cells) {
    CHECK(!(c.diverged && (c.accuracy || c.distance != 8)));  // and no longer distance after it
    CHECK(c.gradient_norm > 0);
  }
  plan.seconds = 0;
  CHECK(measure_recall(plan).empty());
  CHECK(found_of_recall({plan, {}}).tables.empty());
}

TEST_CASE("an attention net learns a recall, stops then, and goes on to the next distance", "[.long]") {
  const RecallPlan plan{
      .distances = {8, 32}, .seeds = {1}, .tasks = {RecallTask::recall}, .width = 16, .steps = 150};
  for (const RecallCell& c : measure_recall(plan)) {
    if (c.kind != "attention") continue;
    CHECK(learned(c));
    CHECK(c.steps < recall_steps(plan, c.distance));
  }
}

namespace {

/// Everything that is said of measurements in a language.
std::string report_of(const RecallResults& results, Language language = Language::english) {
  return finding_text({.id = "recall", .finding = found_of_recall(results)}, language);
}

}  // namespace

TEST_CASE("steps at the end of which a training was not yet done are a bound, in a median, too") {
  const auto row = [](const std::vector<std::int64_t>& steps) {  // of attention's seeds over 512
    const RecallResults r = made_up_recall([&](RecallCell& c) {
      if (c.kind != "attention" || c.distance != 512) return;
      if (c.seed > steps.size())
        c.accuracy = 0.5;
      else
        c.steps = steps[c.seed - 1];
    });
    return steps_table(r.plan, r.cells, RecallTask::recall).rows.at(0).at(4).text.english;
  };
  CHECK(row({100, 374, 375}) == "374");
  CHECK(row({100, 375, 375}) == "≥ 375");
  CHECK(row({131, 375}) == "≥ 253");
  CHECK(row({131, 374}) == "252");
  CHECK_THAT(report_of(made_up_recall({})),
             Catch::Contains("Steps at most: 6,000 over 8, 2,381 over 32, 375 over 512. Compare"));
}

TEST_CASE("a report tells what was not learned from what was, in both languages") {
  const RecallResults results = made_up_recall([](RecallCell& c) {
    if (c.kind == "convolution") c.accuracy = c.seed == 3 ? 0.4 : 0.3, c.steps = c.distance == 8 ? 100 : 0;
    if (c.kind == "LSTM" && c.seed == 1) c.accuracy = 0.5;
  });
  const std::string english = report_of(results), korean = report_of(results, Language::korean);
  for (const char* part : {"✗ 33 % (30…40)", "83 % (50…100) 2/3", "O(log n)", "by chance 6 %",
                           "gradient at the first", "C8: short paths learn long dependencies more easily",
                           "C18: state-space models run in linear time without attention",
                           "was asked over longer ones as it was", "convolution, recall, 32, 1"})
    CHECK_THAT(english, Catch::Contains(part));
  for (const char* part :
       {"✗ 33 % (30…40)", "상태 공간", "첫 토큰의 기울기", "맞습니다", "그대로 물었습니다"})
    CHECK_THAT(korean, Catch::Contains(part));
  CHECK_THAT(english, !Catch::Contains("there was no time"));  // the convolution was asked for all
  const RecallResults late = made_up_recall([](RecallCell& c) {
    if (c.distance == 512) c.accuracy = std::nullopt;
  });
  CHECK_THAT(report_of(late), Catch::Contains("–: there was no time to train 15 of 45 combinations"));
  CHECK_THAT(report_of({late.plan, late.cells, false}, Language::korean), Catch::Contains("중단됨"));
}

TEST_CASE("a net that diverges is a mark in the table, which stays") {
  const RecallResults one = made_up_recall([](RecallCell& c) {
    if (c.kind == "RNN" && c.seed == 2 && c.distance >= 32) c.accuracy = std::nullopt;
    c.diverged = c.kind == "RNN" && c.seed == 2 && c.distance == 32;
  });
  CHECK_THAT(report_of(one), Catch::Contains("100 %, 1 diverged") && !Catch::Contains("there was no time") &&
                                 Catch::Contains("Diverged: loss or gradients were not finite"));
  CHECK_THAT(report_of(one, Language::korean),
             Catch::Contains(", 발산 1") && Catch::Contains("발산: 손실이나"));
}

TEST_CASE("a report of one seed, or of one distance, says no more than these can") {
  RecallResults one = made_up_recall({});
  one.plan.seeds = {1};
  std::erase_if(one.cells, [](const RecallCell& c) { return c.seed > 1; });
  CHECK_THAT(report_of(one), Catch::Contains("RNN 30 % (one seed): one seed cannot tell\n"));
  CHECK_THAT(report_of(one, Language::korean), Catch::Contains("(시드 하나): 시드 하나로는 알 수 없습니다"));
  RecallResults near = made_up_recall({});
  near.plan.distances = {8};
  std::erase_if(near.cells, [](const RecallCell& c) { return c.distance > 8; });
  CHECK_THAT(report_of(near), Catch::Contains("takes two distances at least: not measured"));
  CHECK_THAT(report_of(near, Language::korean),
             Catch::Contains("거리가 둘 이상 있어야 합니다: 재지 못했습니다"));
}

TEST_CASE("heed recall prints tables, plot and claims, and writes JSON and CSV", "[.long]") {
  const Scratch scratch;
  const ProgramEnd end =
      run({.arguments = {"recall", "--distances", "12,8", "--seeds", "1", "--steps", "3", "--width", "16",
                         "--json", "r.json", "--csv", "r.csv", "--lang", "en"},
           .folder = scratch.folder()});
  INFO(end.err);
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Catch::Contains("right answers by distance") && !Catch::Contains("every training"));
  const ExperimentResults results = read_results(scratch / "r.json");
  CHECK(results.all.at(0).finding.tables.back().rows.size() == 20);  // a row each training
  CHECK_THAT(slurp(scratch / "r.csv"), Catch::Contains("\"attention, recall, 8, 1\""));
  CHECK(run({.arguments = {"recall", "--distances", "7"}, .folder = scratch.folder()}).status == 2);
  CHECK(run({.arguments = {"recall", "--width", "12"}, .folder = scratch.folder()}).status == 2);
}
