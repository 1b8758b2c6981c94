// Kinds of sentences that only the level of what people type has.
#include "lib/data/toy_everyday.hpp"

namespace heed::toy {
namespace {

const Pronoun* speaker() { return &pronouns()[0]; }
const Pronoun* hearer() { return &pronouns()[1]; }
const Pronoun* us() { return &pronouns()[4]; }

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
    if (roll < 40) return call();
    if (roll < 42) return missing();
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
      clause.subject = draws_.chance(50) ? sample_phrase({.classes = kBuilding}, plain(), draws_)
                                         : somebody(sentence.question);
      if (clause.subject.noun != nullptr && clause.subject.noun->noun_class == kBuilding)
        clause.tense = Tense::present;
      return sentence;
    }
    clause.subject = somebody(sentence.question);
    clause.place = &draws_.pick(places(chances_.range));
    clause.negated = draws_.chance(25);
    return sentence;
  }

  /// 맛있어요, 비싸요?, 오늘 추워요: Korean does not say what is; or, of oneself, 배고파요, 피곤해요?
  Sentence quality(const Pronoun* of) {
    Sentence sentence = begin(30);
    Clause& clause = sentence.first;
    const Pronoun* const self = sentence.question == Question::none ? speaker() : hearer();
    clause.subject = {.pronoun = of != nullptr ? of : self};
    clause.adjective = of == nullptr ? state_of_somebody(chances_, draws_) : state_of_it();
    clause.negated = draws_.chance(20);
    return sentence;
  }

  const Adjective* state_of_it() {
    std::vector<const Adjective*> candidates;
    for (const Adjective& adjective : adjectives(chances_.range)) {
      if (adjective.only_before_noun.empty() && speaks_of_things(adjective)) candidates.push_back(&adjective);
    }
    return draws_.pick(candidates);
  }

  /// 물 주세요, 기다려 주세요, 가지 마세요, 같이 가자, 같이 갈까요, 뭐 먹을까요.
  std::optional<Sentence> call() {
    Sentence sentence;
    const std::uint32_t roll = draws_.below(100);
    sentence.call = roll < 62 ? Call::request : roll < 80 ? Call::proposal : Call::suggestion;
    if (sentence.call == Call::suggestion) sentence.question = pick_suggested();
    const Question question = sentence.question;
    Clause& clause = sentence.first;
    const bool request = sentence.call == Call::request;
    clause.subject = {.pronoun = request ? hearer() : us()};
    if (question != Question::what && draws_.chance(8)) sentence.called = person_called();
    const bool give = request && draws_.chance(25);
    const bool come = request && draws_.chance(6);
    clause.verb = pick_verb(draws_, chances_.range, [&](const Verb& verb) {
      if (come) return verb.english == "come";
      if (question == Question::what && (verb.objects == 0 || verb.ambiguous)) return false;
      if (question == Question::where && !verb.place && !verb.goal) return false;
      return !verb.state && verb.recipient == (give && verb.english == "give");
    });
    clause.negated = !give && question == Question::none && draws_.chance(20);
    if (clause.verb->goal && clause.verb->english == "live") return std::nullopt;
    if (question == Question::where) {
      // 어디에 갈까요, 어디에서 먹을까요
    } else if (clause.verb->goal) {
      const bool ours = request && clause.verb->english == "come" && draws_.chance(30);
      clause.place = ours ? &our_house() : &draws_.pick(places(chances_.range));
    } else if (clause.verb->place && draws_.chance(15)) {
      clause.place = &draws_.pick(places(chances_.range));
    }
    if (clause.verb->objects != 0 && question != Question::what) {
      clause.object = sample_phrase(
          {.classes = clause.verb->objects, .kind = false, .unlike = &clause.subject}, plain(), draws_);
      if (clause.object->pronoun == speaker() && !request) return std::nullopt;
      if (give && !clause.verb->ambiguous && draws_.chance(25))
        clause.object = NounPhrase{.pronoun = &draws_.pick(demonstratives())};
    }
    if (!give && question != Question::when && draws_.chance(10))
      clause.time = &time_adverbs(chances_.range)[draws_.chance(50) ? 2 : 4];
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

  /// 엄마, 선생님: as one calls them.
  const Noun* person_called() {
    std::vector<const Noun*> candidates;
    for (const Noun& noun : nouns(chances_.range)) {
      if (noun.relational && noun.english != "friend" && noun.english != "sibling")
        candidates.push_back(&noun);
    }
    return draws_.pick(candidates);
  }

  Question pick_suggested() {
    constexpr Question kWords[] = {Question::what, Question::where, Question::when};
    return draws_.chance(75) ? Question::yes_no : draws_.pick(std::span(kWords));
  }

  /// Phrases without owners and partners.
  const Chances& plain() {
    plain_ = chances_;
    plain_.possessor = plain_.joined_noun = plain_.relative = 0;
    return plain_;
  }

  const Chances& chances_;
  Draws& draws_;
  Chances plain_{};
};

}  // namespace

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
