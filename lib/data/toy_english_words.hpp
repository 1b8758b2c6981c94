// The parts of an English sentence of the embedded grammar: forms of words, phrases, and verbs with their
// auxiliaries.
#pragma once

#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

/// apple → apples, box → boxes, story → stories. Irregular plurals are in the lexicon.
std::string with_s(std::string_view word);

/// "an" before a vowel sound, "a" otherwise: an apple, an honest boy, a useful book.
std::string_view indefinite_article(std::string_view next_word);

/// am, is, are; was, were.
std::string_view be(Agreement agreement, Tense tense);

/// How a bare noun is meant: subjects and people are known ("the boy"), an object is one of many ("an
/// apple"), and what one loves or hates is the kind ("apples"). Korean says none of this; the verb and the
/// role do. A pronoun has another form as a subject.
enum class Reach { subject, known, some, kind, any };
Reach reach_of(const Verb& verb);

void put_phrase(std::vector<Word>& words, const NounPhrase& phrase, Reach reach, std::int64_t at);
/// "the girl's", "my".
void put_possessor(std::vector<Word>& words, const NounPhrase& owner, std::int64_t at);
/// The noun in singular or plural, as the phrase says.
std::string noun_text(const NounPhrase& phrase);

/// Says whether a statement has an auxiliary. A question has one always, before its subject.
bool needs_auxiliary(const Clause& clause);
void put_auxiliary(std::vector<Word>& words, const Clause& clause, Agreement agreement, std::int64_t at);
/// The verb with what stands before it: "not often want to eat". Without an auxiliary it agrees with the
/// subject.
void put_verb(std::vector<Word>& words, const Clause& clause, std::optional<Agreement> agreement,
              std::int64_t at);

}  // namespace heed::toy
