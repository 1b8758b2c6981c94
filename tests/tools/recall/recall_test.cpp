// heed recall: what is asked, nets of equal size, what is measured and how it is shown.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "lib/array/parallel.hpp"
#include "lib/core/error_types.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/recall/made_up.hpp"
#include "tools/recall/report.hpp"
#include "tools/recall/tables.hpp"

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
  CHECK(recall_report({plan, {}}, Language::english, 80).empty());
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

TEST_CASE("steps at the end of which a training was not yet done are a bound, in a median, too") {
  const auto row = [](const std::vector<std::int64_t>& steps) {  // of attention's seeds over 512
    const RecallResults r = made_up_recall([&](RecallCell& c) {
      if (c.kind != "attention" || c.distance != 512) return;
      if (c.seed > steps.size())
        c.accuracy = 0.5;
      else
        c.steps = steps[c.seed - 1];
    });
    return steps_table(r.plan, r.cells, RecallTask::recall, Language::english).rows.at(0).at(4);
  };
  CHECK(row({100, 374, 375}) == "374");
  CHECK(row({100, 375, 375}) == "≥ 375");
  CHECK(row({131, 375}) == "≥ 253");
  CHECK(row({131, 374}) == "252");
  const RecallResults full = made_up_recall([](RecallCell& c) {
    if (c.kind == "LSTM" && c.distance == 8) c.steps = 6000;
  });
  CHECK_THAT(recall_report(full, Language::english, 80),
             Catch::Contains("≥ 6,000") && Catch::Contains("≥ ended with its steps: at least 95 %"));
  CHECK_THAT(recall_report(full, Language::korean, 80), Catch::Contains("≥ 걸음을 다 쓰고"));
  const std::string none = recall_report(made_up_recall({}), Language::english, 80);
  CHECK_THAT(none, !Catch::Contains("≥"));
  CHECK_THAT(none, Catch::Contains("Steps at most: 6,000 over 8, 2,381 over 32, 375 over 512. Compare"));
}

TEST_CASE("a report tells what was not learned from what was, in both languages") {
  const RecallResults results = made_up_recall([](RecallCell& c) {
    if (c.kind == "convolution") c.accuracy = c.seed == 3 ? 0.4 : 0.3, c.steps = c.distance == 8 ? 100 : 0;
    if (c.kind == "LSTM" && c.seed == 1) c.accuracy = 0.5;
  });
  const std::string english = recall_report(results, Language::english, 80),
                    korean = recall_report(results, Language::korean, 80);
  for (const char* part :
       {"✗ 33 % (30…40)", "✗ Not learned in so many steps: convolution: over 8 in 100 steps",
        "83 % (50…100) 2/3", "O(log n)", "by chance 6 %", "Gradient norm", "% apart", "S  state space",
        "C8: short paths learn long dependencies more easily",
        "C18: state-space models run in linear time without attention"})
    CHECK_THAT(english, Catch::Contains(part));
  for (const char* part : {"✗ 33 % (30…40)", "배우지 못함. 합성곱: 8 토큰을 100걸음에", "상태 공간",
                           "기울기의 노름", "S  상태 공간", "문서의 말과 나온 결과", "맞습니다"})
    CHECK_THAT(korean, Catch::Contains(part));
  for (const char* part : {"attention", "state space", "seed", "holds"})
    CHECK_THAT(korean, !Catch::Contains(part));

  // the convolution was asked for all; what attention was not, there was no time for
  CHECK_THAT(english, !Catch::Contains("there was no time"));
  RecallResults late = made_up_recall([](RecallCell& c) {
    if (c.distance == 512) c.accuracy = std::nullopt;
  });
  CHECK_THAT(recall_report(late, Language::english, 80),
             Catch::Contains("–: there was no time to train 15 of 45 combinations"));
  CHECK(recall_json(late).at("complete") == false);
  late.complete = false;
  CHECK_THAT(recall_report(late, Language::korean, 80), Catch::Contains("중단됨"));

  CHECK_THAT(english, Catch::Contains("was asked over longer ones as it was"));
  CHECK_THAT(korean, Catch::Contains("더 먼 거리에서 더 학습하지 않고"));
  const nlohmann::json json = recall_json(results);
  CHECK(json.at("cells").size() == 45);
  CHECK(json.at("nets").size() == 5);
  for (const auto& cell : json.at("cells")) {
    CHECK_FALSE(cell.at("accuracy").is_null());
    if (cell.at("net") == "convolution") CHECK(cell.at("learned") == false);
    CHECK(cell.at("path_steps") > 0);
  }
  const nlohmann::json far = recall_json(late).at("cells").at(2);
  CHECK((far.at("accuracy").is_null() && far.at("learned").is_null()));  // not tried is not "not learned"
  CHECK(json.at("claims").at(3).at("verdict").at("en") == "holds");
  const std::string csv = recall_csv(results);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 46);
  CHECK_THAT(csv, Catch::Contains("convolution,recall,32,1,0,0.3000,0,") &&
                      Catch::Contains("convolution,recall,8,3,100,0.4000,0,"));
}

