// The parts of an English sentence of the embedded grammar: phrases, and groups of a verb with its
// auxiliaries.
#pragma once

#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

/// Adds the words of a text, each a token of its own ("last week").
void add(std::vector<Word>& words, std::string_view text, std::int64_t mark);

enum class Case { subject, object, possessor };

/// How a bare noun is meant: people and subjects are known ("the boy"), an object is one of many ("an
/// apple"), and what one loves or hates is the kind ("apples"). Korean says none of this; the verb and the
/// role do.
enum class Reach { known, some, kind, any };

Reach reach_of(const Verb& verb);

void add_phrase(std::vector<Word>& words, const NounPhrase& phrase, Case role, Reach reach, std::int64_t at);
/// "the girl's", "my".
void add_possessor(std::vector<Word>& words, const NounPhrase& owner, std::int64_t at);
/// In singular or plural, as the phrase says.
std::string noun_text(const NounPhrase& phrase);

/// What a clause's verb group needs to know of its clause: "does not often want to eat".
struct Group {
  const Verb* verb;
  const FrequencyAdverb* frequency;
  Tense tense;
  bool negated;
  Agreement agreement;
  Mood mood = Mood::none;
  bool very = false;
};

/// The auxiliary, if there is one; in a question it comes before the subject.
void add_auxiliary(std::vector<Word>& words, const Group& group, std::int64_t at);
/// What follows it, behind the subject in a question: "not often want to eat".
void add_after_auxiliary(std::vector<Word>& words, const Group& group, std::int64_t at);
/// Both, or the verb alone.
void add_group(std::vector<Word>& words, const Group& group, std::int64_t at);

}  // namespace heed::toy
