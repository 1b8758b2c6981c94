// Against sacreBLEU and NumPy: make_sacrebleu.py and make_numpy_random.py of tests/golden wrote the files.
#include "lib/score/bootstrap.hpp"

#include "lib/core/error.hpp"
#include "lib/score/bleu.hpp"
#include "lib/score/chrf.hpp"
#include "lib/score/pcg64.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden.hpp"

using namespace heed;
using golden::Json;

namespace {

Approx close(const Json& value) { return Approx(value.get<double>()).epsilon(0).margin(1e-9); }

Bleu bleu_of(const Json& j) {
  BleuOptions o;
  if (!j.empty())
    o = {.tokenize = parse_bleu_tokenizer(j["tokenize"].get<std::string>()),
         .smooth = parse_smoothing(j["smooth_method"].get<std::string>()),
         .smooth_value = golden::number_or_nothing(j["smooth_value"]),
         .lowercase = j["lowercase"],
         .effective_order = j["effective_order"],
         .max_order = j["max_ngram_order"]};
  return Bleu(o);
}

Chrf chrf_of(const Json& j) {
  ChrfOptions o;
  if (!j.empty())
    o = {.char_order = j["char_order"],
         .word_order = j["word_order"],
         .beta = j["beta"],
         .lowercase = j["lowercase"],
         .whitespace = j["whitespace"],
         .eps_smoothing = j["eps_smoothing"]};
  return Chrf(o);
}

void check_interval(const Metric& metric, const Json& c, const Json& expected) {
  const SegmentStatistics statistics =
      metric.statistics(golden::strings(c["hypotheses"]), c["references"].get<References>());
  const ResampleOptions options{.resamples = c["samples"]};
  const std::vector<double> resampled = bootstrap_scores(metric, statistics, options);
  REQUIRE(resampled.size() == options.resamples);
  for (std::size_t i = 0; i < expected["first_resampled"].size(); ++i)
    CHECK(resampled[i] == close(expected["first_resampled"][i]));
  const Score s = score_with_confidence(metric, statistics, options);
  CHECK(s.score == close(expected["score"]));
  CHECK(s.confidence->mean == close(expected["mean"]));
  CHECK(s.confidence->half_width == close(expected["ci"]));
  CHECK(format(s, {.signature = true}) == expected["text"].get<std::string>());
  CHECK(to_json(s) == expected["json"].get<std::string>());
}

}  // namespace

TEST_CASE("the random stream is NumPy's") {
  const Json data = golden::load("numpy_random.json");
  for (const Json& c : data["raw"]) {
    Pcg64 rng(c[0].get<std::uint64_t>());
    for (const Json& word : c[1]) CHECK(rng.next64() == word.get<std::uint64_t>());
  }
  for (const Json& c : data["choice"]) {
    INFO(c.dump());
    Pcg64 rng(c[0].get<std::uint64_t>());
    std::size_t different = 0;
    for (const Json& drawn : c[2])
      different += rng.below(c[1].get<std::uint32_t>()) != drawn.get<std::uint32_t>();
    CHECK(different == 0);
  }
  Pcg64 rng(12345);
  for (const Json& c : data["mixed"])
    for (const Json& drawn : c[1]) CHECK(rng.below(c[0].get<std::uint32_t>()) == drawn.get<std::uint32_t>());
}

TEST_CASE("intervals equal sacreBLEU's") {
  const Json data = golden::load("sacrebleu_bootstrap.json");
  REQUIRE(data.at("cases").size() == 16);
  for (const Json& c : data.at("cases")) {
    INFO(c["options"].dump());
    check_interval(bleu_of(c["options"]["BLEU"]), c, c["scores"]["BLEU"]);
    check_interval(chrf_of(c["options"]["chrF"]), c, c["scores"]["chrF"]);
  }
}

TEST_CASE("paired tests equal sacreBLEU's") {
  const Json data = golden::load("sacrebleu_bootstrap.json");
  REQUIRE(data.at("cases").size() == 16);
  for (const Json& c : data.at("cases")) {
    INFO(c["options"].dump());
    const Bleu bleu = bleu_of(c["options"]["BLEU"]);
    const Chrf chrf = chrf_of(c["options"]["chrF"]);
    const auto hypotheses = golden::strings(c["hypotheses"]);
    const PairedTest test =
        paired_bootstrap({{"a", hypotheses}, {"b", golden::strings(c["other"])}, {"a again", hypotheses}},
                         c["references"].get<References>(), {bleu, chrf}, {.resamples = c["samples"]});
    CHECK(test.systems == std::vector<std::string>{"Baseline: a", "b", "a again"});
    REQUIRE(test.metrics.size() == 2);
    for (const PairedTest::Column& column : test.metrics) {
      const Json& expected = c["paired"].at(column.metric);
      REQUIRE(column.results.size() == expected.size());
      CHECK(column.signature.format() == c["paired_signatures"][column.metric].get<std::string>());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const PairedResult& r = column.results[i];
        CHECK(r.score == close(expected[i]["score"]));
        CHECK(r.confidence.mean == close(expected[i]["mean"]));
        CHECK(r.confidence.half_width == close(expected[i]["ci"]));
        REQUIRE(r.p_value.has_value() == !expected[i]["p_value"].is_null());
        if (r.p_value) CHECK(*r.p_value == close(expected[i]["p_value"]));
      }
    }
  }
}

TEST_CASE("resampling refuses what means nothing") {
  const Bleu bleu;
  const SegmentStatistics statistics = bleu.statistics(std::vector<std::string>{"a"}, {{"a"}});
  CHECK_THROWS_AS(bootstrap_scores(bleu, statistics, {.resamples = 0}), UsageError);
  CHECK_THROWS_AS(paired_bootstrap({{"a", {"a"}}}, {{"a"}}, {bleu}), UsageError);
  CHECK_THROWS_AS(paired_bootstrap({{"a", {"a"}}, {"b", {"a"}}}, {{"a"}}, {}), UsageError);
  CHECK_THROWS_AS(paired_p_value({1.0}, {}, 0), UsageError);
  CHECK_THROWS_AS(confidence_of({}), UsageError);
}
