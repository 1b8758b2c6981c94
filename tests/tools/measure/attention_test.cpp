// heed attention: what is left out, how slopes and crossings are found, what is said of claims, what is
// written.
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/measure/attention_claims.hpp"
#include "tools/measure/attention_tables.hpp"
#include "tools/measure/plot.hpp"
#include "tools/measure/results.hpp"

using namespace heed;

namespace {

/// Costs that follow a power of the length: dense and blockwise the square, the others the length.
AttentionCost made_up(const AttentionKind& kind, const AttentionCase& at, double) {
  const double n = static_cast<double>(at.tokens) / 256;
  const bool square = kind.name == "dense" || kind.name == "blockwise";
  const double ms = kind.name == "dense" ? 3 * n * n : square ? n * n : 4 * n;
  return {ms, kind.name == "dense" ? 1e6 * n * n : 1e6 * n};
}

}  // namespace

TEST_CASE("slopes are those of the logarithms, and a crossing lies between two lengths") {
  const Curve square{{1024, 2.0}, {2048, 8.0}, {4096, 32.0}},
      straight{{1024, 4.0}, {2048, 8.0}, {4096, 16.0}};
  CHECK(*fitted_slope(square, 1024) == Approx(2));
  CHECK(*fitted_slope(straight, 0) == Approx(1));
  CHECK(*fitted_slope(square, 2048) == Approx(2));
  CHECK_FALSE(fitted_slope(square, 4096).has_value());  // one point
  CHECK_FALSE(fitted_slope({{1024, 2.0}, {1024, 2.0}, {1024, 2.1}}, 1024).has_value());
  CHECK_FALSE(crossing(straight, square).has_value());
  CHECK(*crossing(square, {{1024, 4.0}, {4096, 16.0}}) == Approx(2048));
  CHECK(*crossing(square, {{1024, 1.0}, {2048, 1.0}, {4096, 1.0}}) == 0);
  CHECK_FALSE(crossing(square, {}).has_value());
}

TEST_CASE("what would take too long or too much memory is left out, and everything else is measured") {
  AttentionPlan plan{.heads = {1}, .seconds = 6 * 0.7, .available_bytes = 1e9, .measure = made_up};
  std::size_t asked = 0;
  plan.on_next = [&](const AttentionMeasurement&, std::size_t done, std::size_t all) {
    CHECK(done == asked++);
    CHECK(all == 2 * 8 * 5 * 4);
    return true;
  };
  const std::vector<AttentionMeasurement> all = measure_attentions(plan);
  CHECK(all.size() == 8 * 5 * 4);
  for (const AttentionMeasurement& m : all) {
    // dense: 3 ms · 16² = 0.77 s is too long; blockwise too at twice the length
    const bool fits = m.kind == "dense" ? m.at.tokens <= 2048 : m.kind != "blockwise" || m.at.tokens <= 4096;
    INFO(m.kind << ' ' << m.at.tokens << ' ' << m.why);
    CHECK(m.cost.has_value() == fits);
    CHECK(m.why.empty() == fits);
  }
  plan.on_next = [](const AttentionMeasurement&, std::size_t done, std::size_t) { return done < 7; };
  CHECK(measure_attentions(plan).size() == 7);

  plan.on_next = {};
  plan.available_bytes = 1e8;
  std::size_t too_large = 0;
  for (const AttentionMeasurement& m : measure_attentions(plan))
    too_large += m.why.find("MiB") != std::string::npos;
  CHECK(too_large > 0);
}

TEST_CASE("a plan that asks for one case measures no other, and that one twice") {
  std::size_t others = 0, runs = 0;
  AttentionPlan plan{.lengths = {256, 512}, .heads = {8}, .causal = false, .forward_alone = false};
  plan.seconds = 1e9, plan.available_bytes = 1e18;
  plan.measure = [&](const AttentionKind&, const AttentionCase& at, double) {
    others += at.causal || !at.backward || at.heads != 8;
    ++runs;
    return AttentionCost{.ms = 1, .bytes = 1};
  };
  const std::vector<AttentionMeasurement> all = measure_attentions(plan);
  CHECK(others == 0);
  CHECK(all.size() == 2 * attention_kinds().size());
  CHECK(runs == 2 * all.size());
}

