// Sentences built by hand, said in both languages.
#include "lib/data/toy_sentence.hpp"

#include <map>
#include <set>

#include "lib/core/error.hpp"
#include "lib/data/toy_relations.hpp"
#include "lib/data/toy_sampler.hpp"
#include "lib/data/word_lookup.hpp"
#include "tests/catch.hpp"
#include "tests/lib/data/toy_entries.hpp"

using namespace heed;
using namespace heed::toy;

namespace {

NounPhrase noun(std::string_view english) { return {.noun = entry(nouns(), english)}; }

NounPhrase pronoun(std::string_view english) {
  for (const Pronoun& p : pronouns()) {
    if (p.i == english) return {.pronoun = &p};
  }
  return {};
}

NounPhrase many(NounPhrase phrase) {
  phrase.plural = true;
  return phrase;
}

Clause clause(NounPhrase subject, std::string_view verb, std::optional<NounPhrase> object = {},
              Tense tense = Tense::present) {
  return {.subject = std::move(subject),
          .verb = entry(verbs(), verb),
          .object = std::move(object),
          .tense = tense};
}

NounPhrase with_relative(NounPhrase phrase, Relative relative) {
  phrase.relative = std::make_shared<const Relative>(std::move(relative));
  return phrase;
}

}  // namespace

TEST_CASE("one meaning as people type it: the English stays") {
  Sentence s{.first = clause(pronoun("I"), "love", noun("apple"))};
  const auto typed = [&](const KoreanStyle& style) {
    s.style = style;
    CHECK(written(in_english(s)) == "I love apples");
    return written(in_korean(s));
  };
  CHECK(typed({.speech = Speech::polite, .humble = true}) == "저는 사과를 좋아해요");
  CHECK(typed({.speech = Speech::formal, .humble = true, .period = true}) == "저는 사과를 좋아합니다.");
  CHECK(typed({.speech = Speech::casual, .bare_subject = true, .bare_object = true}) == "나 사과 좋아해");
  CHECK(typed({.speech = Speech::polite, .subject_left_out = true}) == "사과를 좋아해요");
  s.first.negated = true;
  s.first.order.short_negation = true;
  s.style = {.speech = Speech::polite, .subject_left_out = true, .joined = true};
  says(s, "사과를 안좋아해요", "I do not love apples");

  Sentence wish{.first = clause(pronoun("I"), "eat", noun("bread"))};
  wish.first.mood = Mood::wish;
  wish.style = {.speech = Speech::polite, .subject_left_out = true, .bare_object = true};
  says(wish, "빵 먹고 싶어요", "I want to eat bread");
  wish.first.mood = Mood::can;
  wish.first.negated = wish.first.order.short_negation = true;
  wish.first.tense = Tense::past;
  says(wish, "빵 못 먹었어요", "I could not eat bread");
  wish.first.order.short_negation = false;
  says(wish, "빵 먹지 못했어요", "I could not eat bread");
  wish.first.order.no_way = true;
  says(wish, "빵 먹을 수 없었어요", "I could not eat bread");
  wish.first.negated = false;
  wish.first.tense = Tense::present;
  says(wish, "빵 먹을 수 있어요", "I can eat bread");
  wish.first.mood = Mood::progress;
  says(wish, "빵 먹고 있어요", "I am eating bread");
  wish.first.mood = Mood::duty;
  says(wish, "빵 먹어야 해요", "I have to eat bread");

  Sentence ask{.first = clause(pronoun("you"), "eat", noun("bread"), Tense::past),
               .question = Question::yes_no};
  ask.style = {.speech = Speech::polite, .subject_left_out = true};
  says(ask, "빵을 먹었어요?", "did you eat bread?");
  ask.style = {.speech = Speech::formal, .no_mark = true};
  says(ask, "너는 빵을 먹었습니까", "did you eat bread?");

  Sentence being{.first = {.subject = pronoun("I"), .identity = noun("student")}};
  being.style = {.speech = Speech::polite, .humble = true};
  says(being, "저는 학생이에요", "I am a student");
  being.first.negated = true;
  says(being, "저는 학생이 아니에요", "I am not a student");
  being.first = {.subject = {.pronoun = &demonstratives()[0]}, .identity = noun("chair")};
  being.question = Question::yes_no;
  being.style.speech = Speech::formal;
  says(being, "이것은 의자입니까?", "is this a chair?");
}

