#include "models/source_text.hpp"

#include <map>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

using Words = std::vector<std::string>;

const Vocabulary& vocabulary() {
  static const Vocabulary all({"<pad>", "<unk>", "<bos>", "<eos>", "나는", "좋아", "한다", "좋아한다",
                               "사과를", "먹고", "싶어요", ".", "?", "!"});
  return all;
}

LearnedText learned_from(const Words& lines) {
  std::vector<Words> tokens;
  for (const std::string& line : lines) tokens.push_back(Tokenizer().split(line));
  return learned_text(lines, tokens, vocabulary());
}

}  // namespace

TEST_CASE("what training text was like is measured from it, kept and read again") {
  const LearnedText single = learned_from({"나는 사과를 좋아한다.", "먹고 싶어요?"});
  CHECK(single.single_sentences);
  CHECK_FALSE(single.unknown_words);
  CHECK(single.apart.empty());
  CHECK(learned_from({"좋아 한다"}).apart == std::set<std::string>{"좋아 한다"});
  CHECK_FALSE(learned_from({"나는 좋아한다. 나는 먹고 싶어요."}).single_sentences);
  CHECK(learned_from({"나는 공룡을 좋아한다"}).unknown_words);
  Words lines(1000, "나는 좋아한다.");
  lines.front() += " 먹고 싶어요.";
  CHECK_FALSE(learned_from(lines).single_sentences);
  lines.emplace_back("나는");
  CHECK(learned_from(lines).single_sentences);
  CHECK(parse_learned_text("file", to_json(learned_from({"좋아 한다"}))) == learned_from({"좋아 한다"}));
  CHECK_THROWS_AS(parse_learned_text("file", "{}"), FormatError);
  CHECK_THROWS_AS(parse_learned_text("file", "no"), FormatError);
}

TEST_CASE("a sentence as people type it is made to look like the training text") {
  const LearnedText learned = learned_from({"나는 사과를 좋아한다."});
  const auto read = [&](const std::string& text) {
    return read_source(text, Tokenizer(), vocabulary(), learned);
  };
  for (const auto& [typed, tokens] :
       std::map<std::string, Words>{{"나는 좋아 한다", {"나는", "좋아한다"}},
                                    {"나는 좋아한다。", {"나는", "좋아한다", "."}},
                                    {"나는 좋아한다…", {"나는", "좋아한다", "."}},
                                    {"나는 좋아한다？", {"나는", "좋아한다", "?"}},
                                    {"나는 좋아한다?!!", {"나는", "좋아한다", "?"}},
                                    {"나는… 좋아한다", {"나는", "좋아한다"}},  // in the middle
                                    {"^^", {}},
                                    {".", {}},
                                    {"나는 공룡을", {"나는", "공룡을"}}}) {  // a word stays
    INFO(typed);
    CHECK(read(typed).tokens == tokens);
  }
  CHECK(read("나는 좋아한다...").dropped.empty());
  CHECK(read("나는… 좋아한다").dropped.size() == 1);
  CHECK(read("?!!").dropped == Words{"?", "!", "!"});
  const SourceText smiling = read("“나는 사과를 ~ 먹고싶어요” ^^ 😀 ㅋㅋ");
  CHECK(smiling.tokens == Words{"나는", "사과를", "먹고", "싶어요"});
  CHECK(smiling.dropped == Words{"“", "~", "”", "^", "^", "😀", "ㅋㅋ"});
  CHECK(smiling.words == std::vector<std::size_t>{0, 1, 3, 3});
  CHECK(smiling.respaced);
  LearnedText several = learned;
  several.single_sentences = false;
  CHECK(read_source("나는. 좋아한다.", Tokenizer(), vocabulary(), several).tokens ==
        Words{"나는", ".", "좋아한다", "."});
}

TEST_CASE("a comma that the model does not have ends a sentence behind a word that did so in training") {
  const LearnedText learned = learned_from({"나는 사과를 좋아한다.", "먹고 싶어요"});
  CHECK(learned.last == std::set<std::string>{"싶어요", "좋아한다"});
  const auto cut = [&](std::string_view text) {
    const auto views = cut_clauses(text, Tokenizer(), vocabulary(), learned);
    return Words{views.begin(), views.end()};
  };
  CHECK(cut("나는 좋아한다, 나는; 먹고 싶어요， 나는 사과를,") ==
        Words{"나는 좋아한다,", "나는; 먹고 싶어요，", "나는 사과를,"});
  CHECK(cut("나는, 좋아한다") == Words{"나는, 좋아한다"});
  CHECK(cut("좋아한다, ^^") == Words{"좋아한다, ^^"});
  CHECK(cut("").size() == 1);
  const std::vector<std::string> tokens{"<pad>", "<unk>", "<bos>", "<eos>", "간다", ",", ";"};
  CHECK(learned_text({"간다"}, {{"간다"}}, Vocabulary(tokens)).last.empty());  // it has both marks
}

