// Several systems. The bootstrap against sacreBLEU (make_sacrebleu.py); approximate randomisation against the
// definition, with NumPy's coins (make_numpy_random.py).
#include <cmath>

#include "lib/score/compare_systems.hpp"

#include "lib/core/error.hpp"
#include "lib/score/pcg64.hpp"
#include "lib/score/ter.hpp"
#include "tests/lib/score/golden_metrics.hpp"

using namespace heed;
using golden::bleu_of;
using golden::chrf_of;
using golden::close;
using golden::Json;

TEST_CASE("paired tests equal sacreBLEU's") {
  const Json data = golden::load("sacrebleu_bootstrap.json");
  REQUIRE(data.at("cases").size() == 16);
  for (const Json& c : data.at("cases")) {
    INFO(c["options"].dump());
    const Bleu bleu = bleu_of(c["options"]["BLEU"]);
    const Chrf chrf = chrf_of(c["options"]["chrF"]);
    const auto hypotheses = golden::strings(c["hypotheses"]);
    const SystemTable test =
        paired_bootstrap({{"a", hypotheses}, {"b", golden::strings(c["other"])}, {"a again", hypotheses}},
                         c["references"].get<References>(), {bleu, chrf}, {.resamples = c["samples"]});
    CHECK(test.systems == std::vector<std::string>{"Baseline: a", "b", "a again"});
    REQUIRE(test.metrics.size() == 2);
    for (const SystemTable::Column& column : test.metrics) {
      const Json& expected = c["paired"].at(column.metric);
      REQUIRE(column.results.size() == expected.size());
      CHECK(column.signature.format() == c["paired_signatures"][column.metric].get<std::string>());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const SystemResult& r = column.results[i];
        CHECK(r.score == close(expected[i]["score"]));
        CHECK(r.confidence->mean == close(expected[i]["mean"]));
        CHECK(r.confidence->half_width == close(expected[i]["ci"]));
        REQUIRE(r.p_value.has_value() == !expected[i]["p_value"].is_null());
        if (r.p_value) CHECK(*r.p_value == close(expected[i]["p_value"]));
      }
    }
  }
}

TEST_CASE("approximate randomisation exchanges segments by NumPy's coins") {
  // TER of three segments of 4, 5 and 6 words: 0, 2, 1 edits by the first system, 3, 1, 4 by the second. A 1
  // leaves a segment where it is. sacreBLEU counts the trials that differ by more than 100 · 5/15.
  const References references{{"a b c d", "e f g h i", "j k l m n o"}};
  const std::vector<NamedSystem> systems{{"", {"a b c d", "e f g x x", "j k l m n x"}},
                                         {"two", {"a x x x", "e f g h x", "j k x x x x"}},
                                         {"", {"a b c d", "e f g x x", "j k l m n x"}}};
  const int first[] = {0, 2, 1}, second[] = {3, 1, 4};
  const Json coins = golden::load("numpy_random.json")["bits"][0];
  REQUIRE(coins[0] == 12345);
  constexpr int trials = 30;
  int beyond = 0;
  for (int trial = 0; trial < trials; ++trial) {
    int difference = 0;
    for (int i = 0; i < 3; ++i)
      difference +=
          (coins[1][static_cast<std::size_t>(3 * trial + i)] == 1 ? 1 : -1) * (first[i] - second[i]);
    beyond += std::abs(difference) > 5 ? 1 : 0;
  }
  CHECK(beyond > 0);  // 3 + 1 + 3 in two of eight exchanges

  const Ter ter;
  const SystemTable table = paired_randomisation(systems, references, {ter}, {.resamples = trials});
  CHECK(table.systems == std::vector<std::string>{"Baseline", "two", ""});
  const SystemTable::Column& column = table.metrics.at(0);
  CHECK(column.results.at(0).score == 20);
  CHECK(column.results.at(1).score == Approx(800.0 / 15));
  CHECK_FALSE(column.results.at(0).p_value);
  CHECK(*column.results.at(1).p_value == Approx((beyond + 1.0) / (trials + 1)));
  // no difference is never exceeded by none: as in sacreBLEU, p says nothing of a system against itself
  CHECK(*column.results.at(2).p_value == Approx(1.0 / (trials + 1)));
  CHECK_FALSE(column.results.at(1).confidence);
  CHECK_THAT(column.signature.format(), Catch::StartsWith("nrefs:1|ar:30|seed:12345|case:lc|tok:tercom|"));
}

