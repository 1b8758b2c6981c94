// The page is told enough of an attention to compute heed's numbers again, whatever its positions: in the
// browser its step view does so (tools/check/report_pages.sh).
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/saved_translator.hpp"
#include "tools/inspect/report.hpp"

using namespace heed;

namespace {

nlohmann::json model_of(const std::string& positions) {
  const Scratch scratch;
  const std::string path = saved_translator(scratch, {.positions = Positions::parse(positions)});
  return report_data({.models = {path}, .sentences = {"나는 사과를 좋아한다"}});
}

}  // namespace

TEST_CASE("the page is given what z is computed from, with every position") {
  const std::string positions = GENERATE(as<std::string>{}, "none", "sinusoidal", "learned", "rotary",
                                         "alibi", "t5", "t5:unscaled", "shaw");
  const nlohmann::json model = model_of(positions)["models"][0];
  REQUIRE(model["sentences"][0]["heads"].size() == 3);
  for (const auto& a : model["sentences"][0]["heads"]) {
    INFO(positions << " " << a["name"]);
    const bool cross = a["cross"];
    CHECK(a["formula"] == "softmax");
    CHECK(a["scale"] == (positions == "t5:unscaled" && !cross ? 1.0 : 0.5));  // heads of 4 numbers
    const bool added = positions.starts_with("t5") || positions == "alibi";
    CHECK(a.contains("by_distance") == (added && !cross));
    for (const char* word : {"query", "key", "value", "scores", "z", "d_query", "d_scores", "d_z"})
      CHECK(a.contains(word));
  }
}

TEST_CASE("attention that the page does not compute is named") {
  const Scratch scratch;
  const std::string path = saved_translator(scratch, {.kernel = AttentionKernel::linear});
  const nlohmann::json data = report_data({.models = {path}, .sentences = {"나는 사과를"}});
  for (const auto& head : data["models"][0]["sentences"][0]["heads"])
    CHECK(head["formula"] == (head["cross"].get<bool>() ? "softmax" : "linear"));
}

TEST_CASE("the page has the tables of distances that an attention has learned") {
  CHECK(model_of("t5")["models"][0]["learned"].empty());
  const nlohmann::json learned = model_of("shaw:3")["models"][0]["learned"];
  CHECK(learned[0]["name"] == "encoder.layers.0.self_attn");
  CHECK(learned[1]["name"] == "decoder.layers.0.self_attn");
  CHECK(learned[0]["value"].get<std::string>().size() == (7 * 4 * 4 + 2) / 3 * 4);  // base64
}
