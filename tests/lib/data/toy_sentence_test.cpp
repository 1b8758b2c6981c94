// Sentences built by hand, said in both languages, and what holds for all that are drawn.
#include "lib/data/toy_sentence.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "lib/data/draws.hpp"
#include "lib/files/content_hash.hpp"
#include "lib/text/words.hpp"
#include "tests/catch.hpp"

using namespace heed;
using namespace heed::toy;

namespace {

constexpr Range everyday = Range::everyday;
const KoreanStyle polite{.speech = Speech::polite, .subject_left_out = true, .contracted = true};

NounPhrase noun(std::string_view english) { return {.noun = named(nouns(everyday), english)}; }
NounPhrase many(std::string_view english) { return {.noun = noun(english).noun, .plural = true}; }
NounPhrase owned(std::string_view english, const NounPhrase& owner) {
  return {.noun = noun(english).noun, .possessor = {owner}};
}
NounPhrase with_relative(std::string_view english, const Relative& relative) {
  return {.noun = noun(english).noun, .relative = std::make_shared<const Relative>(relative)};
}
NounPhrase pronoun(std::string_view english) {
  const auto found = std::ranges::find(pronouns(), english, &Pronoun::i);
  return {.pronoun = found == pronouns().end() ? it() : &*found};
}
const Verb* verb(std::string_view english) { return named(verbs(everyday), english); }
const Place* place(std::string_view english) { return named(places(everyday), english); }
Clause clause(NounPhrase subject, std::string_view what, std::optional<NounPhrase> object = {},
              Tense tense = Tense::present) {
  return {.subject = std::move(subject), .verb = verb(what), .object = std::move(object), .tense = tense};
}

/// A sentence and how it is said, "Korean = English".
struct Said {
  Sentence sentence;
  const char* both;
};
void check(const std::vector<Said>& all) {
  for (const auto& [sentence, both] : all)
    CHECK(written(in_korean(sentence)) + " = " + written(in_english(sentence)) == both);
}

Clause negated(Clause c, bool short_negation = false) {
  c.negated = true;
  c.order.short_negation = short_negation;
  return c;
}
Clause in_mood(Clause c, Mood mood) {
  c.mood = mood;
  return c;
}

}  // namespace

TEST_CASE("order, particles, articles, agreement, negation and questions") {
  const Clause knives = clause(pronoun("he"), "buy", many("knife"));
  const NounPhrase hat{.noun = noun("hat").noun, .adjective = named(adjectives(), "old")};
  const Clause pretty{.subject = {.noun = noun("cat").noun, .plural = true, .possessor = {noun("girl")}},
                      .adjective = named(adjectives(), "pretty"),
                      .tense = Tense::past};
  check(
      {{{.first = clause(pronoun("I"), "love", noun("apple"))}, "나는 사과를 좋아한다 = I love apples"},
       {{.first = clause(many("child"), "eat", noun("egg"))},
        "아이들은 달걀을 먹는다 = the children eat an egg"},
       {{.first = clause(noun("boy"), "love", noun("girl"))},
        "소년은 소녀를 좋아한다 = the boy loves the girl"},
       {{.first = clause(pronoun("he"), "wait", pronoun("she"), Tense::future)},
        "그는 그녀를 기다릴 것이다 = he will wait for her"},
       {{.first = negated(knives)}, "그는 칼들을 사지 않는다 = he does not buy knives"},
       {{.first = negated(knives, true)}, "그는 칼들을 안 산다 = he does not buy knives"},
       {{.first = clause(noun("singer"), "call", noun("doctor"))},
        "가수는 의사를 부른다 = the singer calls the doctor"},
       {{.first = clause(noun("singer"), "sing", noun("song"))},
        "가수는 노래를 부른다 = the singer sings a song"},
       {{.first = clause(pronoun("you"), "eat", noun("bread"), Tense::future), .question = Question::yes_no},
        "너는 빵을 먹을 거니? = will you eat bread?"},
       {{.first = clause(pronoun("they"), "eat", noun("bread"), Tense::future), .question = Question::yes_no},
        "그들은 빵을 먹을까? = will they eat bread?"},
       {{.first = clause(pronoun("he"), "eat", noun("bread"), Tense::past), .question = Question::who},
        "누가 빵을 먹었니? = who ate bread?"},
       {{.first = clause(noun("girl"), "wait"), .question = Question::whom},
        "소녀는 누구를 기다리니? = whom does the girl wait for?"},
       {{.first = clause(noun("boy"), "want", hat)},
        "소년은 오래된 모자를 원한다 = the boy wants an old hat"},
       {{.first = negated(pretty)}, "소녀의 고양이들은 예쁘지 않았다 = the girl's cats were not pretty"},
       {{.first = pretty, .question = Question::yes_no},
        "소녀의 고양이들은 예뻤니? = were the girl's cats pretty?"},
       {{.first = clause(owned("cat", many("girl")), "sleep")},
        "소녀들의 고양이는 잔다 = the girls' cat sleeps"}});
}