TEST_CASE("when the time is up, what is left is left out, what is slow comes last") {
  std::vector<std::string> measured;
  AttentionPlan plan{.lengths = {256, 512}, .heads = {2, 1}, .seconds = 1e9, .available_bytes = 1e18};
  plan.measure = [&](const AttentionKind& kind, const AttentionCase& at, double) {
    measured.push_back(kind.name + " " + std::to_string(at.tokens));
    const double slow = kind.name == "dense" ? 5e9 : 10;  // four times that is 1/50 of the time
    return AttentionCost{.ms = slow + static_cast<double>(measured.size()), .bytes = 1};
  };
  const std::vector<AttentionMeasurement> all = measure_attentions(plan);
  REQUIRE(measured.size() == 2 * all.size());
  const auto is_longest = [](const std::string& name) { return name == "dense 512"; };
  CHECK(std::none_of(measured.begin(), measured.end() - 16, is_longest));
  CHECK(std::all_of(measured.end() - 16, measured.end(), is_longest));
  for (const AttentionMeasurement& m : all) {
    REQUIRE(m.turns.size() == 2);
    CHECK(m.turns[0] < m.turns[1]);  // the second turn was later
    CHECK(m.cost->ms == m.turns[0]);
  }
  plan.seconds = 0.02;  // no turn takes more than a sixth, and the time is up soon
  plan.measure = [](const AttentionKind&, const AttentionCase&, double) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return AttentionCost{.ms = 0.5, .bytes = 1};
  };
  std::size_t up = 0;
  for (const AttentionMeasurement& m : measure_attentions(plan)) {
    INFO(m.why);
    CHECK((m.cost.has_value() || m.why == "no time left"));
    up += m.why == "no time left";
  }
  CHECK(up > 10);
}

TEST_CASE("a claim is not judged by noise, nor by one turn") {
  int turn = 0;
  double noise = 1;
  Bilingual said;
  AttentionPlan plan{.heads = {1}, .seconds = 1e9, .available_bytes = 1e18};
  plan.on_next = [&](const AttentionMeasurement&, std::size_t done, std::size_t all) {
    turn = done < all / 2 ? 0 : 1;
    return true;
  };
  // In the second turn times grow with another power of the length.
  plan.measure = [&](const AttentionKind&, const AttentionCase& at, double) {
    return AttentionCost{.ms = std::pow(static_cast<double>(at.tokens), turn == 0 ? 1 : noise), .bytes = 1};
  };
  const auto verdict = [&] {
    for (const Statement& c :
         judge_attention_claims(measure_attentions(plan), {.heads = 1, .backward = true}))
      if (c.text.english == "linear: time O(n)") {
        CHECK(c.text.korean == "선형: 시간 O(n)");
        said = c.measured;
        return verdict_text(c.verdict).english;
      }
    return std::string();
  };
  CHECK(verdict() == "holds");
  noise = 1.1;
  CHECK(verdict() == "holds");
  noise = 1.2;
  CHECK(verdict() == "inside the noise");
  CHECK(said.english == "slope 1.00 (1.00, then 1.20)");
  CHECK(said.korean == "지수 1.00 (1.00, 다음에는 1.20)");
  plan.on_next = [](const AttentionMeasurement&, std::size_t done, std::size_t all) {
    return done < all / 2;
  };
  CHECK(verdict() == "measured once");
}

