// heed recall: what is asked, nets of equal size, what is measured and what is said of it.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/recall/report.hpp"

using namespace heed;

TEST_CASE("the answer of a recall is the first symbol, of an induction what came after it") {
  Rng rng(1);
  const RecallBatch recall = recall_batch(RecallTask::recall, 20, 5, rng);
  REQUIRE(recall.input.shape() == Shape{5, 21});
  for (std::int64_t b = 0; b < 5; ++b) {
    CHECK(recall.input[b * 21] == recall.answer[b]);
    CHECK(recall.input[b * 21 + 20] == recall_vocabulary - 1);
    for (std::int64_t t = 1; t < 20; ++t) CHECK(recall.input[b * 21 + t] >= 2 * recall_symbols);
  }
  for (const std::int64_t distance : {8, 30}) {
    const RecallBatch induction = recall_batch(RecallTask::induction, distance, 6, rng);
    const std::int64_t tokens = induction.input.dim(1);
    CHECK(tokens == distance + 4);
    for (std::int64_t b = 0; b < 6; ++b) {
      std::set<std::int32_t> asked;
      for (std::int64_t q = 0; q < 4; ++q) {
        const std::int32_t symbol = induction.input[b * tokens + distance + q];
        asked.insert(symbol);
        for (std::int64_t t = 0; t < 8; t += 2) {
          if (induction.input[b * tokens + t] == symbol)
            CHECK(induction.input[b * tokens + t + 1] == induction.answer[b * 4 + q]);
        }
      }
      CHECK(asked.size() == 4);
    }
  }
}

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
  }
}

TEST_CASE("a comparison measures every cell, twice the same, and says what documents say") {
  std::size_t asked = 0;
  RecallPlan plan{.distances = {8, 12},
                  .seeds = {1},
                  .width = 16,
                  .sequences = 4,
                  .steps = 3,
                  .on_next = [&](const RecallCell&, std::size_t, std::size_t all) {
                    ++asked;
                    return all == 20;
                  }};
  const RecallResults once{plan, measure_recall(plan)}, again{plan, measure_recall(plan)};
  REQUIRE(once.cells.size() == 20);
  CHECK(asked > 40);
  for (std::size_t i = 0; i < once.cells.size(); ++i) {
    const RecallCell &a = once.cells[i], &b = again.cells[i];
    CHECK(a.steps == recall_steps(plan, a.distance));
    CHECK(a.gradient_norm > 0);
    CHECK(a.us_a_token > 0);
    CHECK((a.accuracy == b.accuracy && a.gradient_norm == b.gradient_norm && a.kind == b.kind));
  }
  const std::string report = recall_report(once, 80);
  for (const char* part : {"state space", "O(log n)", "Induction", "by chance 6 %", "Gradient norm",
                           "Time a token", "C8: short paths learn long dependencies more easily",
                           "C18: state-space models run in linear time without attention", "not measured"})
    CHECK_THAT(report, Catch::Contains(part));
  CHECK(recall_json(once).at("cells").size() == 20);
  const std::string csv = recall_csv(once);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 21);

  plan.on_next = [](const RecallCell&, std::size_t done, std::size_t) { return done < 3; };
  CHECK(measure_recall(plan).size() == 3);
  plan.on_next = {};
  plan.seconds = 0;
  CHECK(measure_recall(plan).empty());
  CHECK(recall_report({plan, {}}, 80).empty());
}

TEST_CASE("claims of paths and of linear time are judged by what was measured") {
  RecallResults made_up{.plan = {.distances = {8, 32, 128}, .seeds = {1}}};
  for (const RecallKind& kind : recall_kinds()) {
    for (const std::int64_t d : made_up.plan.distances) {
      for (const RecallTask task : made_up.plan.tasks) {
        const bool rnn = kind.name == "RNN";
        made_up.cells.push_back({.kind = kind.name,
                                 .task = task,
                                 .distance = d,
                                 .accuracy = rnn ? 0.1 : 1,
                                 .gradient_norm = rnn ? 1e-3 / static_cast<double>(d * d) : 0.1,
                                 .us_a_token = 2});
      }
    }
  }
  const auto verdicts = [&] {
    std::vector<std::string> all;
    const nlohmann::json json = recall_json(made_up);
    for (const auto& claim : json.at("claims")) all.push_back(claim.at("verdict"));
    return all;
  };
  CHECK(verdicts() == std::vector<std::string>{"holds", "holds", "holds"});
  for (RecallCell& c : made_up.cells) {
    c.accuracy = c.kind == "RNN" ? 1 : 0.1;
    c.gradient_norm = 1;
    c.us_a_token = static_cast<double>(c.distance);
  }
  CHECK(verdicts() == std::vector<std::string>{"does not hold", "does not hold", "does not hold"});
}

TEST_CASE("heed recall prints tables, plot and claims, and writes JSON and CSV", "[.long]") {
  const Scratch scratch;
  const ProgramEnd end = run({.arguments = {"recall", "--distances", "12,8", "--seeds", "1", "--steps", "3",
                                            "--width", "16", "--json", "r.json", "--csv", "r.csv"},
                              .folder = scratch.folder()});
  INFO(end.err);
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Catch::Contains("What documents say"));
  CHECK(nlohmann::json::parse(slurp(scratch / "r.json")).at("complete") == true);
  CHECK(run({.arguments = {"recall", "--distances", "7"}, .folder = scratch.folder()}).status == 2);
  CHECK(run({.arguments = {"recall", "--width", "12"}, .folder = scratch.folder()}).status == 2);
}
