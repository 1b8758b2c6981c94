// Draws words, noun phrases, relative clauses and what people type for the embedded grammar.
#pragma once

#include <concepts>
#include <optional>
#include <string_view>
#include <utility>

#include "lib/data/draws.hpp"
#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

/// How often, in percent, a level uses a construction where it could.
struct Chances {
  std::uint32_t plural, adjective, determiner, possessor, noun_possessor, joined_noun, relative;
  std::uint32_t linked, yes_no, question_word, negation, time, place, frequency, object_first, recipient;
  std::uint32_t self = 0;  ///< everyday: I or you
  Range range = Range::basic;
};
/// Those of the levels 1 to 4. Throws UsageError at any other level.
const Chances& chances_of_level(int level);

struct PhraseRequest {
  unsigned classes = kPerson;          ///< which nouns
  bool kind = false;                   ///< object of love, hate: bare things have one number only
  bool mixed = false;                  ///< 책하고 꽃을: two things need not be of one class
  const NounPhrase* unlike = nullptr;  ///< another part of the clause, not to be named twice
};

/// The loops that draw until something fits, for Draws::until().
enum Loop : std::size_t { clause_loop, subject_loop, pronoun_loop, sentence_loop };

/// Which role a noun may have in the relative clause that is put on it.
enum class Gap { object, either };

/// Draws what a level has.
class Chooser {
 public:
  Chooser(const Chances& chances, Draws& draws) : chances_(chances), draws_(draws) {}

 protected:
  bool chance(std::uint32_t percent) { return draws_.chance(percent); }
  bool everyday() const { return chances_.range == Range::everyday; }

  /// One of those that fit, each as likely; null if there is none.
  template <typename Word, std::predicate<const Word&> Fits>
  const Word* pick(std::span<const Word> all, Fits fits) {
    std::vector<const Word*> candidates;
    for (const Word& word : all) {
      if (fits(word)) candidates.push_back(&word);
    }
    return candidates.empty() ? nullptr : draws_.pick(candidates);
  }
  template <typename Word>
  const Word* pick(std::span<const Word> all) {
    return &draws_.pick(all);
  }

  /// The same of verbs; of everyday ones the common are twice as likely.
  template <std::predicate<const Verb&> Fits>
  const Verb* pick_verb(Fits fits) {
    std::vector<const Verb*> candidates;
    for (const Verb& verb : verbs(chances_.range)) {
      if (fits(verb)) candidates.insert(candidates.end(), verb.common && everyday() ? 2 : 1, &verb);
    }
    return candidates.empty() ? nullptr : draws_.pick(candidates);
  }
  /// A verb that is so called in English, of one or several: 보다, to see.
  const Verb* pick_verb(std::string_view english) {
    return pick_verb([&](const Verb& verb) { return verb.english == english; });
  }
  /// The names, or else the other nouns, of these classes.
  std::vector<const Noun*> nouns_of(unsigned classes, bool names, const NounPhrase* unlike = nullptr) const;
  /// A time when something is, was or will be; when one has time, or is busy.
  const Adverb* pick_time(Tense tense);
  const Adverb* pick_time_of_state(Tense tense);
  /// A quality that the subject may have, and is not said of it already; null if there is nothing.
  const Adjective* pick_quality(const NounPhrase& subject);

  /// A phrase without a relative clause.
  NounPhrase phrase(const PhraseRequest& request) { return phrase(request, chances_); }
  /// The same without owners and partners.
  NounPhrase plain_phrase(const PhraseRequest& request);

  /// Puts a relative clause on a plain common noun in the singular or plural; leaves pronouns, names and
  /// phrases that already have a determiner, an owner, an adjective or a partner as they are.
  void add_relative_clause(NounPhrase& phrase, Gap gap);

  const Chances& chances_;
  Draws& draws_;

 private:
  NounPhrase phrase(const PhraseRequest& request, const Chances& chances);
  const Pronoun* pick_pronoun(const NounPhrase* unlike);
  NounPhrase owner_of(const NounPhrase& owned, const NounPhrase* unlike, const Chances& chances);
};

/// The objects that an animal may love, see or eat; everything for people.
unsigned objects_for(const Verb& verb, const NounPhrase& subject);

/// "read" is its own past, and only he, she and it tell them apart (reads, read). Past "read" is used with
/// these alone. Says whether the clause's tense would not show with this subject.
bool hides_its_tense(const Clause& clause, Agreement subject);

/// Draws what only everyday sentences have.
class EverydayChooser : public Chooser {
 public:
  explicit EverydayChooser(Draws& draws, Sentence sentence = {})
      : Chooser(chances_of_level(4), draws), sentence_(std::move(sentence)) {}

 protected:
  /// Drops the sentence, as it does not fit: another kind is drawn.
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
  /// Mom, teacher: as one calls them.
  Greeting person_called();
  /// 학생이에요, 제 이름은 민수예요, 그 사람 알아요, 이름이 뭐예요: what somebody is and is called.
  void identity();
  void name();
  void known();
  void asked_identity();
  NounPhrase a_name(const Pronoun* whose);
  /// One's own people are spoken of most, and the teacher is the teacher.
  void own_people(Clause& clause);

  Sentence sentence_;
  Clause& clause_ = sentence_.first;

 private:
  bool refused_ = false;
};

/// 학생이에요, 뭐예요, 고양이가 있어요, 집에 있어요, 맛있어요, 먹으세요: kinds of sentences that the other
/// levels do not have. In many cases nothing.
std::optional<Sentence> sample_everyday_kind(Draws& draws);

/// Adds what is said besides: 먹고 싶어요, 친구와, 빨리, 저도, 버스로.
Sentence with_additions(Sentence sentence, Draws& draws);

/// Draws endings, particles and pronouns, and what is left out; it fits the sentence.
Sentence with_style(Sentence sentence, Draws& draws);

}  // namespace heed::toy
