#include "lib/text/sentences.hpp"

#include <string>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

using Texts = std::vector<std::string>;

Texts cut(std::string_view text) {
  const auto views = split_sentences(text);
  return {views.begin(), views.end()};
}

}  // namespace

TEST_CASE("a text is cut behind its end marks and at line breaks") {
  CHECK(cut("나는 사과를 좋아한다. 너는 빵을 먹는다.") ==
        Texts{"나는 사과를 좋아한다.", "너는 빵을 먹는다."});
  CHECK(cut("뭐 해요? 빨리 와요!  가자") == Texts{"뭐 해요?", "빨리 와요!", "가자"});
  CHECK(cut("좋아한다.너는 간다") == Texts{"좋아한다.", "너는 간다"});
  CHECK(cut("何？はい。行く。") == Texts{"何？", "はい。", "行く。"});
  CHECK(cut("i like apples. you eat bread") == Texts{"i like apples.", "you eat bread"});
  CHECK(cut("하나\n\n 둘\r\n") == Texts{"하나", "둘"});
  CHECK(cut("정말?! 그래요") == Texts{"정말?!", "그래요"});
  CHECK(cut("\"가자.\" 그는 갔다.") == Texts{"\"가자.\"", "그는 갔다."});
  CHECK(cut("“Go!” She went. (He too.) And I.") == Texts{"“Go!”", "She went.", "(He too.)", "And I."});
  CHECK(cut("").empty());
  CHECK(cut(" \n ").empty());
  CHECK_THROWS_AS(cut("a. \xFF"), Error);
}

TEST_CASE("what ends no sentence cuts none") {
  for (const char* one :
       {"It costs 3.5 dollars.", "나는... 사과를 좋아한다", "Mr. Lee ate with Mrs. Kim.", "mr . lee",
        "J. R. Tolkien wrote.", "At 5 p.m. we go, e.g. home.", "1. 사과를 먹는다.", "2024. 3. 5. 월요일",
        "\"Go!\" he said.", "그는 \"가자.\" 하고 말했다.", "www.example.com/a?b=1", "좋아요...", "3 . 14",
        "^^", "..."})
    CHECK(cut(one) == Texts{one});
  CHECK(cut("좋아요! 😀") == Texts{"좋아요! 😀"});  // marks alone are no sentence
  CHECK(cut("좋아요!! ㅋㅋㅋ") == Texts{"좋아요!! ㅋㅋㅋ"});
  CHECK(cut("좋아요. ^^ 가요.") == Texts{"좋아요.", "^^ 가요."});
  for (const char* one :
       {"😀! 나는 간다.", "^^. 나는 간다.", "ㅋㅋ. 나는 간다.", "!! 나는 간다.", ".", "?! !"})
    CHECK(cut(one) == Texts{one});  // in front of the first they belong to it
  CHECK(cut("!! ^^. 1. 가요. 와요.") == Texts{"!! ^^. 1. 가요.", "와요."});
  CHECK(cut("It is I. We go.") == Texts{"It is I.", "We go."});
}
