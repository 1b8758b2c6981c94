#include "lib/text/tokenizer.hpp"

#include <algorithm>

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

TEST_CASE("each token belongs to a word of the text, between its spaces") {
  using Places = std::vector<std::size_t>;
  const auto places = [](const Tokenizer& tokenizer, const std::string& text) {
    return tokenizer.words_of(tokenizer.split(text), text);
  };
  CHECK(places(Tokenizer(), "Don't go,  now .") == Places{0, 0, 0, 1, 1, 2, 3});
  CHECK(places(Tokenizer(Tokenisation::characters), " ab c") == Places{0, 0, 1, 1});
  const std::vector<std::string> texts{"low lower lowest", "new newer newest", "wide wider widest"};
  const Tokenizer pieces = Tokenizer::learn(texts, {.kind = SubwordKind::bpe, .size = 24}, Case::keep);
  const Places words = places(pieces, "lowest  new");
  CHECK(words.size() > 2);
  CHECK((words.front() == 0 && words.back() == 1 && std::is_sorted(words.begin(), words.end())));
  CHECK(Tokenizer().words_of(Tokens{"a", "c"}, "a b c") == Places{0, 2});  // one was left out
  // A model may write spaces of no word: for "a b" it writes five tokens.
  const Tokens spaces{"▁", "▁a", "▁", "▁b", "▁"};
  CHECK(pieces.join(spaces) == "a b");
  CHECK(pieces.words_of(spaces, "a b") == Places{0, 0, 1, 1, 1});
  CHECK(pieces.words_of(Tokens{"▁"}, "") == Places{0});
  const Tokenizer characters(Tokenisation::characters);
  CHECK(characters.join(spaces) == "a b");
  CHECK(characters.words_of(spaces, "a b") == Places{0, 0, 1, 1, 1});
}
