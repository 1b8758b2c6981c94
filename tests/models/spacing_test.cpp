#include "models/spacing.hpp"

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("words of Hangul are cut or joined where that gives words of the vocabulary, and else stay") {
  const Vocabulary vocabulary({"<pad>", "<unk>", "<bos>", "<eos>", "나는", "사과를", "먹고", "싶어요", "안",
                               "먹어요", "도와주세요", "cat", "dog", "?"});
  const auto read = [&](std::vector<std::string> typed) { return respaced(typed, vocabulary).words; };
  using Words = std::vector<std::string>;
  CHECK(read({"먹고싶어요", "?"}) == Words{"먹고", "싶어요", "?"});
  CHECK(read({"나는사과를안먹어요"}) == Words{"나는", "사과를", "안", "먹어요"});
  CHECK(read({"도와", "주세요"}) == Words{"도와주세요"});
  CHECK(read({"나는", "사과를", "먹고", "싶어요"}) == Words{"나는", "사과를", "먹고", "싶어요"});
  CHECK(read({"도와주세요도와주세요도와주세요도와주세요"}).size() == 4);
  CHECK(read({"나는공룡을"}) == Words{"나는공룡을"});                      // a rest that is no word
  CHECK(read({"나는나는나는나는나는"}) == Words{"나는나는나는나는나는"});  // more than four words
  CHECK(read({"catdog"}) == Words{"catdog"});                              // no Hangul
  CHECK(read({}).empty());
}

TEST_CASE("a text without spaces that is no word stays, without a search") {
  const Vocabulary vocabulary({"<pad>", "<unk>", "<bos>", "<eos>", "가", "가가"});
  std::string endless;
  for (int i = 0; i < 200'000; ++i) endless += "가";
  CHECK(respaced({endless}, vocabulary).words == std::vector<std::string>{endless});
}

TEST_CASE("two words that training never had side by side are joined where it had the joined one") {
  const Vocabulary vocabulary(
      {"<pad>", "<unk>", "<bos>", "<eos>", "좋아", "한다", "좋아한다", "안", "가요", "안가요", "나는"});
  const std::set<std::string> apart = words_apart({"나는", "안", "가요"}, vocabulary);
  CHECK(apart == std::set<std::string>{"안 가요"});
  using Words = std::vector<std::string>;
  const SpacedWords joined = respaced({"나는", "좋아", "한다"}, vocabulary, &apart);
  CHECK(joined.words == Words{"나는", "좋아한다"});
  CHECK(joined.from == std::vector<std::size_t>{0, 1});
  CHECK(respaced({"안", "가요"}, vocabulary, &apart).words == Words{"안", "가요"});
  CHECK(respaced({"좋아", "한다"}, vocabulary).words == Words{"좋아", "한다"});  // nothing known of training
  CHECK(respaced({"나는안가요", "한다"}, vocabulary, &apart).from == std::vector<std::size_t>{0, 0, 1});
}
