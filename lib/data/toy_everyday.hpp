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

/// Of them, what somebody or something is: 저는 학생이에요, 그 아이 이름이 뭐예요, 선생님 이름을 알아요?
std::optional<Sentence> sample_identity(const Chances& chances, Draws& draws);

/// Of them, what comes and goes: 시장에 가서 생선을 샀어요, 버스가 왔어요, 어디에서 왔어요?
std::optional<Sentence> sample_journey(const Chances& chances, Draws& draws);

/// I, of what is said, and you, of what is asked.
const Pronoun* speaker_or_hearer(Question question);

/// Mostly these.
NounPhrase somebody(Question question, const Chances& chances, Draws& draws);

/// A question in so many cases of a hundred; mostly of today.
Sentence begin(std::uint32_t question_percent, Draws& draws);

/// 피곤해서 집에 갔어요: in some cases the reason and what it is of become both of oneself.
void both_by_oneself(Sentence& sentence, const Chances& chances, Draws& draws);

/// Of them, what somebody is asked or proposed to do: 먹으세요, 같이 가자.
std::optional<Sentence> sample_call(const Chances& chances, Draws& draws);

/// Mom, teacher: as one calls them.
Greeting person_called(Draws& draws);

/// In some cases from where one comes (미국에서 왔어요), or by what (버스로 학교에 가요), or for which meal
/// one eats what (점심에 뭐 먹었어요?).
void add_way(const Sentence& sentence, Clause& clause, const Chances& chances, Draws& draws);

/// 버스를 타고 학교에 가요: taking a bus and going to school becomes going there by bus.
void ride_there(Sentence& sentence);

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

/// 샀어요: bought it.
bool may_be_it(const Verb& verb);

/// To buy, to make, to read: what is done for somebody, 사 주다.
bool is_for_others(const Verb& verb);

/// To eat, to drink: what one tries so.
bool is_tasting(const Verb& verb);

/// Whether Korean never says the subject: it, and of a request or proposal.
bool is_unsaid(const Sentence& sentence);

}  // namespace heed::toy
