#include "lib/data/toy_phrases.hpp"

#include "lib/core/error.hpp"

namespace heed::toy {
namespace {

// A level a row; columns as in Chances. Level 4, what people type, has mostly one clause, about themselves or
// the one they talk to.
constexpr Chances kChances[] = {
    {30, 15, 10, 12, 0, 0, 0, 0, 20, 0, 25, 40, 0, 0, 0, 0},
    {30, 20, 10, 18, 35, 8, 20, 20, 14, 14, 25, 30, 18, 12, 22, 10},
    {35, 22, 8, 22, 55, 12, 45, 70, 8, 12, 25, 25, 15, 8, 35, 12},
    {20, 15, 10, 12, 20, 8, 3, 9, 20, 14, 20, 30, 22, 12, 10, 8, 40, Range::everyday}};

// "I ... me" and "I ... us" would need "myself"; so would "he ... him", as often as not.
bool clash(const Pronoun& a, const Pronoun& b) {
  return a.i == b.i || (a.first_person() && b.first_person());
}

bool can_be_owned(const Noun& noun) {
  constexpr unsigned nobodys = classes("study drink language sport music vehicle weather show meal");
  return noun.noun_class == kPerson ? noun.relational : (noun.noun_class & nobodys) == 0;
}

}  // namespace

const Chances& chances_of_level(int level) {
  if (level < 1 || level > 4)
    throw_error<UsageError>("level {} of the embedded grammar does not exist: choose 1, 2, 3 or 4", level);
  return kChances[level - 1];
}

const Adverb* Chooser::pick_time(Tense tense) {
  const bool two = everyday() && chance(25);
  return pick(time_adverbs(chances_.range), [&](const Adverb& adverb) {
    const bool goes = tense == Tense::present ? adverb.present
                      : tense == Tense::past  ? adverb.past
                                              : adverb.future;
    return adverb.two == two && goes;
  });
}

const Adverb* Chooser::pick_time_of_state(Tense tense) {
  return pick(time_adverbs(chances_.range), [&](const Adverb& adverb) {
    return tense == Tense::past ? adverb.state_past : adverb.state_ahead;
  });
}

const Adjective* Chooser::pick_quality(const NounPhrase& subject) {
  const unsigned noun_class = subject.noun != nullptr ? subject.noun->noun_class : kPerson;
  return pick(adjectives(chances_.range), [&](const Adjective& adjective) {
    return (adjective.nouns & noun_class) != 0 && adjective.before_noun.empty() &&
           subject.adjective != &adjective;
  });
}

std::vector<const Noun*> Chooser::nouns_of(unsigned classes, bool names, const NounPhrase* unlike) const {
  std::vector<const Noun*> candidates;
  for (const Noun& noun : nouns(chances_.range)) {
    const bool taken = unlike != nullptr && unlike->noun == &noun;
    if ((noun.noun_class & classes) != 0 && noun.name == names && !taken) candidates.push_back(&noun);
  }
  return candidates;
}

const Pronoun* Chooser::pick_pronoun(const NounPhrase* unlike) {
  return draws_.until(
      pronoun_loop, [&] { return pick(pronouns()); },
      [&](const Pronoun* pronoun) {
        return unlike == nullptr || unlike->pronoun == nullptr || !clash(*pronoun, *unlike->pronoun);
      });
}

NounPhrase Chooser::owner_of(const NounPhrase& owned, const NounPhrase* unlike, const Chances& chances) {
  if (!chance(chances.noun_possessor)) return {.pronoun = pick_pronoun(nullptr)};
  const bool named = chance(30);
  NounPhrase owner{.noun = draws_.pick(nouns_of(kPerson, named, &owned))};
  owner.plural = !named && chance(chances.plural / 2);
  // Somebody's friend's cat is a step too far, and "the girl wore the girl's hat" sounds like two girls.
  const bool named_twice = unlike != nullptr && unlike->noun == owner.noun;
  return owner.noun->relational || named_twice ? NounPhrase{.pronoun = pick_pronoun(nullptr)} : owner;
}

NounPhrase Chooser::phrase(const PhraseRequest& request, const Chances& chances) {
  const bool people = (request.classes & kPerson) != 0;
  if (people && chance(33)) return {.pronoun = pick_pronoun(request.unlike)};
  if (people && chance(12)) return {.noun = draws_.pick(nouns_of(kPerson, true, request.unlike))};
  NounPhrase result{.noun = draws_.pick(nouns_of(request.classes, false, request.unlike))};
  const Noun& noun = *result.noun;
  result.plural = !noun.mass && chance(chances.plural);
  if (chance(chances.adjective))
    result.adjective = pick(adjectives(chances.range), [&](const Adjective& adjective) {
      const bool told =
          adjective.origin && (noun.korean == "사람" || noun.korean.find(' ') != noun.korean.npos);
      return (adjective.nouns & noun.noun_class) != 0 && !told;
    });
  if (can_be_owned(noun) && (noun.relational || chance(chances.possessor))) {
    result.possessor.push_back(owner_of(result, request.unlike, chances));
  } else if ((noun.noun_class & classes("study language sport weather meal")) == 0 &&
             chance(chances.determiner)) {
    result.determiner = chance(50) ? Determiner::near : Determiner::far;
  } else if (result.adjective == nullptr && chance(chances.joined_noun)) {
    // Some classes have one noun only: no partner.
    const unsigned things = request.classes & ~(kPerson | kAnimal);
    const bool mixed = request.mixed && (noun.noun_class & things) != 0;
    const std::vector<const Noun*> partners = nouns_of(mixed ? things : noun.noun_class, false, &result);
    const Noun* const partner = partners.empty() ? nullptr : draws_.pick(partners);
    const bool taken = request.unlike != nullptr && request.unlike->noun == partner;
    if (partner != nullptr && !partner->relational && !taken) {
      result.plural = false;
      result.joined.push_back({.noun = partner});
    }
  }
  // "loves apples" is 사과를 좋아한다: a bare 사과들을 would be said the same way.
  if (request.kind && result.bare() && noun.noun_class != kPerson) result.plural = false;
  return result;
}

NounPhrase Chooser::plain_phrase(const PhraseRequest& request) {
  Chances plain = chances_;
  plain.possessor = plain.joined_noun = 0;
  return phrase(request, plain);
}

void Chooser::add_relative_clause(NounPhrase& noun, Gap gap) {
  if (noun.noun == nullptr || noun.noun->name || noun.noun->mass || !noun.bare()) return;
  if (noun.adjective != nullptr || !noun.joined.empty()) return;
  const unsigned own_class = noun.noun->noun_class;
  const bool object = own_class != kPerson || gap == Gap::object || chance(45);
  Clause clause;
  clause.verb = pick_verb([&](const Verb& verb) {
    if (verb.recipient || verb.goal || verb.subject || !verb.negative.stem.empty()) return false;
    // 모자를 쓴 소년 is one who has it on now: no past tense in English.
    return object ? (verb.objects & own_class) != 0 : verb.objects != classes("headwear");
  });
  if (clause.verb == nullptr) return;
  clause.tense = chance(50) ? Tense::present : Tense::past;
  clause.negated = chance(chances_.negation / 2);
  Chances plain = chances_;
  plain.possessor = plain.determiner = plain.joined_noun = plain.adjective = 0;
  if (object)
    clause.subject = phrase({.classes = kPerson, .unlike = &noun}, plain);
  else if (clause.verb->objects != 0)
    clause.object =
        phrase({.classes = clause.verb->objects, .kind = clause.verb->kind, .unlike = &noun}, plain);
  if (hides_its_tense(clause, agreement_of(object ? clause.subject : noun))) return;
  noun.relative = std::make_shared<const Relative>(Relative{std::move(clause), object});
}

unsigned objects_for(const Verb& verb, const NounPhrase& subject) {
  const bool animal = subject.noun != nullptr && subject.noun->noun_class == kAnimal;
  return animal ? verb.objects & classes("person animal food") : verb.objects;
}

bool hides_its_tense(const Clause& clause, Agreement subject) {
  return clause.verb->past == clause.verb->english && clause.tense == Tense::past && !clause.negated &&
         subject != Agreement::third;
}

}  // namespace heed::toy
