// Additions to an action or a quality, as people type it.
#include "lib/data/toy_phrases.hpp"

namespace heed::toy {
namespace {

/// 샀어요: bought it.
bool may_be_it(const Verb& verb) {
  constexpr unsigned things = classes("food drink book headwear tool flower show song music clothes vehicle");
  return (verb.objects & things) != 0 && !verb.alone && !verb.ambiguous && !verb.state && !verb.recipient;
}

/// 책을 많이 읽었어요: a lot of books.
bool may_be_much(const Verb& verb, const NounPhrase& object) {
  return object.bare() && object.pronoun == nullptr && object.joined.empty() && !object.plural &&
         (object.noun->noun_class & classes("food drink book text")) != 0 && !verb.state && !verb.recipient;
}

bool has_relative(const Clause& clause) {
  return clause.subject.relative != nullptr || (clause.object && clause.object->relative != nullptr);
}

bool is_of(const NounPhrase& phrase, Agreement person) {
  return phrase.pronoun != nullptr && phrase.pronoun->agreement == person;
}

class Additions : EverydayChooser {
 public:
  using EverydayChooser::EverydayChooser;

  Sentence add() {
    ride_there(sentence_);
    Clause& clause = sentence_.second ? *sentence_.second : sentence_.first;
    const bool reason = sentence_.link == Link::because;
    own_people(clause);
    if (reason && chance(75)) both_by_oneself();
    if (clause.verb != nullptr && !clause.verb->subject) add_to_action(clause);
    if (goes_before(sentence_)) want_both(clause);
    if (reason && sentence_.first.adjective != nullptr && !sentence_.first.negated)
      sentence_.first.very = chance(25);  // 너무 졸려서 자고 싶어요
    if (clause.adjective != nullptr && !linked()) add_to_quality(clause);
    const bool said = !is_unsaid(sentence_) && sentence_.question != Question::who && !sentence_.same_subject;
    const bool plain = !linked() && sentence_.question <= Question::yes_no && !clause.is_asked &&
                       !clause.order.object_first && !clause.companion.has_value();
    if (said && plain && clause.manner == nullptr && clause.subject.relative == nullptr)
      clause.too = chance(6);
    return std::move(sentence_);
  }

 private:
  bool calls() const { return sentence_.call != Call::none; }

  void add_to_action(Clause& clause) {
    if (!calls() && (!linked() || sentence_.link != Link::and_then)) choose_mood(clause);
    if (linked()) return;
    const Verb& verb = *clause.verb;
    if (verb.goal && verb.english != "live" && clause.mood != Mood::tried &&
        sentence_.question != Question::where && !clause.from && chance(15))
      clause.place = nullptr;
    add_way(clause);
    replace_object(clause);
    if (verb.state) {
      clause.very = verb.kind && !clause.negated && sentence_.question <= Question::yes_no && chance(15);
      return;
    }
    if (has_relative(clause) || clause.order.object_first) return;
    const bool person = clause.object && (clause.object->pronoun != nullptr ||
                                          (clause.object->noun->noun_class & (kPerson | kAnimal)) != 0);
    const bool may_join = (verb.place || verb.goal) && !clause.recipient && !person &&
                          sentence_.question != Question::who && sentence_.question != Question::whom;
    if (may_join && chance(10)) {
      const unsigned who = verb.animal && !verb.goal ? kPerson | kAnimal : kPerson;
      NounPhrase with =
          chance(50) ? one_of_own(clause.subject) : phrase({.classes = who, .unlike = &clause.subject});
      if (with.joined.empty() && with.adjective == nullptr) clause.companion = std::move(with);
    }
    add_manner(clause);
    own_people(clause);
  }

  /// 친구랑: with one's own people.
  NounPhrase one_of_own(const NounPhrase& of) {
    const Noun* const one = pick(nouns(chances_.range), [&](const Noun& noun) {
      return noun.own && noun.noun_class == kPerson && of.noun != &noun;
    });
    const bool owns = of.pronoun != nullptr && !of.pronoun->possessor.empty();
    return {.noun = one, .possessor = {{.pronoun = owns ? of.pronoun : me()}}};
  }

