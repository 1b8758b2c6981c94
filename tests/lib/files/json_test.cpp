#include "lib/files/json.hpp"

#include <nlohmann/json.hpp>

#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;
using Catch::EndsWith;

TEST_CASE("JSON files") {
  const Scratch scratch;
  write_json(scratch / "a.json", {{"bleu", 12.5}, {"언어", "한국어"}});
  CHECK(slurp(scratch / "a.json") == "{\n  \"bleu\": 12.5,\n  \"언어\": \"한국어\"\n}\n");
  CHECK(read_json(scratch / "a.json").at("bleu") == 12.5);

  const auto text = [&](std::string_view content) {
    spill(scratch / "bad.json", content);
    return error_text<FormatError>([&] { read_json(scratch / "bad.json"); });
  };
  CHECK_THAT(text("{\n  \"a\": x\n}"),
             EndsWith("bad.json:2:8: not JSON; correct the file or write it again"));
  CHECK_THAT(text(""), EndsWith("bad.json:1:1: not JSON; correct the file or write it again"));
  CHECK_THAT(text(std::string_view("{}\n\0x", 5)),
             EndsWith("bad.json:2:1: not JSON; correct the file or write it again"));
  CHECK_THAT(text("[1e999]"), EndsWith("bad.json: holds a number that is too large; correct the file"));
  CHECK_THAT(text(R"({"a": {"b": 1, "c": 2, "b": 3}})"),
             EndsWith("bad.json: has the key 'b' twice; correct the file"));
  CHECK(parse_json(R"([{"a": {"a": 1}, "b": 2}, {"a": 3}])", "m").size() == 2);
  CHECK_THAT(text(std::string(100'000, '[')),
             EndsWith("bad.json: JSON nested more than 100 deep; correct the file"));
  const std::string hundred = std::string(100, '[') + R"("[[\"[")" + std::string(100, ']');
  CHECK(parse_json(hundred, "m").dump() == hundred);
  CHECK_THROWS_AS(read_json(scratch / "none.json"), Error);
  CHECK_THROWS_AS(write_json(scratch / "a.json", "\xff"), Error);
  CHECK(read_json(scratch / "a.json").at("언어") == "한국어");
}

TEST_CASE("what stands in a JSON object is read by its name, and another type is refused by it") {
  const auto json = nlohmann::json::parse(
      R"({"none": null, "n": 3, "ids": [1, 2], "x": 0.5, "on": true, "s": "a", "token": {"content": "<s>"}})");
  for (const char* const name : {"none", "nowhere"}) {
    CHECK(whole_number(json, name, 7, "f") == 7);
    CHECK(whole_numbers(json, name, "f").empty());
    CHECK(number_value(json, name, 0.25, "f") == 0.25);
    CHECK(flag_value(json, name, true, "f"));
    CHECK(text_value(json, name, "b", "f") == "b");
  }
  CHECK(whole_number(json, "n", 7, "f") == 3);
  CHECK(whole_numbers(json, "n", "f") == std::vector<std::int64_t>{3});
  CHECK(whole_numbers(json, "ids", "f") == std::vector<std::int64_t>{1, 2});
  CHECK(number_value(json, "n", 7, "f") == 3);
  CHECK(flag_value(json, "on", false, "f"));
  CHECK(text_value(json, "s", "b", "f") == "a");
  CHECK(text_value(json, "token", "b", "f") == "<s>");  // as Hugging Face's tokenizers write tokens
  const auto refused = [](const auto& read) { return error_text<FormatError>(read); };
  CHECK(refused([&] { whole_number(json, "x", 7, "f"); }) == "f: x is 0.5: it must be a whole number");
  CHECK(refused([&] { whole_numbers(json, "s", "f"); }) == "f: s is \"a\": it must be a whole number");
  CHECK(refused([&] { number_value(json, "s", 7, "f"); }) == "f: s is \"a\": it must be a number");
  CHECK(refused([&] { flag_value(json, "n", true, "f"); }) == "f: n is 3: it must be true or false");
  CHECK(refused([&] { text_value(json, "ids", "", "f"); }) == "f: ids is [1,2]: it must be a text");
  const Scratch scratch;
  spill(scratch / "a.json", "[]");
  CHECK_THAT(refused([&] { read_json_object(scratch / "a.json"); }), EndsWith("a.json: no JSON object"));
}
