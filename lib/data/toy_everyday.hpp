// What people type besides the sentences of the levels 1 to 3, and how they type it.
#pragma once

#include <optional>

#include "lib/data/draws.hpp"
#include "lib/data/toy_phrases.hpp"
#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

/// 학생이에요, 뭐예요, 고양이가 있어요, 집에 있어요, 맛있어요, 먹으세요: kinds of sentences that the other
/// levels do not have. In most cases nothing.
std::optional<Sentence> sample_everyday_kind(const Chances& chances, Draws& draws);

/// Of them, what somebody is asked or proposed to do: 먹으세요, 같이 가자.
std::optional<Sentence> sample_call(const Chances& chances, Draws& draws);

/// Phrases without owners, partners and relative clauses.
Chances without_owners(Chances chances);

/// Tired, hungry: what one says of oneself.
const Adjective* state_of_somebody(const Chances& chances, Draws& draws);

/// Expensive, delicious: what is said of it.
const Adjective* state_of_it(const Chances& chances, Draws& draws);

/// 시간이 없다, 고양이가 있다, 돈이 필요하다: said of nobody yet. In some cases nothing.
std::optional<Clause> possession(const Chances& chances, Draws& draws);

/// Adds what is said of an action (먹고 싶어요, 친구와, 빨리, 저도), then draws a style.
void make_everyday(Sentence& sentence, const Chances& chances, Draws& draws);

/// Endings, particles and pronouns, and what is left out; it fits the sentence.
void choose_style(Sentence& sentence, Draws& draws);

/// 학교에 가서 책을 읽었어요: one goes, and then does something there.
bool goes_before(const Sentence& sentence);

/// To eat, to drink: what one tries so.
bool is_tasting(const Verb& verb);

/// Whether Korean never says the subject: it, and of a request or proposal.
bool is_unsaid(const Sentence& sentence);

}  // namespace heed::toy
