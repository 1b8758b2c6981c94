// Against sacreBLEU and NumPy: make_sacrebleu.py and make_numpy_random.py of tests/golden wrote the files.
#include "lib/score/bootstrap.hpp"

#include "lib/core/error.hpp"
#include "lib/score/pcg64.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden_metrics.hpp"

using namespace heed;
using golden::bleu_of;
using golden::chrf_of;
using golden::close;
using golden::Json;

namespace {

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
  const Json data = golden::load_json("numpy_random.json");
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
  const Json data = golden::load_json("sacrebleu_bootstrap.json");
  REQUIRE(data.at("cases").size() == 13);
  for (const Json& c : data.at("cases")) {
    INFO(c["options"].dump());
    if (c["scores"].contains("BLEU")) check_interval(bleu_of(c["options"]["BLEU"]), c, c["scores"]["BLEU"]);
    if (c["scores"].contains("chrF")) check_interval(chrf_of(c["options"]["chrF"]), c, c["scores"]["chrF"]);
  }
}

TEST_CASE("resampling refuses what means nothing") {
  const Bleu bleu;
  const SegmentStatistics statistics = bleu.statistics(std::vector<std::string>{"a"}, {{"a"}});
  CHECK_THROWS_AS(bootstrap_scores(bleu, statistics, {.resamples = 0}), UsageError);
}
