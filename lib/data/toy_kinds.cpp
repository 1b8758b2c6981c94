// Kinds of sentences that only the level of what people type has.
#include "lib/data/toy_everyday.hpp"

namespace heed::toy {
namespace {

class Kinds : EverydayChooser {
 public:
  using EverydayChooser::EverydayChooser;

  std::optional<Sentence> sentence() {
    const std::uint32_t roll = draws_.below(100);
    if (roll < 14) return sample_identity(chances_, draws_);
    if (roll < 20) return has();
    if (roll < 24) return somewhere();
    if (roll < 27) return there();
    if (roll < 31) return quality(it());
    if (roll < 35) return quality(nullptr);
    if (roll < 47) return sample_call(chances_, draws_);
    if (roll < 49) return missing();
    if (roll < 56) return journey();
    if (roll < 59) return liking();
    if (roll < 62) return favor();
    return std::nullopt;
  }

 private:
  /// 고양이가 있어요, 시간이 없어요, 돈이 필요해요.
  std::optional<Sentence> has() {
    Sentence sentence = begin(40);
    Clause& clause = sentence.first;
    const NounPhrase subject = somebody(sentence.question);
    std::optional<Clause> what = possession();
    if (!what || what->object->noun == subject.noun) return std::nullopt;
    what->subject = subject;
    what->tense = clause.tense;
    clause = std::move(*what);
    const Noun& noun = *clause.object->noun;
    if ((noun.noun_class & classes("stuff task")) == 0) return sentence;
    if (clause.object->bare() && clause.object->adjective == nullptr && !clause.negated && chance(20))
      clause.manner = named(std::span<const Adverb>(lexicon().manners.all), "a lot");
    else if (noun.english != "money" && chance(35))
      clause.time = pick_time_of_state(clause.tense);
    return sentence;
  }

  /// 집에 우유가 없어요, 공원에 사람이 있어요?
  std::optional<Sentence> there() {
    Sentence sentence = begin(35);
    Clause& clause = sentence.first;
    clause.is_somewhere = clause.is_there = true;
    clause.place = pick(places(chances_.range));
    clause.subject =
        plain_phrase({.classes = classes("person animal food drink tool book flower vehicle building")});
    const NounPhrase& what = clause.subject;
    if (what.pronoun != nullptr || what.noun->name || what.noun->relational || !what.bare())
      return std::nullopt;
    clause.negated = chance(30);
    return sentence;
  }

  /// 집에 있어요, 민수는 어디 있어요, 화장실이 어디예요.
  Sentence somewhere() {
    constexpr unsigned things = classes("tool book clothes animal"), building = classes("building");
    Sentence sentence = begin(30);
    Clause& clause = sentence.first;
    clause.is_somewhere = true;
    const bool asks = chance(35);
    if (asks) {
      sentence.question = Question::where;
      const bool thing = chance(60);
      const unsigned which = chance(60) ? building : things;
      clause.subject = thing ? plain_phrase({.classes = which}) : somebody(sentence.question);
    } else {
      clause.subject = chance(30) ? phrase({.classes = things}) : somebody(sentence.question);
      clause.place = pick(places(chances_.range));
      clause.negated = chance(25);
    }
    const bool stands = clause.subject.noun != nullptr && clause.subject.noun->noun_class == building;
    if (asks && stands) clause.tense = Tense::present;
    if (clause.tense == Tense::present && !stands && chance(25))  // 지금 어디예요
      clause.time = named(time_adverbs(chances_.range), "now");
    return sentence;
  }

  /// 맛있어요, 비싸요?, 오늘 추워요: Korean does not say what is; or, of oneself, 배고파요, 피곤해요?
  Sentence quality(const Pronoun* of) {
    Sentence sentence = begin(30);
    Clause& clause = sentence.first;
    clause.subject = {.pronoun = of != nullptr ? of : speaker_or_hearer(sentence.question)};
    clause.adjective = pick_state(clause.subject.pronoun);
    if (of == nullptr && sentence.question != Question::none && chance(20)) {  // 나 예뻐?
      clause.subject = {.pronoun = me()};
      clause.adjective = pick_quality(clause.subject);
    }
    clause.negated = chance(20);
    return sentence;
  }