TEST_CASE("claims are judged by slopes and by who is the fastest") {
  AttentionPlan plan{.heads = {1}, .seconds = 1e9, .available_bytes = 1e18, .measure = made_up};
  const auto verdicts = [&] {
    std::map<std::string, std::string> found;
    for (const Statement& c :
         judge_attention_claims(measure_attentions(plan), {.heads = 1, .backward = true}))
      found[c.text.english] = verdict_text(c.verdict).english;
    return found;
  };
  std::map<std::string, std::string> found = verdicts();
  CHECK(found.at("vanilla: time O(n²)") == "holds");
  CHECK(found.at("flash: memory O(n)") == "holds");
  CHECK(found.at("flash: 2 to 4 times as fast as vanilla") == "holds");
  CHECK(found.at("below 512 tokens vanilla (of the exact ones)") == "does not hold");
  CHECK(found.at("from 512 to 2,048 flash (of the exact ones)") == "holds");
  CHECK(found.at("beyond 2,048 sparse or linear (of all)") == "holds");
  plan.measure = [](const AttentionKind&, const AttentionCase& at, double) {
    return AttentionCost{std::pow(static_cast<double>(at.tokens), 1.5), 1};
  };
  found = verdicts();
  CHECK(found.at("vanilla: time O(n²)") == "does not hold");
  CHECK(found.at("linear: time O(n)") == "does not hold");
  plan.lengths = {256};
  CHECK(verdicts().at("linear: time O(n)") == "not measured");
}

TEST_CASE("linear attention without a normaliser grows with the length") {
  CHECK(without_normaliser(32) > 100);
  CHECK(without_normaliser(128) / without_normaliser(32) == Approx(4).epsilon(0.2));
}

TEST_CASE("a measurement counts the bytes beyond the inputs") {
  const AttentionCost dense =
      measure_attention(attention_kind("dense"), {.tokens = 512, .backward = true}, 0);
  CHECK(dense.ms > 0);
  CHECK(dense.bytes >= 512 * 512 * 4);
  const AttentionCost blockwise =
      measure_attention(attention_kind("blockwise"), {.tokens = 512, .backward = true}, 0);
  CHECK(blockwise.bytes < dense.bytes);
}

TEST_CASE("the plot has a mark at each point and labels at powers of ten") {
  const std::string plot = logarithmic_plot({{'A', {{256, 1}, {1024, 100}}}, {'B', {{256, 10}}}},
                                            {.unit = "ms", .width = 21, .height = 5});
  CHECK(plot ==
        "      100 ms │                  ..A\n"
        "             │             .....\n"
        "       10 ms │B       .....\n"
        "             │   .....\n"
        "        1 ms │A..\n"
        "             └─────────────────────\n"
        "      tokens  256               1,024\n");
  CHECK(logarithmic_plot({}, {}).empty());
}

TEST_CASE("heed attention prints tables, plot and claims, and writes JSON and CSV", "[.long]") {
  const Scratch scratch;
  const ProgramEnd end = run({.arguments = {"attention", "--lengths", "64,128,256,64", "--heads", "1,1",
                                            "--json", "a.json", "--csv", "a.csv"},
                              .folder = scratch.folder()});
  INFO(end.err);
  CHECK(end.status == 0);
  for (const char* part :
       {"heads: 1 of 64, all see all, forward and backward", "BigBird", "slope", "tokens  ",
        "Between the turns", "which kind is the fastest", "what documents say"})
    CHECK_THAT(end.out, Catch::Contains(part));
  const ExperimentResults results = read_results(scratch / "a.json");
  REQUIRE(results.all.size() == 1);
  const std::vector<ResultTable>& tables = results.all[0].finding.tables;
  CHECK(tables.size() == 4 * 2 + 2 + 1);
  CHECK(tables.back().rows.size() == 12);
  CHECK(tables.back().rows[0][0].text.english == "vanilla: time O(n²)");
  CHECK(tables.back().rows[0][0].text.korean == "보통: 시간 O(n²)");
  CHECK_THAT(slurp(scratch / "a.csv"),
             Catch::StartsWith("claim,table,row,column,text,value,low,high,unit\n") &&
                 Catch::Contains("\nattention,\"ms by tokens"));
  const ProgramEnd nowhere =
      run({.arguments = {"attention", "--json", "no/such/folder.json"}, .folder = scratch.folder()});
  CHECK(nowhere.status == 1);
  CHECK_THAT(nowhere.err, Catch::Contains("cannot write no/such/folder.json"));
  CHECK(nowhere.out.empty());
  CHECK(run({.arguments = {"attention", "--lengths", "1"}, .folder = scratch.folder()}).status == 2);
}