TEST_CASE("what one has tried, misses, did to a thing not named, and is not") {
  Sentence s{.first = clause(pronoun("I"), "eat", noun("bread"), Tense::past)};
  s.first.mood = Mood::tried;
  s.style = {.speech = Speech::polite, .subject_left_out = true, .bare_object = true, .contracted = true};
  says(s, "빵 먹어 봤어요", "I have tried bread");
  s.first.negated = s.first.order.short_negation = true;
  says(s, "빵 안 먹어 봤어요", "I have not tried bread");
  s.first = clause(noun("girl"), "go", {}, Tense::past);
  s.first.mood = Mood::tried;
  s.first.place = &places()[0];
  s.question = Question::yes_no;
  s.style.subject_left_out = false;
  says(s, "소녀는 학교에 가 봤어요?", "has the girl been to school?");

  Sentence missing{.first = clause(pronoun("I"), "see", noun("girl"))};
  missing.first.mood = Mood::wish;
  missing.style = {.speech = Speech::polite, .subject_left_out = true, .missed = true};
  says(missing, "소녀가 보고 싶어요", "I want to see the girl");
  const Sentence bought{.first = clause(pronoun("I"), "buy", NounPhrase{.pronoun = &it()}, Tense::past)};
  says(bought, "나는 샀다", "I bought it");
  Sentence being{.first = {.subject = pronoun("I"), .identity = noun("student"), .negated = true}};
  being.style = {.speech = Speech::polite, .humble = true, .bare_subject = true, .bare_identity = true};
  says(being, "저 학생 아니에요", "I am not a student");
}

TEST_CASE("a plain request, one to somebody who is called, and a proposal in the words of a statement") {
  Sentence please{.first = clause(pronoun("you"), "eat", noun("bread")), .call = Call::request};
  please.style = {.speech = Speech::casual, .subject_left_out = true, .give_please = true};
  says(please, "빵을 먹어 줘", "please eat bread");
  please.style.try_please = true;
  says(please, "빵을 먹어 봐", "please eat bread");
  please.style.bare_request = true;
  please.first.manner = &manner_adverbs()[0];
  says(please, "빵을 빨리 먹어", "please eat bread quickly");
  please.opening = {"엄마", "mom"};
  says(please, "엄마 빵을 빨리 먹어", "mom, please eat bread quickly");
  please.opening.reset();
  please.call = Call::proposal;
  please.style.speech = Speech::polite;
  says(please, "빵을 빨리 먹어요", "let's eat bread quickly");
}

TEST_CASE("requests, what one has, where somebody is, and what Korean leaves out") {
  Sentence please{.first = clause(pronoun("you"), "eat", noun("bread")), .call = Call::request};
  please.style = {.speech = Speech::polite, .subject_left_out = true};
  says(please, "빵을 먹으세요", "please eat bread");
  please.style.give_please = true;
  says(please, "빵을 먹어 주세요", "please eat bread");
  please.first.negated = true;
  says(please, "빵을 먹지 마세요", "please do not eat bread");
  please.call = Call::proposal;
  please.first.subject = pronoun("we");
  please.first.negated = false;
  says(please, "빵을 먹읍시다", "let's eat bread");
  please.style.bare_subject = true;
  please.style.subject_left_out = false;
  please.style.period = please.style.exclaims = true;
  says(please, "우리 빵을 먹읍시다!", "let's eat bread");

  Sentence shall{.first = clause(pronoun("we"), "eat", noun("apple")),
                 .question = Question::yes_no,
                 .call = Call::suggestion};
  shall.style = {.speech = Speech::polite, .subject_left_out = true};
  says(shall, "사과를 먹을까요?", "shall we eat an apple?");
  shall.question = Question::what;
  shall.first.object.reset();
  shall.style.what_for_short = shall.style.no_mark = true;
  says(shall, "뭐 먹을까요", "what shall we eat?");

  const KoreanStyle left_out{.speech = Speech::polite, .subject_left_out = true, .contracted = true};
  Sentence has{.first = clause(pronoun("I"), "love", noun("cat")), .style = left_out};
  has.first.verb = entry(verbs(Range::everyday), "have");
  says(has, "고양이가 있어요", "I have a cat");
  has.first.negated = true;
  says(has, "고양이가 없어요", "I do not have a cat");

  Sentence at{.first = {.subject = noun("Minsu"), .is_somewhere = true, .place = &places()[1]}};
  at.style = {.speech = Speech::polite};
  says(at, "민수는 집에 있어요", "Minsu is at home");
  at.question = Question::where;
  at.first.place = nullptr;
  says(at, "민수는 어디에 있어요?", "where is Minsu?");
  Sentence what{.first = {.subject = {.pronoun = &demonstratives()[0]}, .is_asked = true},
                .question = Question::what};
  what.style = {
      .speech = Speech::polite, .bare_subject = true, .spoken_things = true, .what_for_short = true};
  says(what, "이거 뭐예요?", "what is this?");
  Sentence it_is{.first = {.subject = {.pronoun = &it()}, .adjective = entry(adjectives(), "delicious")},
                 .style = left_out};
  says(it_is, "맛있어요", "it is delicious");

  NounPhrase friend_of_mine = noun("friend");
  friend_of_mine.possessor.push_back(pronoun("I"));
  Sentence seen{.first = clause(pronoun("I"), "see", friend_of_mine, Tense::past), .style = left_out};
  seen.style.own_left_out = &pronouns()[0];
  says(seen, "친구를 봤어요", "I saw my friend");
  seen.first.too = true;
  seen.style = {.speech = Speech::polite, .humble = true};
  says(seen, "저도 제 친구를 보았어요", "I saw my friend too");
  seen.first.time = entry(time_adverbs(), "yesterday");
  seen.style.object_too = seen.style.time_as_topic = true;
  says(seen, "저는 어제는 제 친구도 보았어요", "I saw my friend too yesterday");
}

