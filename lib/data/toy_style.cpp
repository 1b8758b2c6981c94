// How an everyday sentence is said and typed.
#include "lib/data/toy_everyday.hpp"

namespace heed::toy {
namespace {

/// The pronoun whose friend a 친구 without an owner is.
const Pronoun* owner_of_unsaid(const Clause& clause, bool asks) {
  const NounPhrase& subject = clause.subject;
  if (subject.pronoun != nullptr && !subject.pronoun->possessor.empty()) return subject.pronoun;
  return &pronouns()[asks ? 1 : 0];
}

bool is_thing(const std::optional<NounPhrase>& object) {
  if (!object || object->pronoun == &it() || !object->joined.empty()) return false;
  return object->pronoun != nullptr ? object->pronoun->possessor.empty()
                                    : (object->noun->noun_class & (kPerson | kAnimal)) == 0;
}

/// 같이 가요: let's.
bool is_together(const Clause& clause) {
  return clause.manner != nullptr && clause.manner->english == "together";
}

/// 학교에서 만나요: let's meet, as nobody says whom.
bool is_meeting(const Clause& clause) {
  return clause.verb->english == "meet" && !clause.object &&
         (clause.place != nullptr || clause.time != nullptr);
}

/// To know, to meet: 그 사람 알아요? is whether one knows that person.
bool speaks_of_people(const Verb& verb) { return verb.english == "know" || verb.english == "meet"; }

bool has_bare_owner(const NounPhrase& phrase) {
  return phrase.noun != nullptr && !phrase.possessor.empty() && phrase.possessor.front().pronoun == nullptr;
}

/// Whether 친구 이름이 뭐예요, 이것은 민수 책이에요 can be said: what somebody does is not, as 민수 책 읽어요
/// has Minsu read.
bool may_have_bare_owner(const Clause& clause) {
  if (clause.object && clause.object->noun != nullptr && clause.object->noun->noun_class != kName &&
      has_bare_owner(*clause.object))
    return false;
  return !clause.identity || !has_bare_owner(*clause.identity) ||
         clause.identity->noun->noun_class != kPerson;
}

/// Yes or no before it, where 네 cannot be "your"; or whom one calls: 엄마 나 배고파.
std::optional<Greeting> opening_of(const Sentence& sentence, Draws& draws) {
  const Clause& clause = sentence.first;
  const KoreanStyle& style = sentence.style;
  const bool pronoun = !style.subject_left_out && clause.subject.pronoun != nullptr;
  const bool nothing = !clause.object && !clause.identity && clause.companion == std::nullopt;
  if (sentence.question != Question::none || sentence.call != Call::none || sentence.link != Link::none ||
      clause.order.object_first || !(pronoun || (nothing && style.subject_left_out)) || !draws.chance(20))
    return std::nullopt;
  if (pronoun && clause.subject.pronoun == &pronouns()[0] && draws.chance(30)) return person_called(draws);
  const bool elders = style.speech == Speech::polite || style.speech == Speech::formal;
  if (clause.negated) return elders ? Greeting{"아니요", "no"} : Greeting{"아니", "no"};
  return elders ? Greeting{draws.chance(80) ? "네" : "예", "yes"} : Greeting{"응", "yes"};
}

/// What hurries somebody: 빨리 와, 천천히 먹어, 먹어!
bool hurries(const Clause& clause, const KoreanStyle& style) {
  return (clause.manner != nullptr && !is_together(clause)) || clause.verb->english == "come" ||
         (style.period && style.exclaims);
}

/// Whether without its subject it would be heard as a request or proposal: (나) 빨리 먹어.
bool looks_like_request(const Sentence& sentence) {
  const Clause& clause = sentence.first;
  const bool acts = clause.verb != nullptr && !clause.verb->state && clause.mood == Mood::none;
  const bool casual = sentence.style.speech == Speech::casual;
  return sentence.question == Question::none && (casual || sentence.style.speech == Speech::polite) && acts &&
         !clause.negated && clause.tense != Tense::past &&
         (is_together(clause) || (casual && hurries(clause, sentence.style)));
}

void choose_subject_form(const Sentence& sentence, KoreanStyle& style, Draws& draws) {
  const Clause& clause = sentence.first;
  const bool asks = sentence.question != Question::none, spoken = style.speech != Speech::plain;
  if (is_unsaid(sentence)) {
    // 우리 갈까요, but 우리 친구를 is our friend.
    const bool ours = clause.object && !clause.object->possessor.empty();
    const bool may_say = sentence.call >= Call::proposal && !ours;
    style.bare_subject = may_say && draws.chance(20);
    style.subject_left_out = !style.bare_subject;
    return;
  }
  const bool self = clause.subject.pronoun == &pronouns()[asks ? 1 : 0];
  const bool of_things = clause.adjective != nullptr && speaks_of_things(*clause.adjective);
  const bool likes =
      clause.verb != nullptr && clause.verb->object_particle == Particle::subject && clause.verb->kind;
  style.object_too = clause.too && is_thing(clause.object) && draws.chance(50);
  const bool too = clause.too && !style.object_too;
  const bool may_drop = self && !of_things && !likes && !too && sentence.question != Question::who;
  if (sentence.link != Link::none) {
    style.subject_left_out = may_drop && sentence.same_subject && draws.chance(60);
    return;
  }
  if (may_drop && !looks_like_request(sentence)) style.subject_left_out = draws.chance(asks ? 60 : 45);
  if (style.subject_left_out || clause.order.object_first || clause.subject.relative != nullptr) return;
  const bool takes_subject = clause.verb != nullptr && clause.verb->object_particle == Particle::subject;
  if (!likes && !clause.identity && !(takes_subject && self))
    style.subject_marked = draws.chance(self ? 10 : clause.verb == nullptr ? 50 : 35);
  // 우리 is also "our", but before a question word; 민수 알아요? is whether one knows him.
  const bool ours = clause.subject.pronoun == &pronouns()[4] && sentence.question <= Question::who;
  const bool known = clause.alone && speaks_of_people(*clause.verb) && clause.subject.pronoun == nullptr;
  const bool that = style.humble && self && clause.object && clause.object->noun != nullptr;  // 저 여자를
  if (spoken && !ours && !known && !that && !too && clause.subject.joined.empty())
    style.bare_subject = draws.chance(12);
}

void choose_object_form(const Sentence& sentence, KoreanStyle& style, Draws& draws) {
  const Clause& clause = sentence.first;
  const bool spoken = style.speech != Speech::plain;
  if (sentence.link != Link::none || !clause.object || !spoken || clause.order.object_first ||
      clause.subject.relative != nullptr || !clause.object->joined.empty() || clause.recipient)
    return;
  if (style.object_too) return;
  const Pronoun* const pronoun = clause.object->pronoun;
  const bool thing =
      pronoun != nullptr ? pronoun->possessor.empty() : clause.object->noun->noun_class != kPerson;
  // 민수 기다려요 says as well that Minsu waits; but 친구 있어요 is clear.
  const bool has = clause.verb->object_particle == Particle::subject;
  const bool to_me = pronoun == &pronouns()[0] || pronoun == &pronouns()[1];
  const bool misses = clause.mood == Mood::wish && clause.verb->english == "see" &&
                      (pronoun == nullptr || (to_me && style.subject_left_out));
  const bool asks_for_me = sentence.call == Call::request && pronoun == &pronouns()[0];
  const bool loves =
      clause.verb->state && to_me && !style.subject_left_out && !clause.negated;  // 나 너 좋아해
  const bool known = pronoun == nullptr && style.subject_left_out && speaks_of_people(*clause.verb);
  if (thing || has || misses || asks_for_me || loves || known)
    style.bare_object = draws.chance(misses || asks_for_me ? 45 : 30);
  if (misses && !style.bare_object) style.missed = draws.chance(50);
  if (clause.negated && !style.bare_object && is_thing(clause.object) &&
      sentence.question == Question::none && clause.object->relative == nullptr)
    style.object_as_topic = draws.chance(35);
}

/// Whether it is a question without its mark, too: by its question word, or by 까, or by 니, which is also
/// "you are" behind a noun.
bool asks_without_mark(const Sentence& sentence) {
  if (sentence.question > Question::yes_no || sentence.call == Call::suggestion) return true;
  const Speech speech = sentence.style.speech;
  return speech == Speech::formal || (speech == Speech::plain && !sentence.first.identity);
}

}  // namespace

void choose_style(Sentence& sentence, Draws& draws) {
  KoreanStyle& style = sentence.style;
  const bool asks = sentence.question != Question::none;
  const std::uint32_t roll = draws.below(100);
  style.speech = roll < 15   ? Speech::plain
                 : roll < 33 ? Speech::casual
                 : roll < 75 ? Speech::polite
                             : Speech::formal;
  if (sentence.call == Call::request && draws.chance(25)) style.speech = Speech::casual;
  const bool to_elders = style.speech == Speech::polite || style.speech == Speech::formal;
  const bool spoken = style.speech == Speech::casual || style.speech == Speech::polite;
  style.humble = to_elders && draws.chance(80);
  style.short_pronouns = spoken && draws.chance(15);
  style.contracted = draws.chance(75);
  style.what_for_short = draws.chance(60);
  style.joiner = !spoken || draws.chance(20) ? Joiner::wa : draws.chance(50) ? Joiner::hago : Joiner::rang;
  style.spoken_recipient = spoken && draws.chance(60);
  style.spoken_things = spoken && draws.chance(60);
  style.over_there = draws.chance(30);
  style.bare_goal = spoken && draws.chance(25);
  style.short_where = draws.chance(50);
  style.separated = draws.chance(35);
  style.because_for_short = sentence.link == Link::because &&
                            sentence.second->tense == sentence.first.tense && !sentence.first.identity &&
                            !goes_before(sentence) && draws.chance(80);
  style.sequence = sentence.link == Link::and_then && goes_before(sentence);
  style.duty_by_become = draws.chance(50);
  style.degree_word = draws.below(4);
  style.period = draws.chance(45);
  style.exclaims = draws.chance(20);
  const Clause& clause = sentence.first;
  style.no_mark = asks_without_mark(sentence) && draws.chance(style.speech == Speech::plain ? 50 : 25);
  style.own_left_out =
      sentence.question != Question::who && draws.chance(75) ? owner_of_unsaid(clause, asks) : nullptr;
  style.bare_identity = spoken && clause.identity && clause.negated && draws.chance(40);
  style.time_as_topic = sentence.link == Link::none && clause.time != nullptr &&
                        !clause.time->english.starts_with("every") && draws.chance(20);
  style.bare_time = draws.chance(50);
  style.ride_word = draws.below(3);
  style.ride_last = draws.chance(25);
  if (clause.from || clause.is_there) style.bare_goal = false;
  style.bare_owner = spoken && may_have_bare_owner(clause) && sentence.link == Link::none && draws.chance(70);
  const bool may_will =
      sentence.question <= Question::yes_no && clause.subject.pronoun == &pronouns()[asks ? 1 : 0];
  style.wish_by_will = spoken && is_wish(clause.mood) && may_will && clause.tense == Tense::present &&
                       clause.verb->english != "see" && sentence.link == Link::none &&
                       (!clause.negated || clause.order.short_negation) && draws.chance(asks ? 50 : 25);
  choose_subject_form(sentence, style, draws);
  choose_object_form(sentence, style, draws);
  if (!sentence.opening) sentence.opening = opening_of(sentence, draws);
  if (style.separated && clause.verb != nullptr && clause.verb->separable && !clause.object &&
      clause.negated && sentence.link == Link::none) {
    sentence.first.order.short_negation = !clause.order.no_way && draws.chance(70);
    style.bare_object = draws.chance(60);
  }
  if (sentence.call == Call::proposal)
    style.bare_request = spoken && !clause.negated && !clause.companion &&
                         (is_together(clause) || (is_meeting(clause) && style.speech == Speech::polite)) &&
                         draws.chance(70);
  if (sentence.call == Call::request) {
    const bool favor = clause.mood == Mood::favor;
    if (favor && style.speech == Speech::plain) style.speech = Speech::casual;
    style.give_please = favor || draws.chance(55);
    if (style.speech == Speech::casual && !clause.negated) {
      if (draws.chance(40)) style.period = style.exclaims = true;
      style.bare_request = hurries(clause, style) && !is_together(clause) && draws.chance(70);
    }
    if (favor) style.bare_request = false;
    style.try_please = !favor && !clause.verb->korean.stem.starts_with("보") &&
                       !(is_tasting(*clause.verb) && clause.object) && draws.chance(15);
    style.little = clause.object && !clause.negated && style.speech != Speech::plain && draws.chance(25);
    return;
  }
  if (sentence.link != Link::none) return;
  const bool addressed = clause.subject.pronoun == &pronouns()[1],
             mine = clause.subject.pronoun == &pronouns()[0];
  style.honorific_question = asks && addressed && clause.mood == Mood::none && !clause.identity &&
                             draws.chance(clause.is_asked ? 80 : 25);
  if (clause.tense != Tense::future) return;
  const bool soon = clause.time != nullptr && !clause.time->present && clause.mood != Mood::favor;
  if (soon && draws.chance(50)) {
    style.future = FutureForm::present;
  } else if (!asks && mine && style.speech != Speech::plain && draws.chance(35)) {
    style.future = spoken && draws.chance(60) ? FutureForm::promise : FutureForm::resolve;
  }
}

}  // namespace heed::toy
