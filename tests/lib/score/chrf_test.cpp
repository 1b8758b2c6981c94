// Against sacreBLEU: tests/golden/make_sacrebleu.py wrote sacrebleu_chrf.json.
#include "lib/score/chrf.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden_metrics.hpp"

using namespace heed;
using golden::Json;

TEST_CASE("chrF equals sacreBLEU's on random text") {
  const Json data = golden::load_json("sacrebleu_chrf.json");
  REQUIRE(data.at("cases").size() == 23);
  for (const Json& c : data["cases"]) golden::check_case(golden::chrf_of(c["options"]), c);
}

TEST_CASE("chrF says its settings") {
  CHECK(format(Chrf().corpus(std::vector<std::string>{"a"}, {{"a"}}), {.signature = true}) ==
        "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.3.1 = 100.00");
  CHECK(Chrf({.word_order = 2}).name() == "chrF2++");
}