TEST_CASE("order, particles, articles and agreement") {
  says({.first = clause(pronoun("I"), "love", noun("apple"))}, "나는 사과를 좋아한다", "I love apples");
  says({.first = clause(noun("boy"), "love", noun("apple"))}, "소년은 사과를 좋아한다",
       "the boy loves apples");
  says({.first = clause(many(noun("child")), "eat", noun("egg"))}, "아이들은 달걀을 먹는다",
       "the children eat an egg");
  says({.first = clause(pronoun("she"), "drink", noun("milk"), Tense::past)}, "그녀는 우유를 마셨다",
       "she drank milk");
  says({.first = clause(noun("boy"), "love", noun("girl"))}, "소년은 소녀를 좋아한다",
       "the boy loves the girl");
  says({.first = clause(pronoun("he"), "wait", pronoun("she"), Tense::future)}, "그는 그녀를 기다릴 것이다",
       "he will wait for her");
}

TEST_CASE("negation, short and long") {
  Clause c = clause(pronoun("he"), "buy", many(noun("knife")));
  c.negated = true;
  says({.first = c}, "그는 칼들을 사지 않는다", "he does not buy knives");
  c.order.short_negation = true;
  says({.first = c}, "그는 칼들을 안 산다", "he does not buy knives");
  c.tense = Tense::future;
  c.order.short_negation = false;
  says({.first = c}, "그는 칼들을 사지 않을 것이다", "he will not buy knives");
}

TEST_CASE("the object chooses between two verbs of one form") {
  says({.first = clause(noun("singer"), "sing", noun("song"))}, "가수는 노래를 부른다",
       "the singer sings a song");
  says({.first = clause(noun("singer"), "call", noun("doctor"))}, "가수는 의사를 부른다",
       "the singer calls the doctor");
  says({.first = clause(pronoun("we"), "wear", noun("hat"), Tense::past)}, "우리는 모자를 썼다",
       "we wore a hat");
  says({.first = clause(pronoun("we"), "write", noun("letter"), Tense::past)}, "우리는 편지를 썼다",
       "we wrote a letter");
}

TEST_CASE("questions") {
  says({.first = clause(pronoun("she"), "read", noun("book")), .question = Question::yes_no},
       "그녀는 책을 읽니?", "does she read a book?");
  says({.first = clause(pronoun("you"), "eat", noun("bread"), Tense::future), .question = Question::yes_no},
       "너는 빵을 먹을 거니?", "will you eat bread?");
  says({.first = clause(pronoun("they"), "eat", noun("bread"), Tense::future), .question = Question::yes_no},
       "그들은 빵을 먹을까?", "will they eat bread?");
  says({.first = clause(pronoun("he"), "eat", noun("bread"), Tense::past), .question = Question::who},
       "누가 빵을 먹었니?", "who ate bread?");
  says({.first = clause(noun("Jihun"), "eat", {}, Tense::past), .question = Question::what},
       "지훈은 무엇을 먹었니?", "what did Jihun eat?");
  says({.first = clause(noun("girl"), "wait"), .question = Question::whom}, "소녀는 누구를 기다리니?",
       "whom does the girl wait for?");
}