TEST_CASE("relative clauses, free word order and two clauses") {
  const Relative hates{.clause = clause({}, "hate", noun("apple"))};
  const Relative wrote{.clause = negated(clause(pronoun("I"), "write", {}, Tense::past)),
                       .noun_is_object = true};
  Clause sees = clause(noun("boy"), "see", noun("girl"), Tense::past), turned = sees;
  sees.time = turned.time = named(time_adverbs(), "yesterday");
  turned.order = {.object_first = true, .time_first = true};
  Clause gives = clause(noun("boy"), "give", noun("flower"), Tense::past);
  gives.recipient = noun("girl");
  gives.order.object_before_recipient = true;
  const Clause eats = clause(noun("boy"), "eat", noun("apple"), Tense::past),
               reads = clause(noun("girl"), "read", noun("book"), Tense::past);
  check(
      {{{.first = clause(with_relative("boy", hates), "read", many("book"))},
        "사과를 싫어하는 소년은 책들을 읽는다 = the boy who hates apples reads books"},
       {{.first = clause(pronoun("she"), "read", with_relative("letter", wrote))},
        "그녀는 내가 쓰지 않은 편지를 읽는다 = she reads the letter which I did not write"},
       {{.first = sees}, "소년은 어제 소녀를 보았다 = the boy saw the girl yesterday"},
       {{.first = turned}, "어제 소녀를 소년이 보았다 = the boy saw the girl yesterday"},
       {{.first = gives}, "소년은 꽃을 소녀에게 주었다 = the boy gave a flower to the girl"},
       {{.first = eats, .link = Link::and_then, .second = reads},
        "소년은 사과를 먹고 소녀는 책을 읽었다 = the boy ate an apple and the girl read a book"},
       {{.first = eats, .link = Link::and_then, .same_subject = true, .second = reads},
        "소년은 사과를 먹고 책을 읽었다 = the boy ate an apple and read a book"},
       {{.first = eats, .link = Link::because, .second = reads},
        "소년이 사과를 먹었기 때문에 소녀는 책을 읽었다 = the girl read a book because the boy ate an apple"},
       {{.first = eats, .link = Link::but, .second = negated(reads)},
        "소년은 사과를 먹었지만 소녀는 책을 읽지 않았다 = the boy ate an apple but the girl did not read a "
        "book"}});
  CHECK(written(in_korean(in_plain_order({.first = turned}))) == "소년은 어제 소녀를 보았다");
}

