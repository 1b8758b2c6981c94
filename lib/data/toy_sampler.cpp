// Draws sentences of the levels 1 to 3, which level 4 has as well.
#include "lib/data/toy_phrases.hpp"

namespace heed::toy {
namespace {

/// Which roles a clause has, seen from its sentence.
struct Frame {
  Question question = Question::none;
  Link link = Link::none;
  bool second = false;
  const NounPhrase* same_subject = nullptr;  ///< it is left out: the other clause has it
  const NounPhrase* unlike = nullptr;        ///< the other clause's subject
  std::optional<Tense> tense = {};           ///< 먹고: the tense of the second verb counts for both
};

class Sampler : Chooser {
 public:
  using Chooser::Chooser;

  Sentence sentence() {
    if (chance(chances_.linked)) return linked();
    Sentence result;
    if (chance(chances_.yes_no)) {
      result.question = Question::yes_no;
    } else if (chance(chances_.question_word)) {
      constexpr Question words[] = {Question::who,   Question::what, Question::whom,
                                    Question::where, Question::when, Question::why};
      result.question = draws_.pick(std::span(words));
    }
    result.first = clause({.question = result.question});
    return result;
  }

 private:
  Sentence linked() {
    constexpr Link links[] = {Link::and_then, Link::but, Link::because};
    Sentence result;
    result.link = draws_.pick(std::span(links));
    result.first = clause({.link = result.link});
    const NounPhrase& subject = result.first.subject;
    if (everyday() && result.link != Link::because && result.first.adjective != nullptr && chance(50)) {
      // 김치는 맵지만 맛있어요
      const Adjective* const also = pick_quality(subject);
      if (also != nullptr && also != result.first.adjective) {
        result.same_subject = true;
        result.second = Clause{.subject = subject, .adjective = also, .tense = result.first.tense};
        return result;
      }
    }
    const bool acts = subject.noun == nullptr || (subject.noun->noun_class & (kPerson | kAnimal)) != 0;
    result.same_subject = acts && result.link != Link::because && chance(40);
    Frame frame{.link = result.link, .second = true};
    (result.same_subject ? frame.same_subject : frame.unlike) = &subject;
    if (result.link == Link::and_then) frame.tense = result.first.tense;
    result.second = clause(frame);
    if (result.same_subject) result.first.time = result.second->time = nullptr;
    return result;
  }

  Clause clause(const Frame& frame) {
    const bool asked = frame.question != Question::none && frame.question != Question::who;
    return draws_.until(
        clause_loop, [&] { return attempt(frame); },
        [&](const Clause& clause) {
          const NounPhrase& subject = frame.same_subject != nullptr ? *frame.same_subject : clause.subject;
          return asked || clause.verb == nullptr || !hides_its_tense(clause, agreement_of(subject));
        });
  }

  Clause attempt(const Frame& frame) {
    Clause result;
    result.tense = frame.tense ? *frame.tense : pick_tense(frame);
    const Question question = frame.question;
    const bool needs_verb = question > Question::yes_no && question != Question::why;
    const bool quality = !needs_verb && result.tense != Tense::future && chance(12);
    choose_subject(result, frame, quality);
    const bool no_negation = needs_verb && question != Question::who;
    result.negated = !no_negation && chance(chances_.negation);
    const NounPhrase& subject = frame.same_subject != nullptr ? *frame.same_subject : result.subject;
    if (quality) result.adjective = pick_quality(subject);
    if (result.adjective != nullptr) return result;
    choose_verb(result, frame, subject);
    choose_relative(result, frame);
    choose_adverbs(result, frame);
    choose_order(result, frame);
    return result;
  }

  Tense pick_tense(const Frame& frame) {
    const bool reason_or_contrast = !frame.second && (frame.link == Link::because || frame.link == Link::but);
    const std::uint32_t roll = draws_.below(100);
    if (roll < 38) return frame.question == Question::when ? Tense::future : Tense::present;
    return roll < 74 || reason_or_contrast ? Tense::past : Tense::future;
  }

  void choose_subject(Clause& result, const Frame& frame, bool quality) {
    if (frame.same_subject != nullptr || frame.question == Question::who) {
      result.subject = {.pronoun = &pronouns()[2]};  // never said: "who" and a left-out subject stand there
      return;
    }
    unsigned who = kPerson | kAnimal;
    if (quality && chance(60))
      who = classes("food text book headwear tool flower") |
            (everyday()
                 ? classes("drink show music language sport building weather task clothes song study vehicle")
                 : 0U);
    if (!quality && chances_.self > 0 && chance(chances_.self)) {
      result.subject = {.pronoun = frame.question == Question::none ? me() : you()};
      if (frame.unlike == nullptr || frame.unlike->pronoun != result.subject.pronoun) return;
    }
    result.subject = draws_.until(
        subject_loop, [&] { return phrase({.classes = who, .unlike = frame.unlike}); },
        [&](const NounPhrase& one) {
          return frame.question == Question::none || one.pronoun == nullptr || !one.pronoun->first_person();
        });
  }