  /// In some cases from where one comes (미국에서 왔어요), or by what (버스로 학교에 가요), or for which meal
  /// one eats what (점심에 뭐 먹었어요?).
  void add_way(Clause& clause) {
    const Verb& verb = *clause.verb;
    if (sentence_.question == Question::what && verb.english == "eat" && clause.time == nullptr &&
        clause.place == nullptr && clause.tense != Tense::present && chance(50))
      clause.meal = pick_of_class(kMeal);
    const bool rides = clause.subject.noun != nullptr && clause.subject.noun->noun_class == kVehicle;
    if (!verb.goal || verb.english == "live" || clause.mood == Mood::tried || rides) return;
    const bool where = sentence_.question == Question::where;
    if (verb.english == "come" && !calls() && clause.tense != Tense::future &&
        (where || clause.place != nullptr) && chance(45)) {
      clause.from = true;
    } else if (!where && chance(12)) {
      clause.vehicle = pick_of_class(kVehicle);
    }
  }

  /// Leaves the object out, or says it or this.
  void replace_object(Clause& clause) {
    const Verb& verb = *clause.verb;
    if (!clause.object || clause.order.object_first) return;
    const bool relative = clause.object->relative != nullptr;
    if (verb.alone && !relative && chance(15)) {
      clause.object.reset();
      clause.alone = true;
      return;
    }
    const bool misses = verb.english == "see" && is_wish(clause.mood);
    if (may_be_it(verb) && !misses && !relative && chance(8))
      clause.object = NounPhrase{.pronoun = it()};
    else if ((verb.objects & classes("food headwear tool flower book")) != 0 && !verb.ambiguous && chance(5))
      clause.object = NounPhrase{.pronoun = pick(demonstratives())};
  }

  void add_manner(Clause& clause) {
    const Verb& verb = *clause.verb;
    const bool meets = calls() && verb.english == "meet" && clause.alone;
    if (clause.frequency != nullptr || clause.manner != nullptr || meets || clause.mood == Mood::tried ||
        verb.recipient ||
        !chance(sentence_.call == Call::proposal ? 35
                : calls()                        ? 20
                                                 : 10))
      return;
    const Adverb* const manner = pick(std::span<const Adverb>(lexicon().manners.all));
    const bool asks_object = sentence_.question == Question::what || sentence_.question == Question::whom;
    const bool fits = clause.object ? may_be_much(verb, *clause.object) : !asks_object && !verb.goal;
    const bool too_much = manner->english == "too much" && (clause.object || calls());
    if (!manner->much || (fits && !too_much)) clause.manner = manner;
  }

  void choose_mood(Clause& clause) {
    if (clause.mood != Mood::none || clause.tense == Tense::future || clause.verb->state ||
        clause.order.object_first)
      return;
    const NounPhrase& subject = clause.subject;
    const Question question = sentence_.question;
    const bool addressed = is_of(subject, Agreement::second);
    const bool self = is_of(subject, Agreement::first) || addressed;
    const bool misses_oneself = clause.verb->english == "see" && question == Question::none && addressed;
    const bool may_try = !linked() && question <= Question::yes_no &&  // 미국에 가 봤어요, 김치 먹어 봤어요?
                         (clause.verb->tasting || (clause.verb->english == "go" && clause.place != nullptr));
    const std::uint32_t roll = draws_.below(100);
    if (roll < 18 && self && question != Question::who && !misses_oneself) {
      const bool tries = may_try && !clause.negated && clause.time == nullptr;
      clause.mood = tries && chance(50) ? Mood::wish_to_try : Mood::wish;
    } else if (roll < 26) {
      clause.mood = Mood::can;
      clause.order.no_way = chance(30);
      clause.negated = chance(60);
    } else if (roll < 32 && !clause.negated) {
      clause.mood = Mood::duty;
    } else if (roll < 42 && !linked() && !clause.verb->goal) {
      clause.mood = Mood::progress;
    } else if (roll < 56 && may_try && clause.tense == Tense::past) {
      clause.mood = Mood::tried;
      clause.time = nullptr;
    }
    if (clause.mood == Mood::none) return;
    clause.frequency = nullptr;
    if (clause.mood == Mood::tried) {
      clause.order.short_negation = clause.negated;
      return;
    }
    const bool ahead = (clause.mood == Mood::duty || clause.mood == Mood::wish) && !linked() &&
                       !has_relative(clause) && clause.tense == Tense::present && question != Question::when;
    if (ahead && clause.time == nullptr && chance(25))
      clause.time = pick_time(Tense::future);  // 내일 가야 해요
    clause.order.short_negation =
        clause.negated && !clause.order.no_way && !clause.verb->long_negation && chance(60);
  }

