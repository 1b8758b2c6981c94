#include "lib/data/toy_everyday.hpp"

#include <algorithm>
#include <array>

#include "lib/data/toy_choices.hpp"

namespace heed::toy {
namespace {

/// What is said of an action besides.
class Additions {
 public:
  Additions(const Chances& chances, Draws& draws) : chances_(chances), draws_(draws) {}

  void add(Sentence& sentence) {
    ride_there(sentence);
    Clause& clause = sentence.second ? *sentence.second : sentence.first;
    own_people(sentence, clause);
    if (sentence.link == Link::because && draws_.chance(75)) both_by_oneself(sentence, chances_, draws_);
    if (clause.verb != nullptr && clause.verb->object_particle == Particle::object)
      add_to_action(sentence, clause);
    if (goes_before(sentence)) want_both(sentence, clause);
    if (sentence.link == Link::because && sentence.first.adjective != nullptr && !sentence.first.negated)
      sentence.first.very = draws_.chance(25);  // 너무 졸려서 자고 싶어요
    if (clause.adjective != nullptr) add_to_quality(sentence, clause);
    const bool said = !is_unsaid(sentence) && sentence.question != Question::who && !sentence.same_subject;
    const bool plain = sentence.link == Link::none && sentence.question <= Question::yes_no &&
                       !clause.is_asked && !clause.order.object_first && clause.companion == std::nullopt;
    if (said && plain && clause.manner == nullptr && clause.subject.relative == nullptr)
      clause.too = draws_.chance(6);
  }

 private:
  void add_to_action(Sentence& sentence, Clause& clause) {
    const bool call = sentence.call != Call::none, linked = sentence.link != Link::none;
    if (!call && (!linked || sentence.link != Link::and_then)) choose_mood(sentence, clause);
    if (linked) return;
    const Verb& verb = *clause.verb;
    if (verb.goal && verb.english != "live" && clause.mood != Mood::tried &&
        sentence.question != Question::where && !clause.from && draws_.chance(15))
      clause.place = nullptr;
    add_way(sentence, clause, chances_, draws_);
    const bool asks_object = sentence.question == Question::what || sentence.question == Question::whom;
    if (verb.alone && clause.object && clause.object->relative == nullptr && !clause.order.object_first &&
        draws_.chance(15)) {
      clause.object.reset();
      clause.alone = true;
    }
    const bool misses = verb.english == "see" && is_wish(clause.mood);
    if (may_be_it(verb) && !misses && clause.object && clause.object->relative == nullptr &&
        !clause.order.object_first && draws_.chance(8))
      clause.object = NounPhrase{.pronoun = &it()};
    else if (clause.object && (verb.objects & (kFood | kThing | kBook)) != 0 && !verb.ambiguous &&
             !clause.order.object_first && draws_.chance(5))
      clause.object = NounPhrase{.pronoun = &draws_.pick(demonstratives())};
    if (verb.state) {
      clause.very =
          verb.kind && !clause.negated && sentence.question <= Question::yes_no && draws_.chance(15);
      return;
    }
    const bool person = clause.object && (clause.object->pronoun != nullptr ||
                                          (clause.object->noun->noun_class & (kPerson | kAnimal)) != 0);
    const bool relative =
        clause.subject.relative != nullptr || (clause.object && clause.object->relative != nullptr);
    if (relative || clause.order.object_first) return;
    const bool may_join = (verb.place || verb.goal) && !clause.recipient && !person &&
                          sentence.question != Question::who && sentence.question != Question::whom;
    if (may_join && draws_.chance(10)) {
      const unsigned who = verb.animal && !verb.goal ? kPerson | kAnimal : kPerson;
      NounPhrase with = draws_.chance(50)
                            ? one_of_own(clause.subject)
                            : sample_phrase({.classes = who, .unlike = &clause.subject}, chances_, draws_);
      if (with.joined.empty() && with.adjective == nullptr) clause.companion = std::move(with);
    }
    const std::uint32_t manner_chance = sentence.call == Call::proposal ? 35 : call ? 20 : 10;
    const bool meets = call && verb.english == "meet" && clause.alone;
    if (clause.frequency == nullptr && clause.manner == nullptr && !meets && clause.mood != Mood::tried &&
        !verb.recipient && draws_.chance(manner_chance)) {
      const MannerAdverb& manner = draws_.pick(manner_adverbs());
      const bool fits = clause.object ? may_be_much(verb, *clause.object) : !asks_object && !verb.goal;
      const bool too_much = manner.english == "too much" && (clause.object || call);
      if (!manner.much || (fits && !too_much)) clause.manner = &manner;
    }
    own_people(sentence, clause);
  }

