// Against sacreBLEU: tests/golden/make_sacrebleu.py wrote sacrebleu_chrf.json; published_chrf.json comes from
// its tests.
#include "lib/score/chrf.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden_metrics.hpp"

using namespace heed;
using golden::Json;

namespace {

void check_published(const char* group, const ChrfOptions& options) {
  const Json data = golden::load_json("published_chrf.json");
  REQUIRE_FALSE(data.at(group)["cases"].empty());
  for (const Json& c : data[group]["cases"]) {
    INFO(c.dump());
    const double score = Chrf(options).corpus(golden::strings(c[0]), {golden::strings(c[1])}).score;
    CHECK(score == Approx(c[2].get<double>()).epsilon(0).margin(1e-4));
  }
}

}  // namespace

TEST_CASE("chrF equals sacreBLEU's on random text") {
  const Json data = golden::load_json("sacrebleu_chrf.json");
  REQUIRE(data.at("cases").size() == 200);
  int width = 0;
  for (const Json& c : data["cases"]) {
    INFO(c.dump());
    const Chrf chrf = golden::chrf_of(c["options"]);
    const ChrfScore s = chrf.from_statistics(
        chrf.statistics_by_segment(golden::strings(c["hypotheses"]), golden::by_segment(c["references"])));
    CHECK(s.score == Approx(c["score"].get<double>()).epsilon(0).margin(1e-9));
    CHECK(format(s) == c["text"].get<std::string>());
    CHECK(s.signature.format() == c["signature"].get<std::string>());
    CHECK(s.signature.format({.brief = true}) == c["brief"].get<std::string>());
    CHECK(to_json(s, {.width = width++ % 5}) == c["json"].get<std::string>());
  }
}

TEST_CASE("chrF equals the published vectors") {
  check_published("corpus_eps", {.beta = 3, .eps_smoothing = true});
  check_published("corpus_eff", {.beta = 3});
  check_published("keep_whitespace", {.beta = 3, .whitespace = true});
  const Json data = golden::load_json("published_chrf.json");
  for (const Json& c : data["sentence_level"]["cases"]) {
    const double score = Chrf({.eps_smoothing = true}).sentence(c[0], golden::strings(c[1])).score;
    CHECK(score == Approx(c[2].get<double>()).epsilon(0).margin(1e-4));
  }
}

TEST_CASE("chrF says its settings") {
  CHECK(format(Chrf().sentence("a", {"a"}), {.signature = true}) ==
        "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.3.1 = 100.00");
  CHECK(Chrf({.word_order = 2}).name() == "chrF2++");
  CHECK_THROWS_AS(Chrf({.char_order = 0}), UsageError);
  CHECK_THROWS_AS(Chrf({.char_order = -1, .word_order = 2}), UsageError);
  CHECK_THROWS_AS(Chrf({.beta = 0}), UsageError);
}
