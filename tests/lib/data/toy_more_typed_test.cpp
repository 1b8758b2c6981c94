// What people say of somebody's name, of what there is, of what they like, and of ways and favours, built by
// hand.
#include "lib/data/toy_everyday.hpp"
#include "lib/data/toy_phrases.hpp"
#include "lib/data/toy_sampler.hpp"
#include "tests/catch.hpp"
#include "tests/lib/data/toy_entries.hpp"

using namespace heed;
using namespace heed::toy;

namespace {

NounPhrase some(std::string_view english) { return {.noun = entry(nouns(Range::everyday), english)}; }
NounPhrase me() { return {.pronoun = &pronouns()[0]}; }
NounPhrase hearer() { return {.pronoun = &pronouns()[1]}; }

const Verb* verb_of(std::string_view english, std::string_view stem) {
  for (const Verb& v : verbs(Range::everyday)) {
    if (v.english == english && v.korean.stem == stem) return &v;
  }
  FAIL("no verb " << stem);
  return nullptr;
}

Sentence saying(Clause clause, Question question = Question::none) {
  Sentence sentence{.first = std::move(clause), .question = question};
  sentence.style = {.speech = Speech::polite, .humble = true, .contracted = true};
  return sentence;
}

}  // namespace

TEST_CASE("a name is one's own, that child's, a puppy's or one's friend's") {
  NounPhrase name = some("name"), child = some("child"), friend_of_mine = some("friend");
  child.determiner = Determiner::far;
  name.possessor = {child};
  Sentence s = saying({.subject = name, .is_asked = true}, Question::what);
  s.style.subject_marked = s.style.what_for_short = true;
  says(s, "그 아이의 이름이 뭐예요?", "what is that child's name?");
  s.style.bare_owner = true;
  says(s, "그 아이 이름이 뭐예요?", "what is that child's name?");
  friend_of_mine.possessor = {me()};
  name.possessor = {friend_of_mine};
  Sentence mine = saying({.subject = name, .identity = some("Jihun")});
  mine.style.bare_owner = true;
  says(mine, "제 친구 이름은 지훈이에요", "my friend's name is Jihun");
  name.possessor = {some("teacher")};
  Sentence unknown =
      saying({.subject = me(), .verb = verb_of("know", "알"), .object = name, .negated = true});
  unknown.style.subject_left_out = unknown.style.bare_owner = true;
  says(unknown, "선생님 이름을 몰라요", "I do not know the teacher's name");
}

TEST_CASE("what there is somewhere is not what one has, nor where it is") {
  const Place* const home = entry(places(Range::everyday), "at home");
  Sentence s = saying({.subject = some("milk"), .is_somewhere = true, .is_there = true, .place = home});
  says(s, "집에 우유가 있어요", "there is milk at home");
  s.first.negated = true;
  says(s, "집에 우유가 없어요", "there is no milk at home");
  s.first = {.subject = some("cat"), .is_somewhere = true, .is_there = true, .place = home};
  s.question = Question::yes_no;
  says(s, "집에 고양이가 있어요?", "is there a cat at home?");
  s.first.is_there = false;
  says(s, "고양이는 집에 있어요?", "is the cat at home?");
}

TEST_CASE("what one likes is the subject in Korean, and meant in general") {
  Sentence s = saying({.subject = me(), .verb = verb_of("like", "좋"), .object = some("cat")});
  says(s, "저는 고양이가 좋아요", "I like cats");
  s.first.verb = verb_of("hate", "싫");
  s.first.object->determiner = Determiner::near;
  says(s, "저는 이 고양이가 싫어요", "I hate this cat");
}

TEST_CASE("something is bought for somebody, and read to somebody") {
  Sentence s = saying({.subject = some("mom"),
                       .verb = verb_of("buy", "사"),
                       .mood = Mood::favor,
                       .object = some("clothes"),
                       .recipient = me(),
                       .tense = Tense::past});
  s.style.spoken_recipient = true;
  s.first.order.object_before_recipient = false;
  says(s, "엄마는 저한테 옷을 사 줬어요", "the mom bought clothes for me");
  s.first.verb = verb_of("read", "읽");
  s.first.object = some("story");
  says(s, "엄마는 저한테 이야기를 읽어 줬어요", "the mom read a story to me");
  s.call = Call::request;
  s.style.give_please = s.style.subject_left_out = true;
  says(s, "저한테 이야기를 읽어 주세요", "please read a story to me");
  Sentence help = saying({.subject = hearer(), .verb = verb_of("help", "도와주"), .object = me()});
  help.call = Call::request;
  help.style.speech = Speech::casual;
  help.style.humble = false;
  help.style.subject_left_out = true;
  says(help, "나를 도와줘", "please help me");
}

