// heed attention, C4 and C5: what is left out, how slopes are found, what is said of claims, what is written.
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/measure/attention.hpp"
#include "tools/measure/experiment.hpp"

using namespace heed;

namespace {

/// Costs that follow a power of the length: dense and blockwise the square, the others the length.
AttentionCost made_up_cost(const AttentionKind& kind, std::int64_t tokens, double) {
  const double n = static_cast<double>(tokens) / 256;
  const bool square = kind.name == "dense" || kind.name == "blockwise";
  const double ms = kind.name == "dense" ? 3 * n * n : square ? n * n : 2 * n;
  return {ms, kind.name == "dense" ? 1e6 * n * n : 1e6 * n};
}

std::map<std::string, Statement> claims_of(const AttentionPlan& plan) {
  std::map<std::string, Statement> found;
  for (const Statement& c : judge_attention_claims(measure_attentions(plan))) found[c.text.english] = c;
  return found;
}

}  // namespace

TEST_CASE("slopes are those of the logarithms") {
  const Curve square{{1024, 2.0}, {2048, 8.0}, {4096, 32.0}},
      straight{{1024, 4.0}, {2048, 8.0}, {4096, 16.0}};
  CHECK(*fitted_slope(square, 1024) == Approx(2));
  CHECK(*fitted_slope(straight) == Approx(1));
  CHECK_FALSE(fitted_slope(square, 4096).has_value());  // one point
  CHECK_FALSE(fitted_slope({{1024, 2.0}, {1024, 2.0}, {1024, 2.1}}, 1024).has_value());
}

TEST_CASE("what would take too long or too much memory is left out, all else is measured in two turns") {
  AttentionPlan plan{.seconds = 6 * 0.7, .available_bytes = 1e9, .measure = made_up_cost};
  const std::vector<AttentionMeasurement> all = measure_attentions(plan);
  CHECK(all.size() == 8 * 5);
  for (const AttentionMeasurement& m : all) {
    // dense: 3 ms · 16² = 0.77 s is too long; blockwise too at twice the length
    const bool fits = m.kind == "dense" ? m.tokens <= 2048 : m.kind != "blockwise" || m.tokens <= 4096;
    INFO(m.kind << ' ' << m.tokens);
    CHECK(m.turns.size() == (fits ? 2U : 0U));
  }
  int asked = 0;
  plan.on_next = [&](const AttentionMeasurement&) { return ++asked <= 7; };
  CHECK(measure_attentions(plan).size() == 7);
  plan.on_next = {};
  const auto left_out = [&] {
    return std::ranges::count_if(measure_attentions(plan), [](const auto& m) { return m.turns.empty(); });
  };
  plan.seconds = 1e9, plan.available_bytes = 1e18;
  CHECK(left_out() == 0);
  plan.available_bytes = 1e8;
  CHECK(left_out() > 0);
  plan.seconds = 0;  // at once
  CHECK(left_out() == 8 * 5);
  std::size_t runs = 0;
  AttentionPlan one{.lengths = {256, 512}};
  one.measure = [&](const AttentionKind&, std::int64_t, double) {
    ++runs;
    return AttentionCost{.ms = 1, .bytes = 1};
  };
  CHECK(measure_attentions(one).size() == 2 * attention_kinds().size());
  CHECK(runs == 2 * 2 * attention_kinds().size());
}

TEST_CASE("a claim is not judged by noise, nor by one turn") {
  double second = 1;  // the power with which times grow in the second turn
  AttentionPlan plan{.seconds = 1e9, .available_bytes = 1e18};
  std::map<std::pair<std::string, std::int64_t>, int> turns;
  plan.measure = [&](const AttentionKind& kind, std::int64_t tokens, double) {
    const int turn = turns[{kind.name, tokens}]++;
    return AttentionCost{.ms = std::pow(static_cast<double>(tokens), turn == 0 ? 1 : second), .bytes = 1};
  };
  const auto claim = [&] {
    turns.clear();
    return claims_of(plan).at("linear: time O(n)");
  };
  CHECK(claim().verdict == ClaimVerdict::holds);
  CHECK(claim().text.korean == "선형: 시간 O(n)");
  second = 1.1;
  CHECK(claim().verdict == ClaimVerdict::holds);
  second = 1.2;
  CHECK(claim().verdict == ClaimVerdict::inside_the_noise);
  CHECK(claim().measured.english == "slope 1.00 (slope 1.00, then slope 1.20)");
  CHECK(claim().measured.korean == "지수 1.00 (지수 1.00, 다음에는 지수 1.20)");
  int asked = 0;
  plan.on_next = [&](const AttentionMeasurement&) { return ++asked <= 8 * 5; };
  CHECK(claim().verdict == ClaimVerdict::measured_once);
}

TEST_CASE("claims are judged by slopes and by who is the fastest") {
  AttentionPlan plan{.seconds = 1e9, .available_bytes = 1e18, .measure = made_up_cost};
  std::map<std::string, Statement> found = claims_of(plan);
  for (const char* holds :
       {"vanilla: time O(n²)", "flash: memory O(n)", "flash: 2 to 4 times as fast as vanilla",
        "from 512 to 2,048 flash (of the exact ones)", "beyond 2,048 sparse or linear (of all)"})
    CHECK(found.at(holds).verdict == ClaimVerdict::holds);
  const Statement& small = found.at("below 512 tokens vanilla (of the exact ones)");
  CHECK(small.verdict == ClaimVerdict::does_not_hold);
  CHECK(small.measured.english == "fastest: blockwise at 256");
  plan.measure = [](const AttentionKind&, std::int64_t tokens, double) {
    return AttentionCost{std::pow(static_cast<double>(tokens), 1.5), 1};
  };
  CHECK(claims_of(plan).at("vanilla: time O(n²)").verdict == ClaimVerdict::does_not_hold);
  plan.lengths = {256};
  CHECK(claims_of(plan).at("linear: time O(n)").verdict == ClaimVerdict::not_measured);
}

TEST_CASE("a measurement counts the bytes beyond the inputs") {
  const AttentionCost dense = measure_attention(attention_kinds().at(0), 512, 0);
  CHECK(dense.ms > 0);
  CHECK(dense.bytes >= 512 * 512 * 4);
  const AttentionCost blockwise = measure_attention(attention_kinds().at(1), 512, 0);
  CHECK(blockwise.bytes < dense.bytes);
}

TEST_CASE("heed attention prints tables and claims, and writes JSON and CSV", "[.long]") {
  const Scratch scratch;
  const std::string out =
      run_well(scratch.folder(), words_of("attention --lengths 64,128,256,64 --json a.json --csv a.csv")).out;
  for (const char* part : {"8 heads of 64, forward and backward", "BigBird", "slope"})
    CHECK_THAT(out, Catch::Contains(part));
  const nlohmann::json tables = read_results(scratch / "a.json").at("claims").at(0).at("tables");
  CHECK(tables.size() == 3);
  CHECK(tables.at(0).at("rows").size() == 12);
  CHECK(tables.at(0).at("korean").at("vanilla: time O(n²)") == "보통: 시간 O(n²)");
  CHECK_THAT(slurp(scratch / "a.csv"),
             Catch::StartsWith("claim,table,row,column,text,value,low,high,unit\n") &&
                 Catch::Contains("\nattention,\"ms by tokens"));
}
