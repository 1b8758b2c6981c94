#include "lib/data/toy_sampler.hpp"

#include "lib/core/error.hpp"
#include "lib/data/toy_choices.hpp"
#include "lib/data/toy_everyday.hpp"
#include "lib/data/toy_phrases.hpp"
#include "lib/data/toy_relations.hpp"

namespace heed::toy {
namespace {

// Which roles a clause has, seen from its sentence.
struct Frame {
  Question question = Question::none;
  Link link = Link::none;
  bool second = false;
  const NounPhrase* same_subject = nullptr;  ///< it is left out: the other clause has it
  const NounPhrase* unlike = nullptr;        ///< the other clause's subject
  std::optional<Tense> tense = {};           ///< 먹고: the tense of the second verb counts for both
};

bool is_first_person(const NounPhrase& phrase) {
  return phrase.pronoun != nullptr && (phrase.pronoun->i == "I" || phrase.pronoun->i == "we");
}

class Sampler {
 public:
  Sampler(const Chances& chances, Draws& draws) : chances_(chances), draws_(draws) {}

  Sentence sentence() {
    if (draws_.chance(chances_.linked)) return linked();
    Sentence result;
    if (draws_.chance(chances_.yes_no)) {
      result.question = Question::yes_no;
    } else if (draws_.chance(chances_.question_word)) {
      constexpr Question kWords[] = {Question::who,   Question::what, Question::whom,
                                     Question::where, Question::when, Question::why};
      result.question = draws_.pick(std::span(kWords));
    }
    result.first = clause({.question = result.question});
    return result;
  }

 private:
  Sentence linked() {
    constexpr Link kLinks[] = {Link::and_then, Link::but, Link::because};
    Sentence result;
    result.link = draws_.pick(std::span(kLinks));
    result.first = clause({.link = result.link});
    const NounPhrase& subject = result.first.subject;
    if (everyday() && result.link != Link::because && result.first.adjective != nullptr &&
        draws_.chance(50)) {
      // 김치는 맵지만 맛있어요
      const Adjective* const also = pick_quality(draws_, chances_.range, subject);
      if (also != nullptr && also != result.first.adjective) {
        result.same_subject = true;
        result.second = Clause{.subject = subject, .adjective = also, .tense = result.first.tense};
        return result;
      }
    }
    const bool acts = subject.noun == nullptr || (subject.noun->noun_class & (kPerson | kAnimal)) != 0;
    result.same_subject = acts && result.link != Link::because && draws_.chance(40);
    Frame frame{.link = result.link, .second = true};
    (result.same_subject ? frame.same_subject : frame.unlike) = &subject;
    if (result.link == Link::and_then) frame.tense = result.first.tense;
    result.second = clause(frame);
    if (result.same_subject) result.first.time = result.second->time = nullptr;
    return result;
  }

  Clause clause(const Frame& frame) {
    for (;;) {
      const std::size_t round = draws_.round();
      Clause result = attempt(frame);
      const NounPhrase& subject = frame.same_subject != nullptr ? *frame.same_subject : result.subject;
      const bool hidden =
          result.verb != nullptr && hides_its_tense(*result.verb, {.tense = result.tense,
                                                                   .negated = result.negated,
                                                                   .agreement = agreement_of(subject)});
      const bool asked = frame.question != Question::none && frame.question != Question::who;
      if (draws_.take(!hidden || asked, clause_loop, round)) return result;
    }
  }

  Clause attempt(const Frame& frame) {
    Clause result;
    result.tense = frame.tense ? *frame.tense : pick_tense(frame);
    const bool needs_verb = frame.question != Question::none && frame.question != Question::yes_no &&
                            frame.question != Question::why;
    const bool may_be_quality = !needs_verb && result.tense != Tense::future;
    const bool quality = may_be_quality && draws_.chance(12);
    choose_subject(result, frame, quality);
    const bool no_negation = frame.question == Question::what || frame.question == Question::whom ||
                             frame.question == Question::where || frame.question == Question::when;
    result.negated = !no_negation && draws_.chance(chances_.negation);
    const NounPhrase& subject = frame.same_subject != nullptr ? *frame.same_subject : result.subject;
    if (quality) {
      result.adjective = pick_quality(draws_, chances_.range, subject);
      if (result.adjective != nullptr) return result;
    }
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
      result.subject = {.pronoun =
                            &pronouns()[2]};  // never said: "who" and a left-out subject stand in its place
      return;
    }
    unsigned classes = kPerson | kAnimal;
    if (quality && draws_.chance(60))
      classes = kFood | kText | kBook | kThing | (everyday() ? kSpokenOf : 0U);
    if (!quality && chances_.self > 0 && draws_.chance(chances_.self)) {
      result.subject = {.pronoun = &pronouns()[frame.question == Question::none ? 0 : 1]};
      if (frame.unlike == nullptr || frame.unlike->pronoun != result.subject.pronoun) return;
    }
    std::size_t round;
    do {
      round = draws_.round();
      result.subject = sample_phrase({.classes = classes, .unlike = frame.unlike}, chances_, draws_);
    } while (!draws_.take(frame.question == Question::none || !is_first_person(result.subject), subject_loop,
                          round));
  }

