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