  void choose_verb(Clause& result, const Frame& frame, const NounPhrase& subject) {
    const bool animal = subject.noun != nullptr && subject.noun->noun_class == kAnimal;
    const bool wants_recipient = chance(chances_.recipient);
    const Question question = frame.question;
    const auto fits = [&](const Verb& verb) {
      if (animal && !verb.animal) return false;
      if (verb.subject) return false;  // 있다 has sentences of its own
      if (verb.recipient && !wants_recipient) return false;
      if (question == Question::what)
        return (verb.objects & ~(kPerson | kAnimal)) != 0 && !verb.ambiguous && !animal;
      if (question == Question::whom) return (objects_for(verb, subject) & kPerson) != 0 && !verb.ambiguous;
      if (question == Question::where) return verb.place || verb.goal;
      if (question == Question::when) return !verb.state;
      return !verb.goal || chances_.place > 0;  // level 1 knows no places
    };
    if (everyday() && question == Question::what && chance(20))  // 뭐 해요
      result.verb = pick_verb("do");
    else if (wants_recipient)
      result.verb = pick_verb([&](const Verb& verb) { return verb.recipient && fits(verb); });
    if (result.verb == nullptr) result.verb = pick_verb(fits);
    if (result.verb == nullptr) result.verb = &verbs()[0];
    const Verb& verb = *result.verb;
    if (verb.goal && question != Question::where)
      result.place = pick(places(chances_.range),
                          [&](const Place& place) { return place.region || verb.english != "live"; });
    if (verb.objects != 0 && question != Question::what && question != Question::whom)
      result.object = phrase({.classes = objects_for(verb, subject),
                              .kind = verb.kind,
                              .mixed = everyday(),
                              .unlike = &subject});
    if (verb.recipient) {
      const unsigned who = everyday() && verb.english == "give" ? kPerson | kAnimal : kPerson;
      result.recipient = phrase({.classes = who, .unlike = &subject});
    }
  }

  // Korean puts the relative clause where a reader could take it for part of the clause around it; the places
  // in which that happens are left out (먹고 [책을 읽는] 소녀를), and so are adverbs, which could belong to
  // either.
  void choose_relative(Clause& result, const Frame& frame) {
    if (!chance(chances_.relative)) return;
    const bool shown_subject = frame.same_subject == nullptr && frame.question != Question::who;
    if (shown_subject && !frame.second && (!result.object || chance(50)))
      return add_relative_clause(result.subject, Gap::either);
    const bool reason = frame.link == Link::because && !frame.second;
    if (!result.object || reason || result.recipient) return;
    add_relative_clause(*result.object, shown_subject ? Gap::either : Gap::object);
  }

  void choose_adverbs(Clause& result, const Frame& frame) {
    const bool relative =
        result.subject.relative != nullptr || (result.object && result.object->relative != nullptr);
    const Verb& verb = *result.verb;
    if (relative || verb.state) return;
    if (verb.place && frame.question != Question::where && chance(chances_.place))
      result.place = pick(places(chances_.range));
    if (frame.question == Question::when) return;
    if (!result.negated && result.tense != Tense::future && chance(chances_.frequency)) {
      result.frequency = pick(std::span<const Adverb>(lexicon().frequencies.all));
    } else if (chance(chances_.time)) {
      result.time = pick_time(result.tense);
    }
  }

  void choose_order(Clause& result, const Frame& frame) {
    KoreanOrder& order = result.order;
    order.short_negation = result.negated && !result.verb->long_negation && chance(50);
    order.object_before_recipient = result.recipient && chance(40);
    if (frame.link != Link::none && !(frame.link == Link::because && frame.second)) return;
    order.time_first = chance(40);
    const bool plain_subject = result.subject.relative == nullptr && frame.question != Question::who;
    const bool has_object =
        result.object || frame.question == Question::what || frame.question == Question::whom;
    order.object_first = has_object && plain_subject && chance(chances_.object_first);
  }
};

}  // namespace

Sentence sample_sentence(int level, Draws& draws) {
  const Chances& chances = chances_of_level(level);
  Sampler sampler(chances, draws);
  if (chances.range == Range::everyday) {
    std::optional<Sentence> typed = sample_everyday_kind(draws);
    if (!typed) typed = sampler.sentence();
    return with_style(with_additions(std::move(*typed), draws), draws);
  }
  return draws.until(
      sentence_loop, [&] { return sampler.sentence(); },
      [&](const Sentence& sentence) { return level != 3 || relations_in(sentence) >= 2; });
}

}  // namespace heed::toy