TEST_CASE("one meaning as people type it") {
  Sentence s{.first = clause(pronoun("I"), "love", noun("apple"))};
  const auto typed = [&](const KoreanStyle& style) {
    s.style = style;
    CHECK(written(in_english(s)) == "I love apples");
    return written(in_korean(s));
  };
  CHECK(typed({.speech = Speech::polite, .humble = true}) == "저는 사과를 좋아해요");
  CHECK(typed({.speech = Speech::formal, .humble = true, .period = true}) == "저는 사과를 좋아합니다.");
  CHECK(typed({.speech = Speech::casual, .bare_subject = true, .bare_object = true}) == "나 사과 좋아해");
  const Clause eats = clause(pronoun("I"), "eat", noun("bread")),
               ate = clause(pronoun("I"), "eat", noun("bread"), Tense::past),
               could = negated(in_mood(ate, Mood::can), true);
  Clause no_way = could;
  no_way.order = {.no_way = true};
  check({{{.first = in_mood(eats, Mood::wish), .style = polite}, "빵을 먹고 싶어요 = I want to eat bread"},
         {{.first = could, .style = polite}, "빵을 못 먹었어요 = I could not eat bread"},
         {{.first = no_way, .style = polite}, "빵을 먹을 수 없었어요 = I could not eat bread"},
         {{.first = in_mood(eats, Mood::can), .style = polite}, "빵을 먹을 수 있어요 = I can eat bread"},
         {{.first = in_mood(eats, Mood::progress), .style = polite}, "빵을 먹고 있어요 = I am eating bread"},
         {{.first = in_mood(eats, Mood::duty), .style = polite}, "빵을 먹어야 해요 = I have to eat bread"},
         {{.first = in_mood(eats, Mood::wish_to_try), .style = polite},
          "빵을 먹어 보고 싶어요 = I want to try bread"},
         {{.first = in_mood(ate, Mood::tried), .style = polite}, "빵을 먹어 봤어요 = I have tried bread"},
         {{.first = clause(pronoun("I"), "buy", pronoun("it"), Tense::past), .style = polite},
          "샀어요 = I bought it"}});
}

TEST_CASE("what somebody is, has and is called, and where") {
  const KoreanStyle humble{.speech = Speech::polite, .humble = true, .contracted = true};
  const Clause student{.subject = pronoun("I"), .identity = noun("student")};
  const Clause at{.subject = noun("Minsu"), .is_somewhere = true, .place = place("at home")};
  const Clause where{.subject = noun("Minsu"), .is_somewhere = true};
  const Clause there{
      .subject = noun("milk"), .is_somewhere = true, .is_there = true, .place = place("at home")};
  const Clause has = clause(pronoun("I"), "have", noun("cat"));
  const NounPhrase child{.noun = noun("child").noun, .determiner = Determiner::far};
  const KoreanStyle short_what{
      .speech = Speech::polite, .subject_marked = true, .bare_owner = true, .what_for_short = true};
  check(
      {{{.first = student, .style = humble}, "저는 학생이에요 = I am a student"},
       {{.first = negated(student), .style = humble}, "저는 학생이 아니에요 = I am not a student"},
       {{.first = at, .style = humble}, "민수는 집에 있어요 = Minsu is at home"},
       {{.first = where, .question = Question::where, .style = humble},
        "민수는 어디에 있어요? = where is Minsu?"},
       {{.first = there, .style = humble}, "집에 우유가 있어요 = there is milk at home"},
       {{.first = negated(there), .style = humble}, "집에 우유가 없어요 = there is no milk at home"},
       {{.first = has, .style = polite}, "고양이가 있어요 = I have a cat"},
       {{.first = negated(has), .style = polite}, "고양이가 없어요 = I do not have a cat"},
       {{.first = {.subject = owned("name", child), .is_asked = true},
         .question = Question::what,
         .style = short_what},
        "그 아이 이름이 뭐예요? = what is that child's name?"},
       {{.first = {.subject = pronoun("it"), .adjective = named(adjectives(), "delicious")}, .style = polite},
        "맛있어요 = it is delicious"}});
}