  void add_to_quality(Clause& clause) {
    clause.very = !clause.negated && chance(18);
    const NounPhrase& subject = clause.subject;
    const bool changes = subject.pronoun != nullptr || subject.noun->noun_class == classes("weather") ||
                         subject.noun->noun_class == kPerson;
    if (!changes || !chance(15)) return;
    const bool oneself = subject.pronoun != nullptr && !is_unsaid(sentence_) && chance(50);
    const bool past = clause.tense == Tense::past, now = chance(20);
    clause.time = oneself ? pick_time_of_state(clause.tense)
                          : named(time_adverbs(Range::everyday), past  ? "yesterday"
                                                                 : now ? "now"
                                                                       : "today");
  }

  /// 집에 가서 쉬고 싶어요: wants to go home and rest.
  void want_both(Clause& clause) {
    const bool does = sentence_.link == Link::and_then && clause.verb != nullptr && !clause.verb->state &&
                      !clause.negated && clause.mood == Mood::none && clause.frequency == nullptr;
    if (!does || !chance(50)) return;
    sentence_.first.tense = clause.tense = Tense::present;
    sentence_.first.frequency = nullptr;
    const bool self = is_of(sentence_.first.subject, Agreement::first);
    clause.mood = self && chance(70) ? Mood::wish : Mood::duty;
  }

  /// 피곤해서 집에 갔어요: in some cases the reason and what it is of become both of oneself.
  void both_by_oneself() {
    Clause &reason = sentence_.first, &clause = *sentence_.second;
    const auto fits = [&](const Clause& c) {
      if (c.adjective != nullptr) return (c.adjective->nouns & kPerson) != 0 && !c.adjective->of_things;
      for (const auto* part : {&c.object, &c.recipient}) {
        if (*part && ((*part)->pronoun != nullptr || (*part)->relative != nullptr)) return false;
      }
      return !hides_its_tense(c, Agreement::first);
    };
    if (!fits(clause)) return;
    if (clause.object && may_be_it(*clause.verb) && chance(40)) {  // 비싸서 안 샀어요
      const Adjective* const state = pick_state(it());
      reason = Clause{
          .subject = {.pronoun = it()}, .adjective = state, .tense = reason.tense, .negated = chance(20)};
      clause.object = NounPhrase{.pronoun = it()};
    } else {
      if (chance(50)) {
        const Tense tense = reason.tense;
        std::optional<Clause> has;
        if (chance(40)) has = possession();
        reason = has ? std::move(*has) : Clause{};
        reason.tense = tense;
        if (reason.verb == nullptr) reason.adjective = pick_state(me());
      }
      if (!fits(reason)) return;
      reason.subject = {.pronoun = me()};
    }
    clause.subject = {.pronoun = me()};
    clause.order.object_first = false;
    sentence_.same_subject = true;
  }
};

}  // namespace

Sentence with_additions(Sentence sentence, Draws& draws) {
  return Additions(draws, std::move(sentence)).add();
}

}  // namespace heed::toy
