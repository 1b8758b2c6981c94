// Against sacreBLEU: tests/golden/make_sacrebleu.py wrote sacrebleu_chrf.json.
#include "lib/score/chrf.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden_metrics.hpp"

using namespace heed;
using golden::Json;

TEST_CASE("chrF equals sacreBLEU's on random text") {
  const Json data = golden::load_json("sacrebleu_chrf.json");
  REQUIRE(data.at("cases").size() == 200);
  int width = 0, checked = 0;
  for (const Json& c : data["cases"]) {
    const int digits = width++ % 5;
    const auto chrf = golden::chrf_of(c["options"]);
    if (!chrf || !golden::complete(c["references"])) continue;
    INFO(c.dump());
    ++checked;
    const Score s = chrf->corpus(golden::strings(c["hypotheses"]), c["references"].get<References>());
    CHECK(s.score == Approx(c["score"].get<double>()).epsilon(0).margin(1e-9));
    CHECK(format(s) == c["text"].get<std::string>());
    CHECK(s.signature.format() == c["signature"].get<std::string>());
    CHECK(to_json(s, {.width = digits}) == c["json"].get<std::string>());
  }
  CHECK(checked > 15);
}

TEST_CASE("chrF says its settings") {
  CHECK(format(Chrf().corpus(std::vector<std::string>{"a"}, {{"a"}}), {.signature = true}) ==
        "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.3.1 = 100.00");
  CHECK(Chrf({.word_order = 2}).name() == "chrF2++");
}