  void choose_verb(Clause& result, const Frame& frame, const NounPhrase& subject) {
    const bool animal = subject.noun != nullptr && subject.noun->noun_class == kAnimal;
    const bool level_has_recipients = chances_.recipient > 0;
    const bool wants_recipient = draws_.chance(chances_.recipient);
    const Question question = frame.question;
    const auto fits = [&](const Verb& verb) {
      if (animal && !verb.animal) return false;
      if (verb.object_particle != Particle::object) return false;  // 있다 has sentences of its own
      if (verb.recipient && !(level_has_recipients && wants_recipient)) return false;
      if (question == Question::what)
        return (verb.objects & ~unsigned{kPerson | kAnimal}) != 0 && !verb.ambiguous && !animal;
      if (question == Question::whom) return (objects_for(verb, subject) & kPerson) != 0 && !verb.ambiguous;
      if (question == Question::where) return verb.place || verb.goal;
      if (question == Question::when) return !verb.state;
      return !(verb.goal && chances_.place == 0);  // level 1 knows no places
    };
    const auto gives = [&](const Verb& verb) { return verb.recipient && fits(verb); };
    if (everyday() && question == Question::what && draws_.chance(20))  // 뭐 해요
      result.verb = pick_verb(draws_, chances_.range, "do");
    else if (wants_recipient)
      result.verb = pick_verb(draws_, chances_.range, gives);
    if (result.verb == nullptr) result.verb = pick_verb(draws_, chances_.range, fits);
    if (result.verb == nullptr) result.verb = &verbs(chances_.range)[0];
    const Verb& verb = *result.verb;
    if (verb.goal && question != Question::where) result.place = pick_goal(draws_, chances_.range, verb);
    if (verb.objects != 0 && question != Question::what && question != Question::whom) {
      result.object = sample_phrase(
          {.classes = objects_for(verb, subject), .kind = verb.kind, .mixed = everyday(), .unlike = &subject},
          chances_, draws_);
    }
    if (verb.recipient) {
      const unsigned who = everyday() && verb.english == "give" ? kPerson | kAnimal : kPerson;
      result.recipient = sample_phrase({.classes = who, .unlike = &subject}, chances_, draws_);
    }
  }

  // Korean puts the relative clause where a reader could take it for part of the clause around it; the places
  // in which that happens are left out (먹고 [책을 읽는] 소녀를), and so are adverbs, which could belong to
  // either.
  void choose_relative(Clause& result, const Frame& frame) {
    if (!draws_.chance(chances_.relative)) return;
    const bool shown_subject = frame.same_subject == nullptr && frame.question != Question::who;
    const bool on_subject = shown_subject && !frame.second && (!result.object || draws_.chance(50));
    if (on_subject) return add_relative_clause(result.subject, Gap::either, chances_, draws_);
    const bool reason = frame.link == Link::because && !frame.second;
    if (!result.object || reason || result.recipient) return;
    add_relative_clause(*result.object, shown_subject ? Gap::either : Gap::object, chances_, draws_);
  }

  void choose_adverbs(Clause& result, const Frame& frame) {
    const bool relative =
        result.subject.relative != nullptr || (result.object && result.object->relative != nullptr);
    const Verb& verb = *result.verb;
    if (relative || verb.state) return;
    if (verb.place && frame.question != Question::where && draws_.chance(chances_.place))
      result.place = &draws_.pick(places(chances_.range));
    if (frame.question == Question::when) return;
    if (!result.negated && result.tense != Tense::future && draws_.chance(chances_.frequency)) {
      result.frequency = &draws_.pick(frequency_adverbs());
    } else if (draws_.chance(chances_.time)) {
      result.time = pick_time(draws_, chances_.range, result.tense);
    }
  }

  void choose_order(Clause& result, const Frame& frame) {
    KoreanOrder& order = result.order;
    order.short_negation = result.negated && !result.verb->long_negation_only && draws_.chance(50);
    order.object_before_recipient = result.recipient && draws_.chance(40);
    if (frame.link != Link::none && !(frame.link == Link::because && frame.second)) return;
    order.time_first = draws_.chance(40);
    const bool plain_subject = result.subject.relative == nullptr && frame.question != Question::who;
    const bool has_object =
        result.object || frame.question == Question::what || frame.question == Question::whom;
    order.object_first = has_object && plain_subject && draws_.chance(chances_.object_first);
  }

  bool everyday() const { return chances_.range == Range::everyday; }

  const Chances& chances_;
  Draws& draws_;
};

}  // namespace

Sentence sample_sentence(int level, Draws& draws) {
  if (level < 1 || level > 4)
    throw_error<UsageError>("level {} of the embedded grammar does not exist: choose 1, 2, 3 or 4", level);
  const Chances& chances = chances_of_level(level);
  Sampler sampler(chances, draws);
  for (;;) {
    const std::size_t round = draws.round();
    if (chances.range == Range::everyday) {
      std::optional<Sentence> typed = sample_everyday_kind(chances, draws);
      if (!typed) typed = sampler.sentence();
      make_everyday(*typed, chances, draws);
      return *typed;
    }
    Sentence sentence = sampler.sentence();
    if (draws.take(level != 3 || relations_in(sentence) >= 2, sentence_loop, round)) return sentence;
  }
}

Sentence in_plain_order(Sentence sentence) {
  sentence.first.order = {};
  sentence.style = {.subject_left_out = is_unsaid(sentence)};
  if (sentence.second) sentence.second->order = {};
  return sentence;
}

}  // namespace heed::toy
