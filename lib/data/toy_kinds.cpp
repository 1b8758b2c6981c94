// Kinds of sentences that only the level of what people type has.
#include "lib/data/toy_everyday.hpp"

namespace heed::toy {
namespace {

const Pronoun* speaker() { return &pronouns()[0]; }
const Pronoun* hearer() { return &pronouns()[1]; }

class Kinds {
 public:
  Kinds(const Chances& chances, Draws& draws) : chances_(chances), draws_(draws) {}

  std::optional<Sentence> sentence() {
    const std::uint32_t roll = draws_.below(100);
    if (roll < 8) return identity();
    if (roll < 11) return asked_identity();
    if (roll < 17) return possession();
    if (roll < 21) return somewhere();
    if (roll < 25) return quality(&it());
    if (roll < 29) return quality(nullptr);
    if (roll < 40) return sample_call(chances_, draws_);
    if (roll < 42) return missing();
    if (roll < 45) return errand();
    return std::nullopt;
  }

 private:
  bool asks(std::uint32_t percent) { return draws_.chance(percent); }

  Tense pick_tense() { return draws_.chance(75) ? Tense::present : Tense::past; }

  /// Mostly oneself, or who is asked.
  NounPhrase somebody(Question question) {
    if (draws_.chance(55)) return {.pronoun = question == Question::none ? speaker() : hearer()};
    for (;;) {
      const std::size_t round = draws_.round();
      NounPhrase phrase = sample_phrase({.classes = kPerson}, chances_, draws_);
      const bool me = phrase.pronoun != nullptr && phrase.pronoun->agreement == Agreement::first;
      if (draws_.take(question == Question::none || !me, subject_loop, round)) return phrase;
    }
  }

  Sentence begin(std::uint32_t question_percent) {
    Sentence sentence;
    if (asks(question_percent)) sentence.question = Question::yes_no;
    sentence.first.tense = pick_tense();
    return sentence;
  }