TEST_CASE("an adjective before the noun and as the predicate") {
  NounPhrase hat = noun("hat");
  hat.adjective = entry(adjectives(), "old");
  says({.first = clause(noun("boy"), "want", hat)}, "소년은 오래된 모자를 원한다",
       "the boy wants an old hat");
  hat.adjective = entry(adjectives(), "useful");
  CHECK(written(in_english({.first = clause(noun("boy"), "want", hat)})) == "the boy wants a useful hat");
  NounPhrase cat = noun("cat");
  cat.possessor.push_back(noun("girl"));
  Clause c{.subject = many(cat),
           .adjective = entry(adjectives(), "pretty"),
           .tense = Tense::past,
           .negated = true};
  says({.first = c}, "소녀의 고양이들은 예쁘지 않았다", "the girl's cats were not pretty");
  c.negated = false;
  says({.first = c, .question = Question::yes_no}, "소녀의 고양이들은 예뻤니?",
       "were the girl's cats pretty?");
  cat.possessor[0].plural = true;
  says({.first = clause(cat, "sleep")}, "소녀들의 고양이는 잔다", "the girls' cat sleeps");
}

TEST_CASE("agreement goes over a relative clause") {
  const Relative loves{.verb = entry(verbs(), "love"), .other = noun("apple")};
  says({.first = clause(with_relative(noun("boy"), loves), "read", many(noun("book")))},
       "사과를 좋아하는 소년은 책들을 읽는다", "the boy who loves apples reads books");
  const Relative loved{.verb = entry(verbs(), "love"), .noun_is_object = true, .other = many(noun("girl"))};
  says({.first = clause(with_relative(noun("boy"), loved), "sleep")}, "소녀들이 좋아하는 소년은 잔다",
       "the boy whom the girls love sleeps");
  const Relative wrote{.verb = entry(verbs(), "write"),
                       .tense = Tense::past,
                       .negated = true,
                       .noun_is_object = true,
                       .other = pronoun("I")};
  says({.first = clause(pronoun("she"), "read", with_relative(noun("letter"), wrote))},
       "그녀는 내가 쓰지 않은 편지를 읽는다", "she reads the letter which I did not write");
}

TEST_CASE("free word order is told by the particles alone") {
  Clause c = clause(noun("boy"), "see", noun("girl"), Tense::past);
  c.time = entry(time_adverbs(), "yesterday");
  says({.first = c}, "소년은 어제 소녀를 보았다", "the boy saw the girl yesterday");
  c.order = {.object_first = true, .time_first = true};
  says({.first = c}, "어제 소녀를 소년이 보았다", "the boy saw the girl yesterday");
  CHECK(written(in_korean(in_plain_order({.first = c}))) == "소년은 어제 소녀를 보았다");
  Clause gives = clause(noun("boy"), "give", noun("flower"), Tense::past);
  gives.recipient = noun("girl");
  says({.first = gives}, "소년은 소녀에게 꽃을 주었다", "the boy gave a flower to the girl");
  gives.order.object_before_recipient = true;
  says({.first = gives}, "소년은 꽃을 소녀에게 주었다", "the boy gave a flower to the girl");
}

TEST_CASE("two clauses") {
  Clause eats = clause(noun("boy"), "eat", noun("apple"), Tense::past),
         reads = clause(noun("girl"), "read", noun("book"), Tense::past);
  says({.first = eats, .link = Link::and_then, .second = reads}, "소년은 사과를 먹고 소녀는 책을 읽었다",
       "the boy ate an apple and the girl read a book");
  says({.first = eats, .link = Link::and_then, .same_subject = true, .second = reads},
       "소년은 사과를 먹고 책을 읽었다", "the boy ate an apple and read a book");
  says({.first = eats, .link = Link::because, .second = reads},
       "소년이 사과를 먹었기 때문에 소녀는 책을 읽었다", "the girl read a book because the boy ate an apple");
  reads.negated = true;
  says({.first = eats, .link = Link::but, .second = reads}, "소년은 사과를 먹었지만 소녀는 책을 읽지 않았다",
       "the boy ate an apple but the girl did not read a book");
}

