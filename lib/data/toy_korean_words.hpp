// The parts of a Korean sentence of the embedded grammar: phrases with their particles, and predicates.
#pragma once

#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

/// A noun phrase with its particle, or bare: relative clause, determiner, possessor, adjective, noun.
void put_phrase(std::vector<Word>& words, const NounPhrase& phrase, Particle particle,
                const KoreanStyle& style, std::int64_t at, bool bare = false);

/// How a clause ends.
enum class Closing { statement, question, joining, contrast, reason };

/// The predicate of a clause, with all that stands between it and the objects: 못, 먹고 싶다, 학생이다.
/// `shared_future`: the mark of an earlier verb's future, if this clause says it for both (먹고 ... 읽을
/// 것이다).
void put_predicate(std::vector<Word>& words, const Clause& clause, Closing closing, const KoreanStyle& style,
                   std::int64_t at, std::int64_t shared_future);

/// 뭐예요, 누구입니까: what or who the subject is; 어디 있어요, 어디예요: where it is.
void put_asked_identity(std::vector<Word>& words, Question question, Tense tense, const KoreanStyle& style);
void put_asked_place(std::vector<Word>& words, const Clause& clause, const KoreanStyle& style,
                     std::int64_t at);

/// 먹으세요, 먹지 마, 먹자.
void put_call(std::vector<Word>& words, const Clause& clause, Call call, const KoreanStyle& style,
              std::int64_t at);

}  // namespace heed::toy
