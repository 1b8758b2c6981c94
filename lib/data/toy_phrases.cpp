#include "lib/data/toy_phrases.hpp"

namespace heed::toy {
namespace {

// Somebody with a name, or "the boy".
enum class Called { by_name, by_kind };

std::vector<const Noun*> nouns_of(Range range, unsigned classes, Called called, const NounPhrase* unlike) {
  std::vector<const Noun*> candidates;
  for (const Noun& noun : nouns(range)) {
    const bool taken = unlike != nullptr && unlike->noun == &noun;
    if ((noun.noun_class & classes) != 0 && noun.name == (called == Called::by_name) && !taken)
      candidates.push_back(&noun);
  }
  return candidates;
}

const Noun& pick_noun(Draws& draws, Range range, unsigned classes, Called called, const NounPhrase* unlike) {
  return *draws.pick(nouns_of(range, classes, called, unlike));
}

// "I ... me" and "I ... us" would need "myself"; so would "he ... him", as often as not.
bool clash(const Pronoun& a, const Pronoun& b) {
  const auto first_person = [](const Pronoun& p) { return p.i == "I" || p.i == "we"; };
  return a.i == b.i || (first_person(a) && first_person(b));
}

const Pronoun* pick_pronoun(Draws& draws, const NounPhrase* unlike) {
  for (;;) {
    const std::size_t round = draws.round();
    const Pronoun& pronoun = draws.pick(pronouns());
    const bool fits = unlike == nullptr || unlike->pronoun == nullptr || !clash(pronoun, *unlike->pronoun);
    if (draws.take(fits, pronoun_loop, round)) return &pronoun;
  }
}

const Adjective* pick_adjective(Draws& draws, Range range, const Noun& noun) {
  std::vector<const Adjective*> candidates;
  for (const Adjective& adjective : adjectives(range)) {
    const bool told =
        adjective.origin && (noun.korean == "사람" || noun.korean.find(' ') != std::string_view::npos);
    if ((adjective.nouns & noun.noun_class) != 0 && !told) candidates.push_back(&adjective);
  }
  return candidates.empty() ? nullptr : draws.pick(candidates);
}

bool can_be_owned(const Noun& noun) {
  if (noun.noun_class == kPerson) return noun.relational;
  constexpr unsigned kNobodys =
      kStudy | kDrink | kLanguage | kSport | kMusic | kVehicle | kWeather | kShow | kMeal;
  return (noun.noun_class & kNobodys) == 0;
}

NounPhrase sample_owner(const NounPhrase& owned, const NounPhrase* unlike, const Chances& chances,
                        Draws& draws) {
  if (!draws.chance(chances.noun_possessor)) return {.pronoun = pick_pronoun(draws, nullptr)};
  const Called called = draws.chance(30) ? Called::by_name : Called::by_kind;
  NounPhrase owner{.noun = &pick_noun(draws, chances.range, kPerson, called, &owned)};
  owner.plural = called == Called::by_kind && draws.chance(chances.plural / 2);
  // Somebody's friend's cat is a step too far, and "the girl wore the girl's hat" sounds like two girls.
  const bool named_twice = unlike != nullptr && unlike->noun == owner.noun;
  return owner.noun->relational || named_twice ? NounPhrase{.pronoun = pick_pronoun(draws, nullptr)} : owner;
}

}  // namespace

NounPhrase sample_phrase(const PhraseRequest& request, const Chances& chances, Draws& draws) {
  const bool people = (request.classes & kPerson) != 0;
  if (people && draws.chance(33)) return {.pronoun = pick_pronoun(draws, request.unlike)};
  if (people && draws.chance(12))
    return {.noun = &pick_noun(draws, chances.range, kPerson, Called::by_name, request.unlike)};
  NounPhrase phrase{.noun =
                        &pick_noun(draws, chances.range, request.classes, Called::by_kind, request.unlike)};
  const Noun& noun = *phrase.noun;
  phrase.plural = !noun.mass && draws.chance(chances.plural);
  if (draws.chance(chances.adjective)) phrase.adjective = pick_adjective(draws, chances.range, noun);
  if (can_be_owned(noun) && (noun.relational || draws.chance(chances.possessor))) {
    phrase.possessor.push_back(sample_owner(phrase, request.unlike, chances, draws));
  } else if ((noun.noun_class & (kStudy | kLanguage | kSport | kWeather | kMeal)) == 0 &&
             draws.chance(chances.determiner)) {
    phrase.determiner = draws.chance(50) ? Determiner::near : Determiner::far;
  } else if (phrase.adjective == nullptr && draws.chance(chances.joined_noun)) {
    // Some classes have one noun only: no partner.
    const unsigned things = request.classes & ~unsigned{kPerson | kAnimal};
    const bool mixed = request.mixed && (noun.noun_class & things) != 0;
    const std::vector<const Noun*> partners =
        nouns_of(chances.range, mixed ? things : unsigned{noun.noun_class}, Called::by_kind, &phrase);
    const Noun* partner = partners.empty() ? nullptr : draws.pick(partners);
    const bool taken = request.unlike != nullptr && request.unlike->noun == partner;
    if (partner != nullptr && !partner->relational && !taken) {
      phrase.plural = false;
      phrase.joined.push_back({.noun = partner});
    }
  }
  // "loves apples" is 사과를 좋아한다: a bare 사과들을 would be said the same way.
  if (request.kind && phrase.bare() && noun.noun_class != kPerson) phrase.plural = false;
  return phrase;
}

unsigned objects_for(const Verb& verb, const NounPhrase& subject) {
  const bool animal = subject.noun != nullptr && subject.noun->noun_class == kAnimal;
  return animal ? verb.objects & (kPerson | kAnimal | kFood) : verb.objects;
}

bool hides_its_tense(const Verb& verb, const VerbForm& form) {
  return verb.past == verb.english && form.tense == Tense::past && !form.negated &&
         form.agreement != Agreement::third;
}

void add_relative_clause(NounPhrase& phrase, Gap gap, const Chances& chances, Draws& draws) {
  if (phrase.noun == nullptr || phrase.noun->name || phrase.noun->mass || !phrase.bare()) return;
  if (phrase.adjective != nullptr || !phrase.joined.empty()) return;
  const unsigned own_class = phrase.noun->noun_class;
  const bool acts = own_class == kPerson;
  if (gap == Gap::subject && !acts) return;
  Relative relative;
  relative.noun_is_object = !acts || (gap == Gap::object || (gap == Gap::either && draws.chance(45)));
  relative.verb = pick_verb(draws, chances.range, [&](const Verb& verb) {
    if (verb.recipient || verb.goal || !verb.negative.stem.empty()) return false;
    if (verb.object_particle != Particle::object) return false;
    // 모자를 쓴 소년 is one who has it on now: no past tense in English.
    return relative.noun_is_object ? (verb.objects & own_class) != 0 : verb.objects != kHeadwear;
  });
  if (relative.verb == nullptr) return;
  relative.tense = draws.chance(50) ? Tense::present : Tense::past;
  relative.negated = draws.chance(chances.negation / 2);
  Chances plain = chances;
  plain.possessor = plain.determiner = plain.joined_noun = plain.adjective = 0;
  const unsigned classes = relative.noun_is_object ? unsigned{kPerson} : relative.verb->objects;
  if (classes != 0) {
    const bool kind = !relative.noun_is_object && relative.verb->kind;
    NounPhrase other = sample_phrase({.classes = classes, .kind = kind, .unlike = &phrase}, plain, draws);
    relative.other = std::move(other);
  }
  const Agreement agreement = agreement_of(relative.noun_is_object ? *relative.other : phrase);
  if (hides_its_tense(*relative.verb,
                      {.tense = relative.tense, .negated = relative.negated, .agreement = agreement}))
    return;
  phrase.relative = std::make_shared<const Relative>(std::move(relative));
}

}  // namespace heed::toy