TEST_CASE("words that belong together are aligned") {
  const Sentence sentence{.first = clause(pronoun("I"), "love", noun("apple"))};
  const std::vector<std::pair<int, int>> expected = {{0, 0}, {1, 2}, {2, 1}};
  CHECK(aligned(in_korean(sentence), in_english(sentence)) == expected);
  Clause c = clause(noun("boy"), "eat", noun("egg"));
  c.negated = true;  // 소년은 달걀을 먹지 않는다 / the boy does not eat an egg
  const std::vector<std::pair<int, int>> negated = {{0, 0}, {0, 1}, {1, 5}, {1, 6}, {2, 4}, {3, 2}, {3, 3}};
  CHECK(aligned(in_korean({.first = c}), in_english({.first = c})) == negated);
}

TEST_CASE("in many everyday sentences translation is a function") {
  std::map<std::string, std::string> english_of;
  Draws draws(4);
  for (int i = 0; i < 20000; ++i) {
    const Sentence sentence = sample_sentence(4, draws);
    const std::string target = written(in_english(sentence)), source = written(in_korean(sentence));
    CAPTURE(source);
    REQUIRE(english_of.emplace(source, target).first->second == target);
  }
}

TEST_CASE("in many random sentences translation is a function both ways and every word is aligned") {
  for (const int level : {1, 2, 3}) {
    std::map<std::string, std::string> english_of, korean_of;
    Draws draws(level);
    for (int i = 0; i < 20000; ++i) {
      const Sentence sentence = sample_sentence(level, draws);
      const std::vector<Word> korean = in_korean(sentence), english = in_english(sentence);
      const std::string plain = written(in_korean(in_plain_order(sentence))), target = written(english);
      REQUIRE(english_of.emplace(written(korean), target).first->second == target);
      REQUIRE(english_of.emplace(plain, target).first->second == target);
      REQUIRE(korean_of.emplace(target, plain).first->second == plain);
      REQUIRE(toy_tokens(target).size() == english.size());
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

TEST_CASE("random English has the right articles and verb forms") {
  const std::set<std::string> an = {"apple", "orange", "egg",       "umbrella",
                                    "old",   "honest", "expensive", "interesting"};
  const std::set<std::string> not_after_third = {"eat", "love", "want", "do", "are", "were"};
  const std::set<std::string> only_after_third = {"eats", "loves", "wants", "does", "is", "was"};
  const std::set<std::string> starts = {"and", "but", "because", "whom", "which"};
  const std::set<std::string> never_doubled = {"the", "a",    "an", "not", "do",  "does",
                                               "did", "will", "to", "for", "and", "is"};
  Draws draws(5);
  for (int i = 0; i < 6000; ++i) {
    const std::string english = written(in_english(sample_sentence(1 + i % 3, draws)));
    CAPTURE(english);
    const std::vector<std::string> words = toy_tokens(english);
    for (std::size_t w = 0; w + 1 < words.size(); ++w) {
      const std::string &word = words[w], &next = words[w + 1];
      if (word == "a" || word == "an") REQUIRE((word == "an") == an.contains(next));
      REQUIRE_FALSE((word == next && never_doubled.contains(word)));
      const bool subject_here =
          w == 0 || starts.contains(words[w - 1]);  // not behind an auxiliary: "does he love"
      if (subject_here && (word == "he" || word == "she")) REQUIRE_FALSE(not_after_third.contains(next));
      if (subject_here && (word == "you" || word == "we" || word == "they"))
        REQUIRE_FALSE(only_after_third.contains(next));
      if (w > 0 && word == "not" &&
          (words[w - 1] == "does" || words[w - 1] == "did" || words[w - 1] == "will")) {
        REQUIRE_FALSE((next.ends_with("s") || next.ends_with("ed")));
      }
    }
  }
}

TEST_CASE("a level that does not exist") {
  Draws draws(0);
  CHECK_THROWS_AS(sample_sentence(0, draws), UsageError);
  CHECK_THROWS_AS(sample_sentence(5, draws), UsageError);
}
