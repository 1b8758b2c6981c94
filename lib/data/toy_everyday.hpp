// Sentences that people type besides those of the levels 1 to 3, and how they type them.
#pragma once

#include <optional>

#include "lib/data/draws.hpp"
#include "lib/data/toy_phrases.hpp"
#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

/// Draws what only everyday sentences have.
class EverydayChooser : public Chooser {
 public:
  EverydayChooser(const Chances& chances, Draws& draws, Sentence sentence = {})
      : Chooser(chances, draws), sentence_(std::move(sentence)) {}

 protected:
  /// What was drawn does not fit: another kind of sentence is drawn.
  void refuse() { refused_ = true; }
  std::optional<Sentence> result() const { return refused_ ? std::nullopt : std::optional(sentence_); }
  bool asks() const { return sentence_.question != Question::none; }
  bool linked() const { return sentence_.link != Link::none; }
  /// A question in so many cases of a hundred; mostly of today.
  void begin(std::uint32_t question_percent);
  /// I, of what is said, and you, of what is asked; and mostly these.
  const Pronoun* speaker_or_hearer() const { return asks() ? you() : me(); }
  NounPhrase somebody();
  /// Tired, hungry, or expensive, delicious: what one says of oneself, or of it.
  const Adjective* pick_state(const Pronoun* of);
  /// 시간이 없다, 고양이가 있다, 돈이 필요하다: said of nobody yet. In some cases nothing.
  std::optional<Clause> possession();
  const Noun* pick_of_class(unsigned noun_class);
  /// 친구랑: with one's own people.
  NounPhrase one_of_own(const NounPhrase& of);
  /// One's own people are spoken of most, and the teacher is the teacher.
  void own_people(Clause& clause);

  Sentence sentence_;
  Clause& clause_ = sentence_.first;

 private:
  bool refused_ = false;
};

/// 학생이에요, 이름이 뭐예요, 그 사람 알아요: what somebody is and is called. In some cases nothing.
std::optional<Sentence> sample_identity(const Chances& chances, Draws& draws);

/// 학생이에요, 뭐예요, 고양이가 있어요, 집에 있어요, 맛있어요, 먹으세요: kinds of sentences that the other
/// levels do not have. In many cases nothing.
std::optional<Sentence> sample_everyday_kind(const Chances& chances, Draws& draws);

/// Mom, teacher: as one calls them.
Greeting person_called(Draws& draws);

/// Adds what is said besides: 먹고 싶어요, 친구와, 빨리, 저도, 버스로.
void add_to_everyday(Sentence& sentence, const Chances& chances, Draws& draws);

/// Draws endings, particles and pronouns, and what is left out; it fits the sentence.
void choose_style(Sentence& sentence, const Chances& chances, Draws& draws);

}  // namespace heed::toy