TEST_CASE("equal systems of many segments: p is spread evenly") {
  // Both draw the edits of a segment from the same distribution, so p is below 0.2 in a fifth of experiments.
  const Ter ter;
  int small = 0;
  Pcg64 edits(1);
  for (int experiment = 0; experiment < 200; ++experiment) {
    SegmentStatistics a{.columns = 2, .values = {}, .references = 1}, b = a;
    for (int i = 0; i < 40; ++i) {
      a.values.insert(a.values.end(), {static_cast<double>(edits.below(16)), 20});
      b.values.insert(b.values.end(), {static_cast<double>(edits.below(16)), 20});
    }
    small += randomisation_p_value(ter, a, b, {.resamples = 200}) < 0.2 ? 1 : 0;
  }
  CHECK(small > 20);
  CHECK(small < 60);
}

TEST_CASE("scores alone: a table without p and intervals, and JSON of printed numbers") {
  const Bleu bleu;
  const Ter ter;
  const SystemTable table =
      score_systems({{"one", {"a b c d"}}, {"second", {"a b x d"}}}, {{"a b c d"}}, {bleu, ter});
  const std::string text = format(table, {.width = 1});
  CHECK_THAT(text, Catch::StartsWith("╒══════════╤════════╤═══════╕\n"
                                     "│   System │  BLEU  │  TER  │\n"
                                     "╞══════════╪════════╪═══════╡\n"
                                     "│      one │ 100.0  │  0.0  │\n"
                                     "├──────────┼────────┼───────┤\n"
                                     "│   second │  35.4  │ 25.0  │\n"
                                     "╘══════════╧════════╧═══════╛\n\n"
                                     "-----------------\nMetric signatures\n-----------------\n"
                                     " - BLEU       nrefs:1|case:mixed|"));
  CHECK_THAT(text, !Catch::Contains("Paired") && !Catch::Contains("bs:"));
  CHECK(to_json(table, {.width = 1}) ==
        "[\n    {\n        \"system\": \"one\",\n        \"BLEU\": \"100.0\",\n        \"TER\": \"0.0\"\n"
        "    },\n    {\n        \"system\": \"second\",\n        \"BLEU\": \"35.4\",\n"
        "        \"TER\": \"25.0\"\n    }\n]");
}

TEST_CASE("approximate randomisation is printed with its name, without intervals") {
  const Ter ter;
  const SystemTable table = paired_randomisation({{"one", {"a b", "c"}}, {"two", {"a x", "c"}}},
                                                 {{"a b", "c"}}, {ter}, {.resamples = 10});
  const std::string text = format(table);
  CHECK_THAT(text, Catch::Contains("Paired approximate randomization test with 10 trials\n---") &&
                       Catch::Contains("Baseline: one") && Catch::Contains("(p = ") &&
                       !Catch::Contains("μ") && !Catch::Contains("interval"));
  CHECK_THAT(to_json(table), Catch::Contains("\"mean\": null") && Catch::Contains("\"ci\": null"));
}

TEST_CASE("comparisons refuse what means nothing") {
  const Bleu bleu;
  const std::vector<NamedSystem> one{{"a", {"a"}}}, two{{"a", {"a"}}, {"b", {"a"}}};
  CHECK_THROWS_AS(paired_bootstrap(one, {{"a"}}, {bleu}), UsageError);
  CHECK_THROWS_AS(paired_randomisation(one, {{"a"}}, {bleu}), UsageError);
  CHECK_THROWS_AS(paired_bootstrap(two, {{"a"}}, {}), UsageError);
  CHECK_THROWS_AS(score_systems({}, {{"a"}}, {bleu}), UsageError);
  CHECK_THROWS_AS(paired_randomisation(two, {{"a"}}, {bleu}, {.resamples = 0}), UsageError);
  CHECK_THROWS_AS(paired_p_value({1.0}, {}, 0), UsageError);
}
