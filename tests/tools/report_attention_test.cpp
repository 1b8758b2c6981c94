// The page is told enough of an attention to compute heed's numbers again, whatever its positions: in the
// browser its step view does so (tools/check/report_pages.sh).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/saved_translator.hpp"
#include "tools/inspect/report.hpp"

using namespace heed;

namespace {

/// Back from base64.
std::vector<std::uint8_t> decoded(const nlohmann::json& text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  std::uint32_t group = 0, count = 0;
  for (const char c : text.get<std::string>()) {
    if (c == '=') break;
    group = (group << 6) | static_cast<std::uint32_t>(digits.find(c));
    if (++count % 4 == 0)
      for (const int shift : {16, 8, 0}) bytes.push_back(static_cast<std::uint8_t>(group >> shift));
  }
  if (count % 4 > 1) bytes.push_back(static_cast<std::uint8_t>(group >> (count % 4 == 2 ? 4 : 10)));
  if (count % 4 > 2) bytes.push_back(static_cast<std::uint8_t>(group >> 2));
  return bytes;
}

std::vector<float> numbers(const nlohmann::json& text) {
  const std::vector<std::uint8_t> bytes = decoded(text);
  std::vector<float> all(bytes.size() / sizeof(float));
  std::memcpy(all.data(), bytes.data(), all.size() * sizeof(float));
  return all;
}

nlohmann::json model_of(const std::string& positions) {
  const Scratch scratch;
  const std::string path = saved_translator(scratch, {.positions = Positions::parse(positions)});
  return report_data({.models = {path}, .sentences = {"나는 사과를 좋아한다"}});
}

}  // namespace

TEST_CASE("z comes out again from what the page is given, with every position") {
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
    for (const char* word : {"query", "key", "scores", "d_query", "d_scores", "d_z"}) CHECK(a.contains(word));
    if (positions == "shaw") continue;  // adds to the values, too
    // z is what these weights make of the values
    const std::vector<float> pattern = numbers(a["pattern"]), z = numbers(a["z"]), v = numbers(a["value"]);
    const auto queries = a["shape"][1].get<std::size_t>(), keys = a["shape"][2].get<std::size_t>();
    const std::size_t D = z.size() / 2 / queries;
    for (std::size_t at = 0; at < z.size(); ++at) {
      const std::size_t row = at / D, head = row / queries;
      double sum = 0;
      for (std::size_t j = 0; j < keys; ++j)
        sum += double{pattern[row * keys + j]} * v[(head * keys + j) * D + at % D];
      REQUIRE(std::abs(sum - z[at]) < 1e-4);
    }
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
  CHECK(numbers(learned[0]["value"]).size() == 7 * 4);
}
