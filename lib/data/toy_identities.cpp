// What somebody or something is, and what it is called.
#include "lib/data/toy_everyday.hpp"

namespace heed::toy {
namespace {

class Identities {
 public:
  Identities(const Chances& chances, Draws& draws) : chances_(chances), draws_(draws) {}

  std::optional<Sentence> sentence() {
    const std::uint32_t roll = draws_.below(14);
    if (roll < 8) return identity();
    if (roll < 9) return name(begin(35, draws_));
    if (roll < 11) return known();
    return asked_identity();
  }

 private:
  /// 저는 학생이에요, 이것은 책이 아니에요, 책이에요, 제 이름은 민수예요.
  std::optional<Sentence> identity() {
    Sentence sentence = begin(35, draws_);
    Clause& clause = sentence.first;
    clause.negated = draws_.chance(chances_.negation);
    if (draws_.chance(8)) return friends(std::move(sentence));
    const bool thing = draws_.chance(35);
    clause.subject = !thing              ? somebody(sentence.question, chances_, draws_)
                     : draws_.chance(25) ? NounPhrase{.pronoun = &it()}
                                         : NounPhrase{.pronoun = &draws_.pick(demonstratives())};
    const unsigned things = kFood | kBook | kThing | kText | kDrink | kClothes;
    NounPhrase what = sample_phrase(
        {.classes = thing ? things : unsigned{kPerson}, .unlike = &clause.subject}, chances_, draws_);
    if (what.pronoun != nullptr || what.determiner != Determiner::none || !what.joined.empty())
      return std::nullopt;
    what.plural = false;
    clause.identity = std::move(what);
    if (thing) clause.tense = Tense::present;
    return sentence;
  }

  /// 민수와 지훈은 친구예요.
  Sentence friends(Sentence sentence) {
    Clause& clause = sentence.first;
    std::vector<const Noun*> both = names();
    draws_.shuffle(both);
    clause.subject = {.noun = both[0]};
    clause.subject.joined.push_back({.noun = both[1]});
    const std::string_view what = draws_.chance(70) ? "friend" : "student";
    for (const Noun& noun : nouns(chances_.range)) {
      if (noun.english == what) clause.identity = NounPhrase{.noun = &noun};
    }
    return sentence;
  }

  static std::vector<const Noun*> names() {
    std::vector<const Noun*> all;
    for (const Noun& noun : nouns(Range::everyday)) {
      if (noun.name) all.push_back(&noun);
    }
    return all;
  }

  /// 제 이름, 그 아이 이름, 강아지 이름, 제 친구 이름: of `whose`, or of somebody that `own` may have.
  NounPhrase a_name(const Pronoun* whose, const Pronoun* own) {
    NounPhrase phrase;
    for (const Noun& noun : nouns(Range::everyday)) {
      if (noun.noun_class == kName) phrase.noun = &noun;
    }
    if (draws_.chance(45)) {
      phrase.possessor.push_back({.pronoun = whose});
      return phrase;
    }
    std::vector<const Noun*> named;
    for (const Noun& noun : nouns(Range::everyday)) {
      if ((noun.noun_class & (kPerson | kAnimal)) != 0 && !noun.name &&
          noun.korean.find(' ') == std::string_view::npos)
        named.push_back(&noun);
    }
    NounPhrase owner{.noun = draws_.pick(named)};
    if (owner.noun->own) {
      owner.possessor.push_back({.pronoun = own});
    } else if (draws_.chance(60)) {
      owner.determiner = draws_.chance(40) ? Determiner::near : Determiner::far;
    }
    phrase.possessor.push_back(std::move(owner));
    return phrase;
  }

  Sentence name(Sentence sentence) {
    Clause& clause = sentence.first;
    clause.tense = Tense::present;
    clause.subject = a_name(speaker_or_hearer(sentence.question), speaker_or_hearer(sentence.question));
    clause.identity = NounPhrase{.noun = draws_.pick(names())};
    return sentence;
  }

  /// 그 사람 이름을 알아요?, 선생님 이름을 몰라요, 그 사람 알아요?
  Sentence known() {
    Sentence sentence = begin(45, draws_);
    Clause& clause = sentence.first;
    clause.subject = {.pronoun = speaker_or_hearer(sentence.question)};
    clause.verb = pick_verb(draws_, chances_.range, "know");
    const bool asks = sentence.question != Question::none;
    if (draws_.chance(50)) {
      clause.object = sample_phrase({.classes = kPerson, .unlike = &clause.subject}, chances_, draws_);
      clause.negated = draws_.chance(30);
      return sentence;
    }
    clause.object = a_name(&pronouns()[asks ? 0 : 1], speaker_or_hearer(sentence.question));
    clause.negated = draws_.chance(40);
    return sentence;
  }

  /// 이것은 뭐예요, 그 사람은 누구예요, 이름이 뭐예요.
  std::optional<Sentence> asked_identity() {
    Sentence sentence;
    sentence.question = Question::what;
    sentence.first.is_asked = true;
    if (draws_.chance(10)) {  // 누구세요?
      sentence.question = Question::whom;
      sentence.first.subject = {.pronoun = speaker_or_hearer(sentence.question)};
    } else if (draws_.chance(25)) {
      sentence.first.subject =
          a_name(speaker_or_hearer(sentence.question), speaker_or_hearer(sentence.question));
    } else if (draws_.chance(50)) {
      sentence.first.subject = {.pronoun = &draws_.pick(demonstratives())};
    } else {
      sentence.question = Question::whom;
      NounPhrase who = sample_phrase({.classes = kPerson}, chances_, draws_);
      if (who.pronoun != nullptr && who.pronoun->agreement == Agreement::first) return std::nullopt;
      sentence.first.subject = std::move(who);
    }
    return sentence;
  }

  const Chances& chances_;
  Draws& draws_;
};

}  // namespace

const Pronoun* speaker_or_hearer(Question question) {
  return &pronouns()[question == Question::none ? 0 : 1];
}

NounPhrase somebody(Question question, const Chances& chances, Draws& draws) {
  if (draws.chance(55)) return {.pronoun = speaker_or_hearer(question)};
  for (;;) {
    const std::size_t round = draws.round();
    NounPhrase phrase = sample_phrase({.classes = kPerson}, chances, draws);
    const bool me = phrase.pronoun != nullptr && phrase.pronoun->agreement == Agreement::first;
    if (draws.take(question == Question::none || !me, subject_loop, round)) return phrase;
  }
}

Sentence begin(std::uint32_t question_percent, Draws& draws) {
  Sentence sentence;
  if (draws.chance(question_percent)) sentence.question = Question::yes_no;
  sentence.first.tense = draws.chance(75) ? Tense::present : Tense::past;
  return sentence;
}

std::optional<Sentence> sample_identity(const Chances& chances, Draws& draws) {
  return Identities(chances, draws).sentence();
}

}  // namespace heed::toy
