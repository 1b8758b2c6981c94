#include "lib/text/vocabulary.hpp"

#include "lib/core/error.hpp"
#include "lib/text/words.hpp"
#include "tests/catch.hpp"

using namespace heed;
using Tokens = std::vector<std::string>;
using Ids = std::vector<Vocabulary::Id>;

namespace {

TokenCounts counts_of(std::initializer_list<const char*> sentences) {
  TokenCounts counts;
  for (const char* sentence : sentences) counts.add(split_words(sentence));
  return counts;
}

}  // namespace

TEST_CASE("frequent tokens first, then in the order of appearance") {
  const Vocabulary v(counts_of({"b a c a", "c d"}));
  CHECK(v.tokens() == Tokens{"<pad>", "<unk>", "<bos>", "<eos>", "a", "c", "b", "d"});
  CHECK(v.size() == 8);
  CHECK(v.id("a") == 4);
  CHECK(v.id("zebra") == Vocabulary::unk);
  CHECK(v.id("<eos>") == Vocabulary::eos);
  CHECK(v.token(5) == "c");
  CHECK(v.contains("d"));
  CHECK_FALSE(v.contains("zebra"));
  CHECK_THROWS_WITH(v.token(8), Catch::Contains("0 to 7"));
  CHECK_THROWS_AS(v.token(-1), Error);
}

TEST_CASE("encoding and decoding, where text that spells a special token does not become one") {
  const Vocabulary v(counts_of({"i love apples"}));
  CHECK(v.encode(Tokens{"i", "hate", "apples"}) == Ids{4, 1, 6});
  CHECK(v.decode(Ids{2, 4, 5, 1, 3, 6, 0}) == Tokens{"i", "love", "<unk>"});
  CHECK_THROWS_AS(v.decode(Ids{99}), Error);
  TokenCounts counts;
  counts.add(Tokens{"<eos>", "a", "<pad>"});
  CHECK(Vocabulary(counts).size() == 5);
  CHECK(Vocabulary(counts).encode(Tokens{"<eos>", "a", "<pad>"}) == Ids{1, 4, 1});
}

TEST_CASE("rare tokens are unknown, and a vocabulary of zero is an error that says why") {
  const Vocabulary v(counts_of({"a a b", "a b c"}), {.min_frequency = 2});
  CHECK(v.tokens() == Tokens{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b"});
  CHECK_THROWS_WITH(Vocabulary(counts_of({"a b b"}), {.min_frequency = 5}),
                    Catch::Contains("vocabulary of zero") && Catch::Contains("5 times"));
  CHECK_THROWS_AS(Vocabulary(TokenCounts{}), Error);
}

TEST_CASE("a saved vocabulary comes back") {
  const Vocabulary v(counts_of({"나는 사과를 좋아한다"}));
  CHECK(Vocabulary(v.tokens()) == v);
  CHECK_THROWS_WITH(Vocabulary(Tokens{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b", "a"}),
                    Catch::Contains("'a' twice, as 4 and as 6"));
  CHECK_THROWS_WITH(Vocabulary(Tokens{"a", "b"}), Catch::Contains("<pad> <unk> <bos> <eos>"));
  CHECK_THROWS_AS(Vocabulary(Tokens{}), Error);
}
