// Draws noun phrases and relative clauses for the embedded grammar.
#pragma once

#include <concepts>
#include <string_view>

#include "lib/data/draws.hpp"
#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

/// How often, in percent, a level uses a construction where it could.
struct Chances {
  std::uint32_t plural, adjective, determiner, possessor, noun_possessor, joined_noun, relative;
  std::uint32_t linked, yes_no, question_word, negation, time, place, frequency, object_first, recipient;
  Range range = Range::basic;
  std::uint32_t self = 0;  ///< everyday: I or you
};
/// Of the levels 1 to 4.
const Chances& chances_of_level(int level);

/// What everyday sentences also speak of, and say something of.
inline constexpr unsigned kSpokenOf = kDrink | kShow | kMusic | kLanguage | kSport | kBuilding | kWeather |
                                      kTask | kClothes | kSong | kStudy | kVehicle;

struct PhraseRequest {
  unsigned classes = kPerson;          ///< which nouns
  bool kind = false;                   ///< object of love, hate: bare things have one number only
  bool mixed = false;                  ///< 책하고 꽃을: two things need not be of one class
  const NounPhrase* unlike = nullptr;  ///< another part of the clause, not to be named twice
};

/// A phrase without a relative clause.
NounPhrase sample_phrase(const PhraseRequest& request, const Chances& chances, Draws& draws);

/// The loops that draw until something fits, for Draws::take().
enum Loop : std::size_t { clause_loop, subject_loop, pronoun_loop, sentence_loop };

enum class Gap { subject, object, either };

/// Puts a relative clause on a plain common noun in the singular or plural; leaves pronouns, names and
/// phrases that already have a determiner, an owner, an adjective or a partner as they are. `gap`: which role
/// the noun may have inside it.
void add_relative_clause(NounPhrase& phrase, Gap gap, const Chances& chances, Draws& draws);

/// A verb chosen evenly, but for common ones, among those that `fits` accepts; null if there is none.
template <std::predicate<const Verb&> Fits>
const Verb* pick_verb(Draws& draws, Range range, Fits fits) {
  std::vector<const Verb*> candidates;
  for (const Verb& verb : verbs(range)) {
    if (fits(verb))
      candidates.insert(candidates.end(), verb.common && range == Range::everyday ? 2 : 1, &verb);
  }
  return candidates.empty() ? nullptr : draws.pick(candidates);
}

/// A verb that is so called in English, of one or several: 보다, to see.
inline const Verb* pick_verb(Draws& draws, Range range, std::string_view english) {
  return pick_verb(draws, range, [&](const Verb& verb) { return verb.english == english; });
}

/// What an animal may love, see or eat; everything for people.
unsigned objects_for(const Verb& verb, const NounPhrase& subject);

/// How a verb is used in a clause.
struct VerbForm {
  Tense tense;
  bool negated;
  Agreement agreement;
};

/// "read" is its own past, and only he, she and it tell them apart (reads, read). Past "read" is used with
/// these alone.
bool hides_its_tense(const Verb& verb, const VerbForm& form);

}  // namespace heed::toy
