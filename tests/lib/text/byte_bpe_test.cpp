// Byte-level BPE: what GPT-2's algorithm gives, and files that cannot be.
#include "lib/text/byte_bpe.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

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
  return error_text<FormatError>([&] { ByteBpe(vocabulary, merges); });
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
  CHECK(bpe.find("<|endoftext|>") == 346);
  CHECK(bpe.encode("<|endoftext|>").size() > 1);  // no merges make it
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

TEST_CASE("merges are the same ones however merges.txt is written, and the first is the most important") {
  const std::string vocabulary = vocabulary_with({"ab", "abc", "bc"});
  const ByteBpe plain(vocabulary, "a b\nab c\nb c\n");
  CHECK(plain.encode("abcbc") == std::vector<std::int32_t>{257, 258});
  for (const std::string merges :
       {"#version: 0.2\na b\nab c\nb c\n", "\xEF\xBB\xBF#version: 0.2\na b\nab c\nb c\n",
        "\xEF\xBB\xBF"
        "a b\nab c\nb c",
        "#version: 0.2\r\na b\r\nab c\r\nb c\r\n", "a b\nab c\nb c\n\n\n", "a b\n\nab c\nb c\n",
        "b c\na b\nab c\nb c\n"}) {
    const ByteBpe read(vocabulary, merges);
    INFO(merges);
    CHECK(read.merges() == plain.merges());
    CHECK(read.encode("abcbc") == plain.encode("abcbc"));
  }
  // Two pairs make one token, and a pair stands before that which makes its part.
  const ByteBpe twice(vocabulary, "b c\na bc\nab c\na b\n");
  CHECK(twice.encode("abc") == std::vector<std::int32_t>{257});
  CHECK(twice.encode("ab") == std::vector<std::int32_t>{256});
  CHECK(ByteBpe(vocabulary, twice.merges()).encode("abcab") == twice.encode("abcab"));
}

TEST_CASE("an added token is one wherever a text spells it, the longest first, with the spaces it takes") {
  ByteBpe bpe(vocabulary_with({"ab", "<s>"}), "a b\n");
  const std::vector<std::int32_t> spelled = bpe.encode("<s>");
  CHECK(spelled.size() == 3);
  bpe.add(257, {.text = "<s>"});
  bpe.add(258, {.text = "<s>가"});
  bpe.add(259, {.text = "<m>", .takes_before = true, .takes_behind = true});
  CHECK(bpe.size() == 260);
  const std::int32_t a = bpe.encode("a").front();
  for (const auto& [text, ids] :
       std::map<std::string, std::vector<std::int32_t>>{{"<s>", {257}},
                                                        {"<s><s>ab", {257, 257, 256}},
                                                        {"a<s>b", {a, 257, bpe.encode("b").front()}},
                                                        {"<s>가<s>", {258, 257}},
                                                        {"a  <m>\n ab", {a, 259, 256}},
                                                        {"<m> ", {259}}}) {
    INFO(text);
    CHECK(bpe.encode(text) == ids);
  }
  CHECK(bpe.decode(std::vector<std::int32_t>{257, 256, 258}) == "<s>ab<s>가");
  CHECK(bpe.vocab_json() == vocabulary_with({"ab", "<s>"}));
  CHECK_THROWS_WITH(bpe.encode("<s>ab\xFF"), Catch::Contains("5"));  // where it is in the whole text
  CHECK_THROWS_AS(bpe.add(261, {.text = "far"}), UsageError);
}

TEST_CASE("vocab.json and merges.txt that cannot be are refused, with the line") {
  const std::string plain = vocabulary_with({"ab", "abc"});
  CHECK(problem(plain, "").empty());
  CHECK(problem(vocabulary_with({"<한국어>"}), "").empty());  // no bytes: a token that nothing makes
  CHECK_THAT(problem(plain, "a b\nab  c\n"), Catch::Contains("line 2: ab  c is no pair"));
  CHECK_THAT(problem(plain, "a x\n"), Catch::Contains("line 1: ax is not in vocab.json"));
  CHECK_THAT(problem("[]", ""), Catch::Contains("no JSON object"));
  CHECK_THAT(problem("{", ""), Catch::Contains("vocab.json"));
  CHECK_THAT(problem("{\"a\": 0}", ""), Catch::Contains("has no token"));
  CHECK_THAT(problem("{\"a\": 0, \"b\": 0}", ""), Catch::Contains("the same id 0"));
  CHECK_THAT(problem("{\"a\": 5}", ""), Catch::Contains("the id of a is 5"));
  CHECK_THAT(problem("{\"a\": -1}", ""), Catch::Contains("the id of a is -1"));
  CHECK_THAT(problem("{\"가\": 0}", ""), Catch::Contains("byte 0x00 has no token"));
  CHECK_THAT(problem("{\"\": 0}", ""), Catch::Contains("token 0 is empty"));
}
