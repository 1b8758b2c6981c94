// Everyday sentences about people and things: who and what they are, and whose.
#include "lib/data/toy_phrases.hpp"

namespace heed::toy {

void EverydayChooser::begin(std::uint32_t question_percent) {
  if (chance(question_percent)) sentence_.question = Question::yes_no;
  clause_.tense = chance(75) ? Tense::present : Tense::past;
}

NounPhrase EverydayChooser::somebody() {
  if (chance(55)) return {.pronoun = speaker_or_hearer()};
  return draws_.until(
      subject_loop, [&] { return phrase({.classes = kPerson}); },
      [&](const NounPhrase& who) { return !asks() || who.pronoun != me(); });
}

const Adjective* EverydayChooser::pick_state(const Pronoun* of) {
  return pick(adjectives(chances_.range), [&](const Adjective& adjective) {
    return adjective.before_noun.empty() && adjective.of_things == (of == it()) &&
           (of == it() || (adjective.nouns & kPerson) != 0);
  });
}

std::optional<Clause> EverydayChooser::possession() {
  Clause clause;
  clause.verb = pick_verb([](const Verb& verb) { return verb.subject && !verb.kind; });
  NounPhrase what = phrase({.classes = clause.verb->objects});
  if (what.pronoun != nullptr || what.noun->name) return std::nullopt;
  what.possessor.clear();
  what.joined.clear();
  what.determiner = Determiner::none;
  clause.negated = chance(30);
  if (clause.negated) what.plural = false;
  clause.object = std::move(what);
  return clause;
}

const Noun* EverydayChooser::pick_of_class(unsigned noun_class) {
  return pick(nouns(chances_.range), [&](const Noun& noun) { return noun.noun_class == noun_class; });
}

Greeting EverydayChooser::person_called() {
  const Noun* const person = pick(nouns(chances_.range), [](const Noun& noun) {
    return noun.relational && noun.english != "friend" && noun.english != "sibling";
  });
  return {person->korean, person->english};
}

void EverydayChooser::own_people(Clause& clause) {
  const auto own = [&](NounPhrase& phrase, const Pronoun* who) {
    if (phrase.noun == nullptr || phrase.possessor.empty() || !phrase.noun->relational) return;
    if (phrase.noun->own && phrase.noun->english != "friend") phrase.plural = false;
    if (!phrase.noun->own) {
      if (chance(60)) phrase.possessor.clear();
    } else if (who != nullptr && chance(65)) {
      phrase.possessor = {{.pronoun = who}};
    }
  };
  own(clause.subject, speaker_or_hearer());
  const Pronoun* const subject = clause.subject.pronoun;
  for (auto* part : {&clause.object, &clause.recipient, &clause.companion, &clause.identity}) {
    if (*part) own(**part, subject != nullptr && !subject->possessor.empty() ? subject : nullptr);
  }
}

/// 저는 학생이에요, 이것은 책이 아니에요, 책이에요, 민수와 지훈은 친구예요.
void EverydayChooser::identity() {
  begin(35);
  clause_.negated = chance(chances_.negation);
  if (chance(8)) {
    std::vector<const Noun*> both = nouns_of(kPerson, true);
    draws_.shuffle(both);
    clause_.subject = {.noun = both[0]};
    clause_.subject.joined.push_back({.noun = both[1]});
    clause_.identity = NounPhrase{.noun = named(nouns(chances_.range), chance(70) ? "friend" : "student")};
    return;
  }
  const bool thing = chance(35);
  clause_.subject = !thing       ? somebody()
                    : chance(25) ? NounPhrase{.pronoun = it()}
                                 : NounPhrase{.pronoun = pick(demonstratives())};
  const unsigned things = classes("food book headwear tool flower text drink clothes");
  NounPhrase what = phrase({.classes = thing ? things : kPerson, .unlike = &clause_.subject});
  if (what.pronoun != nullptr || what.determiner != Determiner::none || !what.joined.empty()) return refuse();
  what.plural = false;
  clause_.identity = std::move(what);
  if (thing) clause_.tense = Tense::present;
}

/// 제 이름, 그 아이 이름, 강아지 이름, 제 친구 이름: of `whose`, or of somebody that the speaker may have.
NounPhrase EverydayChooser::a_name(const Pronoun* whose) {
  NounPhrase phrase{.noun = named(nouns(chances_.range), "name")};
  if (chance(45)) {
    phrase.possessor.push_back({.pronoun = whose});
    return phrase;
  }
  NounPhrase owner{.noun = pick(nouns(chances_.range), [](const Noun& noun) {
                     return (noun.noun_class & (kPerson | kAnimal)) != 0 && !noun.name &&
                            noun.korean.find(' ') == noun.korean.npos;
                   })};
  if (owner.noun->own)
    owner.possessor.push_back({.pronoun = speaker_or_hearer()});
  else if (chance(60))
    owner.determiner = chance(40) ? Determiner::near : Determiner::far;
  phrase.possessor.push_back(std::move(owner));
  return phrase;
}

void EverydayChooser::name() {
  begin(35);
  clause_.tense = Tense::present;
  clause_.subject = a_name(speaker_or_hearer());
  clause_.identity = NounPhrase{.noun = draws_.pick(nouns_of(kPerson, true))};
}

/// 그 사람 이름을 알아요?, 선생님 이름을 몰라요, 그 사람 알아요?
void EverydayChooser::known() {
  begin(45);
  clause_.subject = {.pronoun = speaker_or_hearer()};
  clause_.verb = pick_verb("know");
  const bool person = chance(50);
  clause_.object =
      person ? phrase({.classes = kPerson, .unlike = &clause_.subject}) : a_name(asks() ? me() : you());
  clause_.negated = chance(person ? 30 : 40);
}

/// 이것은 뭐예요, 그 사람은 누구예요, 이름이 뭐예요, 누구세요.
void EverydayChooser::asked_identity() {
  clause_.is_asked = true;
  sentence_.question = Question::whom;
  if (chance(10)) {
    clause_.subject = {.pronoun = you()};
  } else if (chance(25)) {
    sentence_.question = Question::what;
    clause_.subject = a_name(you());
  } else if (chance(50)) {
    sentence_.question = Question::what;
    clause_.subject = {.pronoun = pick(demonstratives())};
  } else {
    clause_.subject = phrase({.classes = kPerson});
  }
  if (clause_.subject.pronoun == me()) refuse();
}

}  // namespace heed::toy