  void choose_mood(const Sentence& sentence, Clause& clause) {
    if (clause.mood != Mood::none || clause.tense == Tense::future || clause.verb->state ||
        clause.order.object_first)
      return;
    const NounPhrase& subject = clause.subject;
    const bool self = subject.pronoun != nullptr && (subject.pronoun->agreement == Agreement::first ||
                                                     subject.pronoun->agreement == Agreement::second);
    const bool who = sentence.question == Question::who, linked = sentence.link != Link::none;
    const std::uint32_t roll = draws_.below(100);
    const bool misses_oneself = clause.verb->english == "see" && sentence.question == Question::none &&
                                subject.pronoun != nullptr && subject.pronoun->agreement == Agreement::second;
    if (roll < 18 && self && !who && !misses_oneself) {
      const bool tries = !linked && sentence.question <= Question::yes_no && !clause.negated &&
                         may_be_tried(*clause.verb, clause) && clause.time == nullptr;
      clause.mood = tries && draws_.chance(50) ? Mood::wish_to_try : Mood::wish;
    } else if (roll < 26) {
      clause.mood = Mood::can;
      clause.order.no_way = draws_.chance(30);
      clause.negated = draws_.chance(60);
    } else if (roll < 32 && !clause.negated) {
      clause.mood = Mood::duty;
    } else if (roll < 42 && !linked && !clause.verb->goal) {
      clause.mood = Mood::progress;
    } else if (roll < 56 && !linked && clause.tense == Tense::past && sentence.question <= Question::yes_no &&
               may_be_tried(*clause.verb, clause)) {
      clause.mood = Mood::tried;
      clause.time = nullptr;
    }
    if (clause.mood == Mood::none) return;
    clause.frequency = nullptr;
    if (clause.mood == Mood::tried) {
      clause.order.short_negation = clause.negated;
      return;
    }
    const bool relative =
        subject.relative != nullptr || (clause.object && clause.object->relative != nullptr);
    const bool ahead = (clause.mood == Mood::duty || clause.mood == Mood::wish) && !linked && !relative &&
                       clause.tense == Tense::present && sentence.question != Question::when;
    if (ahead && clause.time == nullptr && draws_.chance(25))  // 내일 가야 해요
      clause.time = pick_time(draws_, Range::everyday, Tense::future);
    clause.order.short_negation =
        clause.negated && !clause.order.no_way && !clause.verb->long_negation_only && draws_.chance(60);
  }

  /// 미국에 가 봤어요, 김치 먹어 봤어요?
  static bool may_be_tried(const Verb& verb, const Clause& clause) {
    return (verb.english == "go" && clause.place != nullptr) || is_tasting(verb);
  }

  void add_to_quality(const Sentence& sentence, Clause& clause) {
    if (sentence.link != Link::none) return;
    clause.very = !clause.negated && draws_.chance(18);
    const bool changes = clause.subject.pronoun != nullptr || clause.subject.noun->noun_class == kWeather ||
                         clause.subject.noun->noun_class == kPerson;
    if (!changes || !draws_.chance(15)) return;
    const std::span<const TimeAdverb> all = time_adverbs(Range::everyday);
    const bool oneself = clause.subject.pronoun != nullptr && !is_unsaid(sentence) && draws_.chance(50);
    const bool past = clause.tense == Tense::past, now = draws_.chance(20);
    clause.time = oneself ? pick_time_of_state(draws_, chances_.range, clause.tense)
                          : &all[past  ? 0
                                 : now ? 8
                                       : 2];  // yesterday, now, today
  }

