#include "lib/text/tokenizer.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

using namespace heed;
using Tokens = std::vector<std::string>;

TEST_CASE("tokenisation by name") {
  CHECK(parse_tokenisation("words") == Tokenisation::words);
  CHECK(parse_tokenisation("characters") == Tokenisation::characters);
  CHECK(to_string(Tokenisation::characters) == "characters");
  CHECK_THROWS_AS(parse_tokenisation("bytes"), UsageError);
  CHECK(parse_case("keep") == Case::keep);
  CHECK(to_string(Case::lower) == "lower");
  CHECK_THROWS_AS(parse_case("upper"), UsageError);
  CHECK(Tokenizer().split("A b") == Tokens{"a", "b"});
  CHECK(Tokenizer(Tokenisation::characters).split("A b") == Tokens{"A", "▁", "b"});
  CHECK(Tokenizer(Tokenisation::characters, Case::lower).split("A b") == Tokens{"a", "▁", "b"});
  CHECK(Tokenizer(Tokenisation::words, Case::keep).split("Tom's ÀB.") == Tokens{"Tom", "'", "s", "ÀB", "."});
  CHECK(Tokenizer().join(Tokens{"a", "."}) == "a.");
  CHECK(Tokenizer(Tokenisation::characters).join(Tokens{"a", "▁", "."}) == "a .");
}