TEST_CASE("one comes from somewhere, and goes by bus") {
  Clause comes{.subject = me(), .verb = verb_of("come", "오"), .tense = Tense::past};
  comes.from = true;
  Sentence s = saying(comes, Question::where);
  s.first.subject = hearer();
  s.style.subject_left_out = true;
  says(s, "어디에서 왔어요?", "where did you come from?");
  s = saying(comes);
  s.first.place = entry(places(Range::everyday), "in America");
  says(s, "저는 미국에서 왔어요", "I came from America");
  Clause takes{.subject = me(), .verb = verb_of("take", "타"), .object = some("bus")};
  Sentence ride = saying(takes);
  ride.link = Link::and_then;
  ride.same_subject = true;
  ride.second = Clause{
      .subject = me(), .verb = verb_of("go", "가"), .place = entry(places(Range::everyday), "at school")};
  ride_there(ride);
  ride.style = s.style;
  says(ride, "저는 버스로 학교에 가요", "I go to school by bus");
  ride.style.ride_word = 2;
  ride.style.ride_last = true;
  says(ride, "저는 학교에 버스 타고 가요", "I go to school by bus");
}

TEST_CASE("먹을래요 is a wish, and lunch is what something is eaten for") {
  Sentence s =
      saying({.subject = hearer(), .verb = verb_of("eat", "먹"), .mood = Mood::wish, .object = some("fruit")},
             Question::yes_no);
  s.style.wish_by_will = s.style.subject_left_out = s.style.bare_object = true;
  says(s, "과일 먹을래요?", "do you want to eat fruit?");
  s.first.negated = s.first.order.short_negation = true;
  s.first.subject = me();
  s.question = Question::none;
  says(s, "과일 안 먹을래요", "I do not want to eat fruit");
  Sentence lunch =
      saying({.subject = hearer(), .verb = verb_of("eat", "먹"), .tense = Tense::past}, Question::what);
  lunch.first.meal = some("lunch").noun;
  lunch.style.subject_left_out = lunch.style.what_for_short = true;
  says(lunch, "점심에 뭐 먹었어요?", "what did you eat for lunch?");
}

TEST_CASE("yes and no stand before what is said, with a comma in English") {
  Sentence s = saying({.subject = me(), .verb = verb_of("know", "알"), .alone = true});
  s.style.subject_left_out = true;
  s.opening = {"네", "yes"};
  says(s, "네 알아요", "yes, I know");
}

TEST_CASE("who are you is asked politely, and where in short") {
  Sentence s = saying({.subject = hearer(), .is_asked = true}, Question::whom);
  s.style.subject_left_out = s.style.honorific_question = true;
  says(s, "누구세요?", "who are you?");
  Sentence where = saying({.subject = hearer(), .verb = verb_of("work", "일하")}, Question::where);
  where.style.subject_left_out = where.style.short_where = true;
  says(where, "어디서 일해요?", "where do you work?");
  Sentence pretty =
      saying({.subject = me(), .adjective = entry(adjectives(Range::everyday), "pretty")}, Question::yes_no);
  pretty.style.speech = Speech::casual;
  pretty.style.humble = false;
  pretty.style.bare_subject = true;
  says(pretty, "나 예뻐?", "am I pretty?");
}

TEST_CASE("the sampler draws each of these kinds") {
  Draws draws(3);
  bool there = false, likes = false, favor = false, from = false, by = false, named = false, yes = false;
  for (int i = 0; i < 4000; ++i) {
    const Sentence s = sample_sentence(4, draws);
    const Clause& c = s.first;
    there = there || c.is_there;
    likes = likes || (c.verb != nullptr && c.verb->english == "like");
    favor = favor || c.mood == Mood::favor;
    from = from || c.from;
    by = by || c.vehicle != nullptr;
    named = named || (c.subject.noun != nullptr && c.subject.noun->noun_class == kName &&
                      c.subject.possessor.front().noun != nullptr);
    yes = yes || (s.opening && s.opening->english == "yes");
    if (c.from) CHECK((c.place != nullptr) == (s.question != Question::where));
    // 저 여자를 알아요 is "that woman", and no bare 저 stands before a noun.
    if (s.style.bare_subject && s.style.humble && c.subject.pronoun == &pronouns()[0] && c.object)
      CHECK(c.object->noun == nullptr);
  }
  for (const bool drawn : {there, likes, favor, from, by, named, yes}) CHECK(drawn);
}
