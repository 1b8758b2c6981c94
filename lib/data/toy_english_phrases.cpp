// English noun phrases: articles, possessors, relative clauses.
#include "lib/data/toy_english_words.hpp"

namespace heed::toy {
namespace {

using Words = std::vector<Word>;

// What a relative clause says something about: "the boy who", "the apples which".
struct Antecedent {
  bool person;
  Agreement agreement;
};

void add_relative(Words& words, const Relative& relative, const Antecedent& antecedent, std::int64_t at) {
  const Verb& verb = *relative.verb;
  const bool object = relative.noun_is_object;
  add(words, antecedent.person ? (object ? "whom" : "who") : "which", mark(at, kVerb));
  if (object) add_phrase(words, *relative.other, Case::subject, Reach::known, mark(at, kSubject));
  const Agreement agreement = object ? agreement_of(*relative.other) : antecedent.agreement;
  add_group(words,
            {.verb = &verb,
             .frequency = nullptr,
             .tense = relative.tense,
             .negated = relative.negated,
             .agreement = agreement},
            at);
  add(words, verb.preposition, mark(at, kVerb));
  if (!object && relative.other)
    add_phrase(words, *relative.other, Case::object, reach_of(verb), mark(at, kObject));
}

}  // namespace

std::string noun_text(const NounPhrase& phrase) {
  if (!phrase.plural) return std::string(phrase.noun->english);
  return phrase.noun->plural.empty() ? with_s(phrase.noun->english) : std::string(phrase.noun->plural);
}

void add(Words& words, std::string_view text, std::int64_t first) {
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    words.push_back({.text = std::string(text.substr(0, space)), .mark = first});
    text = space == std::string_view::npos ? std::string_view{} : text.substr(space + 1);
  }
}

Reach reach_of(const Verb& verb) {
  if (verb.object_particle == Particle::subject && !verb.kind) return Reach::any;
  return verb.kind ? Reach::kind : Reach::some;
}

void add_possessor(Words& words, const NounPhrase& owner, std::int64_t at) {
  if (owner.pronoun != nullptr) return add(words, owner.pronoun->my, mark(at, kHead));
  if (!owner.possessor.empty()) {
    add_possessor(words, owner.possessor.front(), mark(at, kPossessor));
  } else if (owner.determiner != Determiner::none) {
    add(words, owner.determiner == Determiner::near ? "this" : "that", mark(at, kDeterminer));
  } else if (!owner.noun->name) {
    add(words, "the", mark(at, kHead));
  }
  const std::string noun = noun_text(owner);
  add(words, noun, mark(at, kHead));
  words.push_back({.text = "'", .mark = mark(at, kHead), .glued = true});
  if (!noun.ends_with('s')) words.push_back({.text = "s", .mark = mark(at, kHead), .glued = true});
}

void add_phrase(Words& words, const NounPhrase& phrase, Case role, Reach reach, std::int64_t at) {
  if (phrase.pronoun != nullptr) {
    return add(words, role == Case::subject ? phrase.pronoun->i : phrase.pronoun->me, mark(at, kHead));
  }
  NounPhrase said = phrase;
  const bool person = phrase.noun->noun_class == kPerson && reach != Reach::any;
  if (reach == Reach::kind && phrase.bare() && !person && !phrase.noun->mass) said.plural = true;
  const std::string noun = noun_text(said);
  if (phrase.determiner != Determiner::none) {
    const bool near = phrase.determiner == Determiner::near;
    add(words, said.plural || said.noun->many ? (near ? "these" : "those") : (near ? "this" : "that"),
        mark(at, kDeterminer));
  } else if (!phrase.possessor.empty()) {
    add_possessor(words, phrase.possessor.front(), mark(at, kPossessor));
  } else if (!phrase.noun->name) {
    const bool field = (phrase.noun->noun_class & (kStudy | kLanguage | kSport)) != 0;
    if (!field && (reach == Reach::known || person || phrase.relative != nullptr)) {
      add(words, "the", mark(at, kHead));
    } else if (!said.plural && !phrase.noun->mass) {
      const std::string_view next =
          phrase.adjective != nullptr ? phrase.adjective->english : std::string_view(noun);
      add(words, indefinite_article(next), mark(at, kHead));
    }
  }
  if (phrase.adjective != nullptr) add(words, phrase.adjective->english, mark(at, kAdjective));
  add(words, noun, mark(at, kHead));
  for (const NounPhrase& other : phrase.joined) {
    add(words, "and", mark(at, kHead));
    add_phrase(words, other, role, reach, mark(at, kJoined));
  }
  if (phrase.relative != nullptr) {
    add_relative(words, *phrase.relative, {.person = person, .agreement = agreement_of(phrase)},
                 mark(at, kRelative));
  }
}

}  // namespace heed::toy