TEST_CASE(
    "two clauses without a mark are cut behind a word that closes sentences, and what is out of place told") {
  Words lines;
  for (const char* who : {"나는", "너는", "그는", "우리는", "그들은"}) {
    for (const char* what : {" 배고파", " 빵을 먹어", " 빵을 먹어 주세요", " 빵을 먹고 자", " 자"})
      lines.push_back(who + std::string(what));
  }
  lines.emplace_back("빵을 먹어");
  const Vocabulary all({"<pad>", "<unk>", "<bos>", "<eos>", "나는", "너는", "그는", "우리는", "그들은",
                        "배고파", "빵을", "먹어", "주세요", "먹고", "자"});
  std::vector<Words> tokens;
  for (const std::string& line : lines) tokens.push_back(Tokenizer().split(line));
  const LearnedText learned = learned_text(lines, tokens, all);
  CHECK(learned.closing == std::set<std::string>{"배고파", "먹어", "자", "주세요"});
  CHECK(learned.behind_closing == std::set<std::string>{"주세요"});
  CHECK(parse_learned_text("file", to_json(learned)) == learned);
  const auto cut = [&](std::string_view text) {
    const auto views = cut_clauses(text, Tokenizer(), all, learned);
    return Words{views.begin(), views.end()};
  };
  CHECK(cut("나는 배고파 빵을 먹어 너는 자") == Words{"나는 배고파", "빵을 먹어", "너는 자"});
  CHECK(cut("빵을 먹어 주세요 나는 배고파") == Words{"빵을 먹어 주세요", "나는 배고파"});
  CHECK(cut("배고파 먹고 자") == Words{"배고파 먹고 자"});      // no line began so
  CHECK(cut("배고파 나는 빵을") == Words{"배고파 나는 빵을"});  // nor ended
  const auto out_of_place = [&](const std::string& text) {
    return read_source(text, Tokenizer(), all, learned).out_of_place;
  };
  CHECK(out_of_place("나는 빵을 먹어 주세요") == "");
  CHECK(out_of_place("배고파 먹고 자") == "배고파");
  CHECK(out_of_place("나는 빵을") == "빵을");
  CHECK(out_of_place("나는 공룡을") == "");  // not in the vocabulary: told anyway
}

TEST_CASE("the mark with which a sentence ends") {
  for (const auto& [sentence, mark] : std::map<std::string, std::string>{
           {"가자!", "!"}, {"가자?!", "?"}, {"간다.” ^^", "."}, {"네，", ","}, {"3.5", ""}, {"", ""}})
    CHECK(end_mark(sentence) == mark);
}

TEST_CASE("where training had unknown words, marks stay and may be copied") {
  const LearnedText learned = learned_from({"나는 공룡을 좋아한다."});
  CHECK(read_source("나는 좋아한다 €。", Tokenizer(), vocabulary(), learned).tokens ==
        Words{"나는", "좋아한다", "€", "."});
  CHECK(read_source("나는 ^", Tokenizer(), vocabulary(), {}).dropped.empty());
}

TEST_CASE("words of Hangul are cut or joined where that gives words of the vocabulary, and else stay") {
  const Vocabulary vocabulary({"<pad>", "<unk>", "<bos>", "<eos>", "나는", "사과를", "먹고", "싶어요", "안",
                               "먹어요", "도와주세요", "cat", "dog", "?"});
  const auto read = [&](std::vector<std::string> typed) { return respaced(typed, vocabulary).words; };
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
  const SpacedWords joined = respaced({"나는", "좋아", "한다"}, vocabulary, &apart);
  CHECK(joined.words == Words{"나는", "좋아한다"});
  CHECK(joined.from == std::vector<std::size_t>{0, 1});
  CHECK(respaced({"안", "가요"}, vocabulary, &apart).words == Words{"안", "가요"});
  CHECK(respaced({"좋아", "한다"}, vocabulary).words == Words{"좋아", "한다"});  // nothing known of training
  CHECK(respaced({"나는안가요", "한다"}, vocabulary, &apart).from == std::vector<std::size_t>{0, 0, 1});
}