TEST_CASE("a net that diverges is a mark in the table, which stays") {
  const RecallResults one = made_up_recall([](RecallCell& c) {
    if (c.kind == "RNN" && c.seed == 2 && c.distance >= 32) c.accuracy = std::nullopt;
    c.diverged = c.kind == "RNN" && c.seed == 2 && c.distance == 32;
  });
  const std::string text = recall_report(one, Language::english, 80);
  CHECK_THAT(text, Catch::Contains("100 % 2/2, 1 diverged") || Catch::Contains("100 %, 1 diverged"));
  CHECK_THAT(text, Catch::Contains("Diverged: loss or gradients were not finite") &&
                       !Catch::Contains("there was no time"));
  CHECK_THAT(recall_report(one, Language::korean, 80),
             Catch::Contains(", 발산 1") && Catch::Contains("발산: 손실이나"));
  CHECK(recall_json(one).at("complete") == true);
  std::size_t marked = 0;
  const nlohmann::json json = recall_json(one);
  for (const auto& cell : json.at("cells")) marked += cell.at("diverged").get<bool>() ? 1 : 0;
  CHECK(marked == 1);
}

TEST_CASE("a report of one seed, or of one distance, says no more than these can") {
  RecallResults one = made_up_recall({});
  one.plan.seeds = {1};
  std::erase_if(one.cells, [](const RecallCell& c) { return c.seed > 1; });
  const std::string seed = recall_report(one, Language::english, 80);
  CHECK_THAT(seed, Catch::Contains("RNN 30 % (one seed): one seed cannot tell\n") &&
                       Catch::Contains("share of right answers; by chance 6 %\n") &&
                       Catch::Contains("Steps that learning took (each distance after a shorter one)\n"));
  for (const char* part : {"noise", "seeds", "median", "there was no time"})
    CHECK_THAT(seed, !Catch::Contains(part));
  CHECK_THAT(recall_report(one, Language::korean, 80),
             Catch::Contains("(시드 하나): 시드 하나로는 알 수 없습니다"));
  CHECK(recall_json(one).at("claims").at(1).at("verdict").at("en") == "one seed cannot tell");

  RecallResults near = made_up_recall([](RecallCell& c) {
    if (c.kind == "RNN") c.accuracy = std::nullopt;
  });
  near.plan.distances = {8};
  near.plan.tasks = {RecallTask::recall, RecallTask::induction};
  std::erase_if(near.cells, [](const RecallCell& c) { return c.distance > 8; });
  const std::string distance = recall_report(near, Language::english, 80);
  CHECK_THAT(distance, Catch::Contains("takes two distances at least: not measured") &&
                           Catch::Contains("No net was trained for induction\n") &&
                           Catch::Contains("(median of the seeds that learned it)\n"));
  for (const char* part : {"A  attention", "Compare nets", "no two nets"})
    CHECK_THAT(distance, !Catch::Contains(part));
  CHECK_THAT(recall_report(near, Language::korean, 80),
             Catch::Contains("거리가 둘 이상 있어야 합니다: 재지 못했습니다") &&
                 Catch::Contains("유도: 학습할 시간이 없었습니다"));
}

TEST_CASE("heed recall prints tables, plot and claims, and writes JSON and CSV", "[.long]") {
  const Scratch scratch;
  const ProgramEnd end =
      run({.arguments = {"recall", "--distances", "12,8", "--seeds", "1", "--steps", "3", "--width", "16",
                         "--json", "r.json", "--csv", "r.csv", "--lang", "en"},
           .folder = scratch.folder()});
  INFO(end.err);
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Catch::Contains("What documents say"));
  CHECK(nlohmann::json::parse(slurp(scratch / "r.json")).at("complete") == true);
  CHECK(run({.arguments = {"recall", "--distances", "7"}, .folder = scratch.folder()}).status == 2);
  CHECK(run({.arguments = {"recall", "--width", "12"}, .folder = scratch.folder()}).status == 2);
}