  /// 집에 가서 쉬고 싶어요: wants to go home and rest.
  void want_both(Sentence& sentence, Clause& clause) {
    const bool does = sentence.link == Link::and_then && clause.verb != nullptr && !clause.verb->state &&
                      !clause.negated && clause.mood == Mood::none && clause.frequency == nullptr;
    if (!does || !draws_.chance(50)) return;
    const NounPhrase& subject = sentence.first.subject;
    const bool self = subject.pronoun != nullptr && subject.pronoun->agreement == Agreement::first;
    sentence.first.tense = clause.tense = Tense::present;
    sentence.first.frequency = nullptr;
    clause.mood = self && draws_.chance(70) ? Mood::wish : Mood::duty;
  }

  /// 친구랑: with one's own people.
  NounPhrase one_of_own(const NounPhrase& of) {
    std::vector<const Noun*> all;
    for (const Noun& noun : nouns(chances_.range)) {
      if (noun.own && noun.noun_class == kPerson && of.noun != &noun) all.push_back(&noun);
    }
    NounPhrase phrase{.noun = draws_.pick(all)};
    const bool owns = of.pronoun != nullptr && !of.pronoun->possessor.empty();
    phrase.possessor = {{.pronoun = owns ? of.pronoun : &pronouns()[0]}};
    return phrase;
  }

  /// 책을 많이 읽었어요: a lot of books.
  static bool may_be_much(const Verb& verb, const NounPhrase& object) {
    return object.bare() && object.pronoun == nullptr && object.joined.empty() && !object.plural &&
           (object.noun->noun_class & (kFood | kDrink | kBook | kText)) != 0 && !verb.state &&
           !verb.recipient;
  }

  /// One's own people are spoken of most, and the teacher is the teacher.
  void own_people(const Sentence& sentence, Clause& clause) {
    const bool asks = sentence.question != Question::none;
    const auto own = [&](NounPhrase& phrase, const Pronoun* who) {
      if (phrase.noun == nullptr || phrase.possessor.empty() || !phrase.noun->relational) return;
      if (phrase.noun->own && phrase.noun->english != "friend") phrase.plural = false;
      if (!phrase.noun->own) {
        if (draws_.chance(60)) phrase.possessor.clear();
      } else if (who != nullptr && draws_.chance(65)) {
        phrase.possessor = {{.pronoun = who}};
      }
    };
    own(clause.subject, &pronouns()[asks ? 1 : 0]);
    const Pronoun* const subject = clause.subject.pronoun;
    for (auto* part : {&clause.object, &clause.recipient, &clause.companion, &clause.identity}) {
      if (*part) own(**part, subject != nullptr && !subject->possessor.empty() ? subject : nullptr);
    }
  }

  const Chances& chances_;
  Draws& draws_;
};

}  // namespace

bool goes_before(const Sentence& sentence) {
  const Clause& clause = sentence.first;
  const bool goes = clause.verb != nullptr && (clause.verb->goal || clause.verb->english == "get up");
  return sentence.same_subject && goes && clause.verb->english != "live" && !clause.negated &&
         clause.mood == Mood::none && sentence.second->verb != nullptr && !sentence.second->verb->state;
}

bool may_be_it(const Verb& verb) {
  const bool of_things = (verb.objects & (kGoods | kShow | kSong | kMusic | kClothes | kVehicle)) != 0;
  return of_things && !verb.alone && !verb.ambiguous && !verb.state && !verb.recipient;
}

bool is_for_others(const Verb& verb) {
  constexpr std::array kDone = {"buy", "make", "read", "sing", "cook", "find"};
  return std::find(kDone.begin(), kDone.end(), verb.english) != kDone.end() && verb.objects != 0;
}

bool is_tasting(const Verb& verb) { return verb.english == "eat" || verb.english == "drink"; }

bool is_unsaid(const Sentence& sentence) {
  return sentence.call != Call::none || sentence.first.subject.pronoun == &it();
}

void make_everyday(Sentence& sentence, const Chances& chances, Draws& draws) {
  Additions(chances, draws).add(sentence);
  choose_style(sentence, draws);
}

}  // namespace heed::toy
