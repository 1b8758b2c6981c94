// Several systems: the bootstrap against sacreBLEU (make_sacrebleu.py).
#include "lib/score/compare_systems.hpp"

#include "lib/core/error.hpp"
#include "tests/lib/score/golden_metrics.hpp"

using namespace heed;
using golden::bleu_of;
using golden::chrf_of;
using golden::close;
using golden::Json;

TEST_CASE("paired tests equal sacreBLEU's") {
  const Json data = golden::load_json("sacrebleu_bootstrap.json");
  for (const Json& c : data.at("cases")) {
    INFO(c["options"].dump());
    if (!c.contains("paired")) continue;
    const Bleu bleu = bleu_of(c["options"]["BLEU"]);
    const Chrf chrf = chrf_of(c["options"]["chrF"]);
    const auto hypotheses = golden::strings(c["hypotheses"]);
    const SystemTable test = compare_systems(
        {{"a", hypotheses}, {"b", golden::strings(c["other"])}, {"a again", hypotheses}},
        c["references"].get<References>(), {bleu, chrf}, ResampleOptions{.resamples = c["samples"]});
    CHECK(test.systems == std::vector<std::string>{"Baseline: a", "b", "a again"});
    REQUIRE(test.metrics.size() == 2);
    for (const std::vector<Score>& scores : test.metrics) {
      const std::string& metric = scores.at(0).name;
      const Json& expected = c["paired"].at(metric);
      REQUIRE(scores.size() == expected.size());
      CHECK(scores[0].signature.format() == c["paired_signatures"][metric].get<std::string>());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const Score& r = scores[i];
        CHECK(r.score == close(expected[i]["score"]));
        CHECK(r.confidence->mean == close(expected[i]["mean"]));
        CHECK(r.confidence->half_width == close(expected[i]["ci"]));
        REQUIRE(r.p_value.has_value() == !expected[i]["p_value"].is_null());
        if (r.p_value) CHECK(*r.p_value == close(expected[i]["p_value"]));
      }
    }
  }
}

TEST_CASE("scores alone: a table without p and intervals, and JSON of printed numbers") {
  const Bleu bleu;
  const SystemTable table =
      compare_systems({{"one", {"a b c d"}}, {"둘", {"a b x d"}}}, {{"a b c d"}}, {bleu});
  CHECK_THAT(format(table, {.width = 1}), Catch::StartsWith("System  BLEU\n"
                                                            "──────  ─────\n"
                                                            "one     100.0\n"
                                                            "둘      35.4\n\n"
                                                            "BLEU|nrefs:1|case:mixed|"));
  CHECK(format(table, {.score_only = true}) == "100.00\n35.36");
  CHECK(to_json(table, {.width = 1}) ==
        "[\n    {\n        \"system\": \"one\",\n        \"BLEU\": \"100.0\"\n"
        "    },\n    {\n        \"system\": \"\\ub458\",\n        \"BLEU\": \"35.4\"\n    }\n]");
}

TEST_CASE("comparisons refuse what means nothing") {
  const Bleu bleu;
  const std::vector<NamedSystem> one{{"a", {"a"}}}, two{{"a", {"a"}}, {"b", {"a"}}};
  CHECK_THROWS_AS(compare_systems(one, {{"a"}}, {bleu}, ResampleOptions{}), UsageError);
  CHECK_THROWS_AS(compare_systems(two, {{"a"}}, {bleu}, ResampleOptions{.resamples = 0}), UsageError);
}
