// Kinds of sentences that only the level of what people type has.
#include "lib/data/toy_choices.hpp"
#include "lib/data/toy_everyday.hpp"

namespace heed::toy {
namespace {

class Kinds {
 public:
  Kinds(const Chances& chances, Draws& draws) : chances_(chances), draws_(draws) {}

  std::optional<Sentence> sentence() {
    const std::uint32_t roll = draws_.below(100);
    if (roll < 14) return sample_identity(chances_, draws_);
    if (roll < 20) return possession();
    if (roll < 24) return somewhere();
    if (roll < 27) return there();
    if (roll < 31) return quality(&it());
    if (roll < 35) return quality(nullptr);
    if (roll < 47) return sample_call(chances_, draws_);
    if (roll < 49) return missing();
    if (roll < 56) return sample_journey(chances_, draws_);
    if (roll < 59) return liking();
    if (roll < 62) return favor();
    return std::nullopt;
  }

 private:
  /// 고양이가 있어요, 시간이 없어요, 돈이 필요해요.
  std::optional<Sentence> possession() {
    Sentence sentence = begin(40, draws_);
    Clause& clause = sentence.first;
    clause.subject = somebody(sentence.question, chances_, draws_);
    std::optional<Clause> has = toy::possession(chances_, draws_);
    if (!has || has->object->noun == clause.subject.noun) return std::nullopt;
    has->subject = clause.subject;
    has->tense = clause.tense;
    sentence.first = std::move(*has);
    if ((clause.object->noun->noun_class & (kStuff | kTask)) == 0) return sentence;
    if (clause.object->bare() && clause.object->adjective == nullptr && !clause.negated && draws_.chance(20))
      clause.manner = &much();
    else if (clause.object->noun->english != "money" && draws_.chance(35))
      clause.time = pick_time_of_state(draws_, chances_.range, clause.tense);
    return sentence;
  }

  /// 많이.
  static const MannerAdverb& much() { return manner_adverbs()[5]; }

  /// 집에 우유가 없어요, 공원에 사람이 있어요?
  std::optional<Sentence> there() {
    Sentence sentence = begin(35, draws_);
    Clause& clause = sentence.first;
    clause.is_somewhere = clause.is_there = true;
    clause.place = &draws_.pick(places(chances_.range));
    constexpr unsigned seen =
        kPerson | kAnimal | kFood | kDrink | kTool | kBook | kFlower | kVehicle | kBuilding;
    NounPhrase what = sample_phrase({.classes = seen}, without_owners(chances_), draws_);
    if (what.pronoun != nullptr || what.noun->name || what.noun->relational || !what.bare())
      return std::nullopt;
    clause.subject = std::move(what);
    clause.negated = draws_.chance(30);
    return sentence;
  }

  /// 저는 커피가 좋아요.
  Sentence liking() {
    Sentence sentence = begin(30, draws_);
    Clause& clause = sentence.first;
    clause.subject = somebody(sentence.question, chances_, draws_);
    const bool likes = draws_.chance(75);
    clause.verb = pick_verb(draws_, chances_.range, [&](const Verb& verb) {
      return verb.object_particle == Particle::subject && verb.english == (likes ? "like" : "hate");
    });
    clause.object = sample_phrase({.classes = clause.verb->objects, .kind = true, .unlike = &clause.subject},
                                  without_owners(chances_), draws_);
    clause.negated = likes && draws_.chance(10);
    return sentence;
  }

  /// 엄마가 저한테 옷을 사 줬어요.
  std::optional<Sentence> favor() {
    Sentence sentence = begin(20, draws_);
    Clause& clause = sentence.first;
    clause.subject = somebody(sentence.question, chances_, draws_);
    clause.tense = draws_.chance(75) ? Tense::past : Tense::future;
    clause.verb = pick_verb(draws_, chances_.range, is_for_others);
    clause.object = sample_phrase({.classes = clause.verb->objects, .unlike = &clause.subject},
                                  without_owners(chances_), draws_);
    clause.recipient = sample_phrase({.classes = kPerson, .unlike = &clause.subject}, chances_, draws_);
    clause.mood = Mood::favor;
    clause.order.object_before_recipient = draws_.chance(15);
    const VerbForm form{.tense = clause.tense, .negated = false, .agreement = agreement_of(clause.subject)};
    if (hides_its_tense(*clause.verb, form) && sentence.question == Question::none) return std::nullopt;
    return sentence;
  }

  /// 집에 있어요, 민수는 어디 있어요, 화장실이 어디예요.
  std::optional<Sentence> somewhere() {
    Sentence sentence = begin(30, draws_);
    Clause& clause = sentence.first;
    clause.is_somewhere = true;
    if (draws_.chance(35)) {
      sentence.question = Question::where;
      const bool thing = draws_.chance(60);
      const unsigned things = draws_.chance(60) ? unsigned{kBuilding} : kTool | kBook | kClothes | kAnimal;
      clause.subject = thing ? sample_phrase({.classes = things}, without_owners(chances_), draws_)
                             : somebody(sentence.question, chances_, draws_);
      if (is_building(clause.subject)) clause.tense = Tense::present;
      add_now(clause);
      return sentence;
    }
    clause.subject = draws_.chance(30)
                         ? sample_phrase({.classes = kTool | kBook | kClothes | kAnimal}, chances_, draws_)
                         : somebody(sentence.question, chances_, draws_);
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
    Sentence sentence = begin(30, draws_);
    Clause& clause = sentence.first;
    const Pronoun* const self = speaker_or_hearer(sentence.question);
    clause.subject = {.pronoun = of != nullptr ? of : self};
    clause.adjective = of == nullptr ? state_of_somebody(chances_, draws_) : state_of_it(chances_, draws_);
    if (of == nullptr && sentence.question != Question::none && draws_.chance(20)) {  // 나 예뻐?
      clause.subject = {.pronoun = speaker_or_hearer(Question::none)};
      clause.adjective = pick_quality(draws_, chances_.range, clause.subject);
    }
    clause.negated = draws_.chance(20);
    return sentence;
  }

  /// 엄마가 보고 싶어요.
  Sentence missing() {
    Sentence sentence = begin(25, draws_);
    Clause& clause = sentence.first;
    clause.subject = {.pronoun = speaker_or_hearer(sentence.question)};
    clause.verb = pick_verb(draws_, chances_.range, "see");
    clause.object =
        sample_phrase({.classes = kPerson | kAnimal, .unlike = &clause.subject}, chances_, draws_);
    if (draws_.chance(25))
      clause.object = NounPhrase{.pronoun = &pronouns()[sentence.question == Question::none ? 1 : 0]};
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
    if (adjective.only_before_noun.empty() && (adjective.nouns & kPerson) != 0 &&
        !speaks_of_things(adjective))
      candidates.push_back(&adjective);
  }
  return draws.pick(candidates);
}

std::optional<Clause> possession(const Chances& chances, Draws& draws) {
  Clause clause;
  clause.verb = pick_verb(draws, chances.range, [](const Verb& verb) {
    return verb.object_particle == Particle::subject && !verb.kind;
  });
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