TEST_CASE("requests, proposals, favours and ways") {
  const auto with = [](KoreanStyle style, bool KoreanStyle::*flag) {
    style.*flag = true;
    return style;
  };
  const Clause eats = clause(pronoun("you"), "eat", noun("bread"));
  const Clause we_eat = clause(pronoun("we"), "eat", noun("bread"));
  Clause buys = in_mood(clause(noun("mom"), "buy", noun("clothes"), Tense::past), Mood::favor);
  buys.recipient = pronoun("I");
  const auto goes = [](std::string_view where) {
    return Clause{.subject = pronoun("I"), .verb = verb("go"), .place = place(where)};
  };
  const Clause comes{.subject = pronoun("I"),
                     .verb = verb("come"),
                     .place = place("in America"),
                     .from = true,
                     .tense = Tense::past};
  Sentence ride{.first = clause(pronoun("I"), "take", noun("bus")),
                .link = Link::and_then,
                .same_subject = true,
                .second = goes("at school")};
  ride_there(ride);
  ride.style = polite;
  check({{{.first = eats, .call = Call::request, .style = polite}, "빵을 먹으세요 = please eat bread"},
         {{.first = eats, .call = Call::request, .style = with(polite, &KoreanStyle::give_please)},
          "빵을 먹어 주세요 = please eat bread"},
         {{.first = negated(eats), .call = Call::request, .style = polite},
          "빵을 먹지 마세요 = please do not eat bread"},
         {{.first = we_eat, .call = Call::proposal, .style = polite}, "빵을 먹읍시다 = let's eat bread"},
         {{.first = we_eat, .question = Question::yes_no, .call = Call::suggestion, .style = polite},
          "빵을 먹을까요? = shall we eat bread?"},
         {{.first = buys, .style = {.speech = Speech::polite, .spoken_recipient = true, .contracted = true}},
          "엄마는 나한테 옷을 사 줬어요 = the mom bought clothes for me"},
         {{.first = comes, .style = polite}, "미국에서 왔어요 = I came from America"},
         {ride, "버스로 학교에 가요 = I go to school by bus"},
         {{.first = goes("at home"),
           .link = Link::and_then,
           .same_subject = true,
           .second = in_mood(clause(pronoun("I"), "sleep"), Mood::wish),
           .style = with(polite, &KoreanStyle::sequence)},
          "집에 가서 자고 싶어요 = I want to go home and sleep"},
         {{.first = eats, .opening = Greeting{"네", "yes"}, .style = polite},
          "네 빵을 먹어요 = yes, you eat bread"}});
}

TEST_CASE("words that belong together are aligned") {
  using Pairs = std::vector<std::pair<int, int>>;
  const auto pairs = [](const Sentence& s) { return aligned(in_korean(s), in_english(s)); };
  CHECK(pairs({.first = clause(pronoun("I"), "love", noun("apple"))}) == Pairs{{0, 0}, {1, 2}, {2, 1}});
  // 소년은 달걀을 먹지 않는다 / the boy does not eat an egg
  CHECK(pairs({.first = negated(clause(noun("boy"), "eat", noun("egg")))}) ==
        Pairs{{0, 0}, {0, 1}, {1, 5}, {1, 6}, {2, 4}, {3, 2}, {3, 3}});
}

TEST_CASE("the sentences of each level are those that they were") {
  std::vector<std::string> found;
  for (const int level : {1, 2, 3, 4}) {
    Draws draws(level);
    ContentHash hash;
    for (int i = 0; i < 3000; ++i) {
      const Sentence s = sample_sentence(level, draws);
      const std::string line = written(in_korean(s)) + '\t' + written(in_english(s)) + '\n';
      hash.add(std::as_bytes(std::span(line)));
    }
    found.push_back(hash.digits().substr(0, 8));
  }
  CHECK(found == std::vector<std::string>{"8a211152", "a76039a3", "d92d3b2b", "ddb53136"});
}

TEST_CASE("in many random sentences translation is a function both ways and every word is aligned") {
  for (const int level : {1, 2, 3, 4}) {
    std::map<std::string, std::string> english_of, korean_of;
    Draws draws(level);
    for (int i = 0; i < 5000; ++i) {
      const Sentence sentence = sample_sentence(level, draws);
      const std::vector<Word> korean = in_korean(sentence), english = in_english(sentence);
      const std::string target = written(english);
      REQUIRE(english_of.emplace(written(korean), target).first->second == target);
      REQUIRE(split_words(target).size() == english.size());
      if (level == 4) continue;
      const std::string plain = written(in_korean(in_plain_order(sentence)));
      REQUIRE(english_of.emplace(plain, target).first->second == target);
      REQUIRE(korean_of.emplace(target, plain).first->second == plain);
      std::set<int> sources, targets;
      for (const auto& [s, t] : aligned(korean, english)) {
        sources.insert(s);
        targets.insert(t);
      }
      CAPTURE(written(korean), target);
      REQUIRE(sources.size() == korean.size());
      REQUIRE(targets.size() == english.size());
      REQUIRE((level < 3 || relations_in(sentence) >= 2));
    }
  }
}