  /// 엄마가 보고 싶어요.
  Sentence missing() {
    Sentence sentence = begin(25);
    Clause& clause = sentence.first;
    clause.subject = {.pronoun = speaker_or_hearer(sentence.question)};
    clause.verb = pick_verb("see");
    clause.object = phrase({.classes = kPerson | kAnimal, .unlike = &clause.subject});
    if (chance(25)) clause.object = NounPhrase{.pronoun = sentence.question == Question::none ? you() : me()};
    clause.mood = Mood::wish;
    return sentence;
  }

  /// 저는 커피가 좋아요.
  Sentence liking() {
    Sentence sentence = begin(30);
    Clause& clause = sentence.first;
    clause.subject = somebody(sentence.question);
    const bool likes = chance(75);
    clause.verb = pick_verb(
        [&](const Verb& verb) { return verb.subject && verb.english == (likes ? "like" : "hate"); });
    clause.object = plain_phrase({.classes = clause.verb->objects, .kind = true, .unlike = &clause.subject});
    clause.negated = likes && chance(10);
    return sentence;
  }

  /// 엄마가 저한테 옷을 사 줬어요.
  std::optional<Sentence> favor() {
    Sentence sentence = begin(20);
    Clause& clause = sentence.first;
    clause.subject = somebody(sentence.question);
    clause.tense = chance(75) ? Tense::past : Tense::future;
    clause.verb = pick_verb([](const Verb& verb) { return verb.favor; });
    clause.object = plain_phrase({.classes = clause.verb->objects, .unlike = &clause.subject});
    clause.recipient = phrase({.classes = kPerson, .unlike = &clause.subject});
    clause.mood = Mood::favor;
    clause.order.object_before_recipient = chance(15);
    if (hides_its_tense(clause, agreement_of(clause.subject)) && sentence.question == Question::none)
      return std::nullopt;
    return sentence;
  }

  std::optional<Sentence> journey() {
    const std::uint32_t roll = draws_.below(7);
    if (roll < 4) return errand();
    return roll < 6 ? arrival() : origin();
  }

  /// 시장에 가서 생선을 샀어요.
  std::optional<Sentence> errand() {
    Sentence sentence;
    Clause& goes = sentence.first;
    goes.subject = somebody(Question::none);
    constexpr Tense tenses[] = {Tense::present, Tense::past, Tense::past, Tense::future};
    goes.tense = draws_.pick(std::span(tenses));
    constexpr std::string_view first[] = {"go", "go", "go", "go", "come", "get up"};
    goes.verb = pick_verb(draws_.pick(std::span(first)));
    if (goes.verb->goal)
      goes.place = pick(places(chances_.range));
    else if (chance(50))
      goes.time = pick_time(goes.tense);
    Clause does{.subject = {.pronoun = &pronouns()[2]}, .tense = goes.tense};
    does.verb = pick_verb(
        [](const Verb& verb) { return !verb.state && !verb.goal && !verb.recipient && verb.place; });
    if (hides_its_tense(does, agreement_of(goes.subject))) return std::nullopt;
    if (does.verb->objects != 0)
      does.object = plain_phrase({.classes = does.verb->objects, .unlike = &goes.subject});
    sentence.link = Link::and_then;
    sentence.same_subject = true;
    sentence.second = std::move(does);
    return sentence;
  }

  /// 버스가 왔어요, 이 버스는 서울에 가요?
  Sentence arrival() {
    Sentence sentence = begin(30);
    Clause& clause = sentence.first;
    clause.subject = plain_phrase({.classes = kVehicle});
    clause.subject.joined.clear();
    const bool comes = chance(60);
    clause.verb = pick_verb(comes ? "come" : "go");
    if (!comes) clause.place = pick(places(chances_.range));
    clause.negated = chance(25);
    clause.order.short_negation = clause.negated && chance(60);
    return sentence;
  }

  /// 어디에서 왔어요?, 저는 미국에서 왔어요.
  Sentence origin() {
    Sentence sentence;
    if (chance(50)) sentence.question = Question::where;
    Clause& clause = sentence.first;
    clause.subject = somebody(sentence.question);
    clause.tense = Tense::past;
    clause.verb = pick_verb("come");
    clause.from = true;
    if (sentence.question == Question::none) clause.place = pick(places(chances_.range));
    return sentence;
  }
};

}  // namespace

std::optional<Sentence> sample_everyday_kind(const Chances& chances, Draws& draws) {
  return Kinds(chances, draws).sentence();
}

}  // namespace heed::toy
