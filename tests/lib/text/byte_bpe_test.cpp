// Byte-level BPE: what GPT-2's algorithm gives, and files that cannot be.
#include "lib/text/byte_bpe.hpp"

#include <filesystem>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

std::filesystem::path tiny() { return std::filesystem::path(HEED_SOURCE_DIR) / "tests/golden/gpt2_tiny"; }
ByteBpe golden() { return ByteBpe::load(tiny() / "vocab.json", tiny() / "merges.txt"); }

/// A vocabulary of the 256 bytes and these tokens.
std::string vocabulary_with(const std::vector<std::string>& more) {
  nlohmann::json all = nlohmann::json::object();
  const nlohmann::json whole = nlohmann::json::parse(golden().vocab_json());
  for (const auto& [token, id] : whole.items()) {
    if (id.get<int>() < 256) all[token] = id;
  }
  int next = 256;
  for (const std::string& token : more) all[token] = next++;
  return all.dump();
}

std::string problem(const std::string& vocabulary, const std::string& merges) {
  try {
    ByteBpe(vocabulary, merges);
  } catch (const FormatError& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("byte-level BPE gives the ids of GPT-2's algorithm, and the text back") {
  const ByteBpe bpe = golden();
  const nlohmann::json cases = read_json(tiny() / "bpe.json");
  REQUIRE(cases.size() == 18);
  for (const auto& c : cases) {
    const auto text = c.at("text").get<std::string>();
    INFO(text);
    std::vector<std::string> pieces;
    for (const std::string_view piece : byte_bpe_pieces(text)) pieces.emplace_back(piece);
    CHECK(pieces == c.at("pieces").get<std::vector<std::string>>());
    const std::vector<std::int32_t> ids = bpe.encode(text);
    CHECK(ids == c.at("ids").get<std::vector<std::int32_t>>());
    CHECK(bpe.decode(ids) == text);
  }
  CHECK(bpe.size() == 347);
  CHECK(bpe.end_of_text() == 346);
  CHECK(bpe.encode("<|endoftext|>").size() > 1);  // text never spells it
  CHECK(bpe.decode(std::vector<std::int32_t>{346}) == "<|endoftext|>");
  CHECK_THROWS_WITH(bpe.decode(std::vector<std::int32_t>{347}), Catch::Contains("no token 347 among 347"));
  CHECK_THROWS_AS(bpe.encode("\xFF"), Error);
  const ByteBpe again(bpe.vocab_json(), bpe.merges());
  CHECK(again.vocab_json() == bpe.vocab_json());
  CHECK(again.encode("the lazy dog") == bpe.encode("the lazy dog"));
}

TEST_CASE("a long word takes no longer than its length says, equal pairs join from the left") {
  const ByteBpe bpe(vocabulary_with({"aa", "aaaa"}), "a a\naa aa\n");
  CHECK(bpe.encode("aaaaa") == std::vector<std::int32_t>{257, bpe.encode("a").front()});
  CHECK(bpe.encode(std::string(200000, 'a')).size() == 50000);
}

TEST_CASE("vocab.json and merges.txt that cannot be are refused, with the line") {
  const std::string plain = vocabulary_with({"ab", "abc"});
  CHECK(problem(plain, "#version: 0.2\na b\nab c\n").empty());
  CHECK(problem(plain, "a b\r\nab c").empty());
  CHECK(problem(plain, "").empty());
  CHECK_THAT(problem(plain, "a b\nab  c\n"), Catch::Contains("line 2: ab  c is no pair"));
  CHECK_THAT(problem(plain, "a b\n\nab c\n"), Catch::Contains("line 2:"));
  CHECK_THAT(problem(plain, "ab c\na b\n"), Catch::Contains("line 1: nothing before makes ab"));
  CHECK_THAT(problem(plain, "a b\na b\n"), Catch::Contains("line 2: ab is there already"));
  CHECK_THAT(problem(plain, "a x\n"), Catch::Contains("line 1: ax is not in vocab.json"));
  CHECK_THAT(problem("[]", ""), Catch::Contains("no JSON object"));
  CHECK_THAT(problem("{", ""), Catch::Contains("vocab.json"));
  CHECK_THAT(problem("{\"a\": 0}", ""), Catch::Contains("has no token"));
  CHECK_THAT(problem("{\"a\": 0, \"b\": 0}", ""), Catch::Contains("the same id 0"));
  CHECK_THAT(problem("{\"a\": 5}", ""), Catch::Contains("the id of a is 5"));
  CHECK_THAT(problem("{\"a\": -1}", ""), Catch::Contains("the id of a is -1"));
  CHECK_THAT(problem("{\"가\": 0}", ""), Catch::Contains("stands for no byte"));
}
