#include "lib/text/words.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden.hpp"

using namespace heed;
using Tokens = std::vector<std::string>;

TEST_CASE("words are those of Python's regular expression") {
  CHECK(split_words("Don't GO, 나는 사과를 좋아한다.") ==
        Tokens{"don", "'", "t", "go", ",", "나는", "사과를", "좋아한다", "."});
  CHECK(split_words("snake_case 3.14 ½!!") == Tokens{"snake_case", "3", ".", "14", "½", "!", "!"});
  CHECK(split_words(" \u3000 ").empty());
  CHECK_THROWS_AS(split_words("\xFF"), Error);
  const golden::Json python = golden::load_json("python_unicode.json");  // by tests/golden/make_unicode.py
  for (const auto& c : python.at("words")) {
    INFO(c.dump());
    CHECK(split_words(c[0].get<std::string>()) == golden::strings(c[1]));
  }
}

TEST_CASE("a mark stays with what it marks") {
  CHECK(split_words("cafe\u0301") == Tokens{"café"});
  CHECK(split_words("नमस्ते दुनिया") == Tokens{"नमस्ते", "दुनिया"});
  CHECK(split_words("❤\uFE0F!") == Tokens{"❤\uFE0F", "!"});
  CHECK(split_words("\u1112\u1161\u11AB글") == Tokens{"한글"});
  CHECK(split_words("İ") == Tokens{"i\u0307"});
}

TEST_CASE("characters are code points with visible spaces") {
  CHECK(split_characters(" 나는  Go!\t") == Tokens{"나", "는", "▁", "G", "o", "!"});
  CHECK(split_characters("\u1112\u1161\u11AB") == Tokens{"한"});
  CHECK(split_characters("").empty());
  CHECK(join_characters(Tokens{"나", "는", "▁", "G", "o", "!"}) == "나는 Go!");
}

TEST_CASE("words are joined as a person writes them") {
  const auto there_and_back = [](std::string_view text) { return join_words(split_words(text)); };
  for (const char* text :
       {"i don't know, do you?", "it is 3.14 or 1,000 at 5:30.", "a well-known (small) house: yes!",
        "나는 사과를 좋아한다.", "she said \"no\" and \"yes\".", "we'll see; i'm here.", "50% of it…",
        "“quoted” text", "the doctors' old friend saw it, didn't he?", "the doctor's cat"}) {
    CHECK(there_and_back(text) == text);
  }
  // An apostrophe after a word in s may be a quote: then all of them stand as they did.
  for (const char* text : {"she says ' hello ' to him", "' the doctors ' friend '", "he sees ' it '.",
                           "he reads ' books ' loudly"})
    CHECK(there_and_back(text) == text);
  CHECK(join_words(Tokens{}) == "");
  CHECK(join_words(Tokens{"."}) == ".");
  CHECK(join_with_spaces(Tokens{"i", "don", "'", "t"}) == "i don ' t");
}