  /// 저는 학생이에요, 이것은 책이 아니에요, 책이에요, 제 이름은 민수예요.
  std::optional<Sentence> identity() {
    Sentence sentence = begin(35);
    Clause& clause = sentence.first;
    clause.negated = draws_.chance(chances_.negation);
    if (draws_.chance(10)) return name(sentence);
    const bool thing = draws_.chance(35);
    clause.subject = !thing              ? somebody(sentence.question)
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

  Sentence name(Sentence sentence) {
    Clause& clause = sentence.first;
    const Noun* own_name = nullptr;
    std::vector<const Noun*> names;
    for (const Noun& noun : nouns(Range::everyday)) {
      if (noun.name) names.push_back(&noun);
      if (noun.noun_class == kName) own_name = &noun;
    }
    clause.tense = Tense::present;
    clause.subject = {.noun = own_name};
    clause.subject.possessor.push_back(
        {.pronoun = sentence.question == Question::none ? speaker() : hearer()});
    clause.identity = NounPhrase{.noun = draws_.pick(names)};
    return sentence;
  }

  /// 이것은 뭐예요, 그 사람은 누구예요, 이름이 뭐예요.
  std::optional<Sentence> asked_identity() {
    Sentence sentence;
    sentence.question = Question::what;
    sentence.first.is_asked = true;
    if (draws_.chance(15)) {
      sentence.first.subject = name(sentence).first.subject;
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

  /// 고양이가 있어요, 시간이 없어요, 돈이 필요해요.
  std::optional<Sentence> possession() {
    Sentence sentence = begin(40);
    Clause& clause = sentence.first;
    clause.subject = somebody(sentence.question);
    std::optional<Clause> has = toy::possession(chances_, draws_);
    if (!has || has->object->noun == clause.subject.noun) return std::nullopt;
    has->subject = clause.subject;
    has->tense = clause.tense;
    sentence.first = std::move(*has);
    return sentence;
  }

  /// 집에 있어요, 민수는 어디 있어요, 화장실이 어디예요.
  std::optional<Sentence> somewhere() {
    Sentence sentence = begin(30);
    Clause& clause = sentence.first;
    clause.is_somewhere = true;
    if (draws_.chance(35)) {
      sentence.question = Question::where;
      const bool thing = draws_.chance(60);
      const unsigned things = draws_.chance(60) ? unsigned{kBuilding} : kTool | kBook | kClothes | kAnimal;
      clause.subject = thing ? sample_phrase({.classes = things}, without_owners(chances_), draws_)
                             : somebody(sentence.question);
      if (is_building(clause.subject)) clause.tense = Tense::present;
      add_now(clause);
      return sentence;
    }
    clause.subject = somebody(sentence.question);
    clause.place = &draws_.pick(places(chances_.range));
    clause.negated = draws_.chance(25);
    add_now(clause);
    return sentence;
  }

  /// 지금 어디예요.
  void add_now(Clause& clause) {
    constexpr std::size_t now = 8;
    if (clause.tense == Tense::present && !is_building(clause.subject) && draws_.chance(25))
      clause.time = &time_adverbs(chances_.range)[now];
  }

  static bool is_building(const NounPhrase& phrase) {
    return phrase.noun != nullptr && phrase.noun->noun_class == kBuilding;
  }

  /// 맛있어요, 비싸요?, 오늘 추워요: Korean does not say what is; or, of oneself, 배고파요, 피곤해요?
  Sentence quality(const Pronoun* of) {
    Sentence sentence = begin(30);
    Clause& clause = sentence.first;
    const Pronoun* const self = sentence.question == Question::none ? speaker() : hearer();
    clause.subject = {.pronoun = of != nullptr ? of : self};
    clause.adjective = of == nullptr ? state_of_somebody(chances_, draws_) : state_of_it(chances_, draws_);
    clause.negated = draws_.chance(20);
    return sentence;
  }

  /// 시장에 가서 생선을 샀어요.
  std::optional<Sentence> errand() {
    Sentence sentence;
    Clause& goes = sentence.first;
    goes.subject = somebody(Question::none);
    constexpr Tense kTenses[] = {Tense::present, Tense::past, Tense::past, Tense::future};
    goes.tense = draws_.pick(std::span(kTenses));
    const bool comes = draws_.chance(20);
    goes.verb = pick_verb(draws_, chances_.range,
                          [&](const Verb& verb) { return verb.english == (comes ? "come" : "go"); });
    goes.place = &draws_.pick(places(chances_.range));
    Clause does{.subject = {.pronoun = &pronouns()[2]}, .tense = goes.tense};
    does.verb = pick_verb(draws_, chances_.range, [](const Verb& verb) {
      return !verb.state && !verb.goal && !verb.recipient && verb.place;
    });
    const VerbForm form{.tense = does.tense, .negated = false, .agreement = agreement_of(goes.subject)};
    if (hides_its_tense(*does.verb, form)) return std::nullopt;
    if (does.verb->objects != 0)
      does.object = sample_phrase({.classes = does.verb->objects, .unlike = &goes.subject},
                                  without_owners(chances_), draws_);
    sentence.link = Link::and_then;
    sentence.same_subject = true;
    sentence.second = std::move(does);
    return sentence;
  }

  /// 엄마가 보고 싶어요.
  Sentence missing() {
    Sentence sentence = begin(25);
    Clause& clause = sentence.first;
    clause.subject = {.pronoun = sentence.question == Question::none ? speaker() : hearer()};
    clause.verb = pick_verb(draws_, chances_.range, [](const Verb& verb) { return verb.english == "see"; });
    clause.object =
        sample_phrase({.classes = kPerson | kAnimal, .unlike = &clause.subject}, chances_, draws_);
    clause.mood = Mood::wish;
    return sentence;
  }

  const Chances& chances_;
  Draws& draws_;
};

}  // namespace

Chances without_owners(Chances chances) {
  chances.possessor = chances.joined_noun = chances.relative = 0;
  return chances;
}

const Adjective* state_of_it(const Chances& chances, Draws& draws) {
  std::vector<const Adjective*> candidates;
  for (const Adjective& adjective : adjectives(chances.range)) {
    if (adjective.only_before_noun.empty() && speaks_of_things(adjective)) candidates.push_back(&adjective);
  }
  return draws.pick(candidates);
}

const Adjective* state_of_somebody(const Chances& chances, Draws& draws) {
  std::vector<const Adjective*> candidates;
  for (const Adjective& adjective : adjectives(chances.range)) {
    if ((adjective.nouns & kPerson) != 0 && !speaks_of_things(adjective)) candidates.push_back(&adjective);
  }
  return draws.pick(candidates);
}

std::optional<Clause> possession(const Chances& chances, Draws& draws) {
  Clause clause;
  clause.verb = pick_verb(draws, chances.range,
                          [](const Verb& verb) { return verb.object_particle == Particle::subject; });
  NounPhrase what = sample_phrase({.classes = clause.verb->objects}, chances, draws);
  if (what.pronoun != nullptr || what.noun->name) return std::nullopt;
  what.possessor.clear();
  what.joined.clear();
  what.determiner = Determiner::none;
  clause.object = std::move(what);
  clause.negated = draws.chance(30);
  if (clause.negated) clause.object->plural = false;
  return clause;
}

std::optional<Sentence> sample_everyday_kind(const Chances& chances, Draws& draws) {
  return Kinds(chances, draws).sentence();
}

}  // namespace heed::toy
