// What only people's own sentences have, built by hand.
#include "lib/data/toy_everyday.hpp"
#include "lib/data/toy_phrases.hpp"
#include "lib/data/toy_sampler.hpp"
#include "tests/catch.hpp"
#include "tests/lib/data/toy_entries.hpp"

using namespace heed;
using namespace heed::toy;

namespace {

constexpr Range everyday = Range::everyday;
const KoreanStyle said_politely{.speech = Speech::polite, .subject_left_out = true, .contracted = true};

NounPhrase thing(std::string_view english) { return {.noun = entry(nouns(everyday), english)}; }

/// I do it.
Sentence doing(std::string_view verb, std::optional<NounPhrase> object = {}, Tense tense = Tense::present) {
  Sentence sentence;
  sentence.first.subject = {.pronoun = &pronouns()[0]};
  sentence.first.verb = entry(verbs(everyday), verb);
  sentence.first.object = std::move(object);
  sentence.first.tense = tense;
  sentence.style = said_politely;
  return sentence;
}

}  // namespace

TEST_CASE("a day and its part are said together") {
  Sentence s = doing("exercise");
  s.first.time = entry(time_adverbs(everyday), "every morning");
  says(s, "매일 아침에 운동해요", "I exercise every morning");
  s.style.bare_time = true;
  says(s, "매일 아침 운동해요", "I exercise every morning");
}

TEST_CASE("what one wants to try, and is asked to") {
  Sentence s = doing("eat", thing("kimchi"));
  s.first.mood = Mood::wish_to_try;
  says(s, "김치를 먹어 보고 싶어요", "I want to try kimchi");
  s.first.mood = Mood::tried;
  s.call = Call::request;
  says(s, "김치를 먹어 보세요", "please try kimchi");
  s.style.speech = Speech::casual;
  s.style.bare_object = true;
  says(s, "김치 먹어 봐", "please try kimchi");
  Sentence go = doing("go");
  go.first.place = entry(places(everyday), "in Korea");
  go.first.mood = Mood::wish_to_try;
  says(go, "한국에 가 보고 싶어요", "I want to go to Korea");
}

TEST_CASE("of what is eaten or read there is a lot") {
  Sentence s = doing("read", thing("book"), Tense::past);
  s.first.manner = entry(manner_adverbs(), "a lot");
  says(s, "책을 많이 읽었어요", "I read a lot of books");
  s.first.object.reset();
  says(s, "많이 읽었어요", "I read a lot");
}

TEST_CASE("one goes somewhere and does something there, and wants both") {
  Sentence s = doing("go", {}, Tense::past);
  s.first.place = entry(places(everyday), "at home");
  s.link = Link::and_then;
  s.same_subject = true;
  s.second = doing("sleep", {}, Tense::past).first;
  CHECK(goes_before(s));
  s.style.sequence = true;
  says(s, "집에 가서 잤어요", "I went home and slept");
  s.first.tense = s.second->tense = Tense::present;
  s.second->mood = Mood::wish;
  says(s, "집에 가서 자고 싶어요", "I want to go home and sleep");
}

TEST_CASE("clothes are many") {
  Sentence s;
  s.first.subject = thing("clothes");
  s.first.subject.determiner = Determiner::near;
  s.first.adjective = entry(adjectives(everyday), "pretty");
  s.style = {.speech = Speech::polite, .bare_subject = true};
  says(s, "이 옷 예뻐요", "these clothes are pretty");
}

TEST_CASE("the sampler lets people meet, try, and say that something is this and that") {
  bool meets = false, tries = false, both = false;
  Draws draws(1);
  const Chances& chances = chances_of_level(4);
  for (int i = 0; i < 3000; ++i) {
    const std::optional<Sentence> call = sample_call(chances, draws);
    if (!call) continue;
    const Clause& clause = call->first;
    meets = meets || (clause.verb->english == "meet" && !clause.object && clause.place != nullptr);
    tries = tries || clause.mood == Mood::tried;
  }
  for (int i = 0; i < 3000; ++i) {
    const Sentence sentence = sample_sentence(4, draws);
    const bool linked = sentence.same_subject && sentence.first.adjective != nullptr;
    both = both || (linked && sentence.second->adjective != nullptr);
  }
  CHECK(meets);
  CHECK(tries);
  CHECK(both);
}
