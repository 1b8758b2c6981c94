// Kinds of sentences that only the level of what people type has.
#include "lib/data/toy_phrases.hpp"

namespace heed::toy {
namespace {

constexpr Place kOurHouse = {.korean = "우리 집", .english = "at our house", .english_goal = "to our house"};

class Kinds : EverydayChooser {
 public:
  using EverydayChooser::EverydayChooser;

  std::optional<Sentence> sentence() {
    choose(draws_.below(100));
    return result();
  }

 private:
  void choose(std::uint32_t roll) {
    if (roll < 14) {
      const std::uint32_t kind = draws_.below(14);
      return kind < 8 ? identity() : kind < 9 ? name() : kind < 11 ? known() : asked_identity();
    }
    if (roll < 20) return has();
    if (roll < 24) return somewhere();
    if (roll < 27) return there();
    if (roll < 31) return quality(it());
    if (roll < 35) return quality(nullptr);
    if (roll < 47) return call();
    if (roll < 49) return missing();
    if (roll < 56) return journey();
    if (roll < 59) return liking();
    return roll < 62 ? favor() : refuse();
  }

  /// 고양이가 있어요, 시간이 없어요, 돈이 필요해요.
  void has() {
    begin(40);
    const NounPhrase subject = somebody();
    std::optional<Clause> what = possession();
    if (!what || what->object->noun == subject.noun) return refuse();
    what->subject = subject;
    what->tense = clause_.tense;
    clause_ = std::move(*what);
    const Noun& noun = *clause_.object->noun;
    if ((noun.noun_class & classes("stuff task")) == 0) return;
    if (clause_.object->bare() && clause_.object->adjective == nullptr && !clause_.negated && chance(20))
      clause_.manner = named(std::span<const Adverb>(lexicon().manners.all), "a lot");
    else if (noun.english != "money" && chance(35))
      clause_.time = pick_time_of_state(clause_.tense);
  }

  /// 집에 우유가 없어요, 공원에 사람이 있어요?
  void there() {
    begin(35);
    clause_.is_somewhere = clause_.is_there = true;
    clause_.place = pick(places(chances_.range));
    clause_.subject =
        plain_phrase({.classes = classes("person animal food drink tool book flower vehicle building")});
    const NounPhrase& what = clause_.subject;
    if (what.pronoun != nullptr || what.noun->name || what.noun->relational || !what.bare()) return refuse();
    clause_.negated = chance(30);
  }

  /// 집에 있어요, 민수는 어디 있어요, 화장실이 어디예요.
  void somewhere() {
    constexpr unsigned things = classes("tool book clothes animal"), building = classes("building");
    begin(30);
    clause_.is_somewhere = true;
    const bool where = chance(35);
    if (where) {
      sentence_.question = Question::where;
      const bool thing = chance(60);
      const unsigned which = chance(60) ? building : things;
      clause_.subject = thing ? plain_phrase({.classes = which}) : somebody();
    } else {
      clause_.subject = chance(30) ? phrase({.classes = things}) : somebody();
      clause_.place = pick(places(chances_.range));
      clause_.negated = chance(25);
    }
    const bool stands = clause_.subject.noun != nullptr && clause_.subject.noun->noun_class == building;
    if (where && stands) clause_.tense = Tense::present;
    if (clause_.tense == Tense::present && !stands && chance(25))  // 지금 어디예요
      clause_.time = named(time_adverbs(chances_.range), "now");
  }

  /// 맛있어요, 비싸요?, 오늘 추워요: Korean does not say what is; or, of oneself, 배고파요, 피곤해요?
  void quality(const Pronoun* of) {
    begin(30);
    clause_.subject = {.pronoun = of != nullptr ? of : speaker_or_hearer()};
    clause_.adjective = pick_state(clause_.subject.pronoun);
    if (of == nullptr && asks() && chance(20)) {  // 나 예뻐?
      clause_.subject = {.pronoun = me()};
      clause_.adjective = pick_quality(clause_.subject);
    }
    clause_.negated = chance(20);
  }

  /// 엄마가 보고 싶어요.
  void missing() {
    begin(25);
    clause_.subject = {.pronoun = speaker_or_hearer()};
    clause_.verb = pick_verb("see");
    clause_.object = phrase({.classes = kPerson | kAnimal, .unlike = &clause_.subject});
    if (chance(25)) clause_.object = NounPhrase{.pronoun = asks() ? me() : you()};
    clause_.mood = Mood::wish;
  }

  /// 저는 커피가 좋아요.
  void liking() {
    begin(30);
    clause_.subject = somebody();
    const bool likes = chance(75);
    clause_.verb = pick_verb(
        [&](const Verb& verb) { return verb.subject && verb.english == (likes ? "like" : "hate"); });
    clause_.object =
        plain_phrase({.classes = clause_.verb->objects, .kind = true, .unlike = &clause_.subject});
    clause_.negated = likes && chance(10);
  }

  /// 엄마가 저한테 옷을 사 줬어요.
  void favor() {
    begin(20);
    clause_.subject = somebody();
    clause_.tense = chance(75) ? Tense::past : Tense::future;
    clause_.verb = pick_verb([](const Verb& verb) { return verb.favor; });
    clause_.object = plain_phrase({.classes = clause_.verb->objects, .unlike = &clause_.subject});
    clause_.recipient = phrase({.classes = kPerson, .unlike = &clause_.subject});
    clause_.mood = Mood::favor;
    clause_.order.object_before_recipient = chance(15);
    if (hides_its_tense(clause_, agreement_of(clause_.subject)) && !asks()) refuse();
  }

  void journey() {
    const std::uint32_t roll = draws_.below(7);
    if (roll < 4) return errand();
    return roll < 6 ? arrival() : origin();
  }

  /// 시장에 가서 생선을 샀어요.
  void errand() {
    Clause& goes = sentence_.first;
    goes.subject = somebody();
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
    if (hides_its_tense(does, agreement_of(goes.subject))) return refuse();
    if (does.verb->objects != 0)
      does.object = plain_phrase({.classes = does.verb->objects, .unlike = &goes.subject});
    sentence_.link = Link::and_then;
    sentence_.same_subject = true;
    sentence_.second = std::move(does);
  }

  /// 버스가 왔어요, 이 버스는 서울에 가요?
  void arrival() {
    begin(30);
    clause_.subject = plain_phrase({.classes = kVehicle});
    clause_.subject.joined.clear();
    const bool comes = chance(60);
    clause_.verb = pick_verb(comes ? "come" : "go");
    if (!comes) clause_.place = pick(places(chances_.range));
    clause_.negated = chance(25);
    clause_.order.short_negation = clause_.negated && chance(60);
  }

  /// 어디에서 왔어요?, 저는 미국에서 왔어요.
  void origin() {
    if (chance(50)) sentence_.question = Question::where;
    clause_.subject = somebody();
    clause_.tense = Tense::past;
    clause_.verb = pick_verb("come");
    clause_.from = true;
    if (!asks()) clause_.place = pick(places(chances_.range));
  }

  /// 먹으세요, 같이 가자, 뭐 먹을까요: requests, proposals and suggestions.
  void call() {
    const std::uint32_t roll = draws_.below(100);
    sentence_.call = roll < 60 ? Call::request : roll < 80 ? Call::proposal : Call::suggestion;
    if (sentence_.call == Call::suggestion) {
      constexpr Question words[] = {Question::what, Question::where, Question::when};
      sentence_.question = chance(75) ? Question::yes_no : draws_.pick(std::span(words));
    }
    const bool asks_what = sentence_.question == Question::what;
    clause_.subject = {.pronoun = request() ? you() : us()};
    if (!asks_what && chance(8)) sentence_.opening = person_called();
    const bool give = request() && chance(25), come = request() && chance(6);
    const bool meet = !request() && !asks_what && chance(15);
    clause_.verb = pick_verb([&](const Verb& verb) {
      if (come || meet) return verb.english == (come ? "come" : "meet");
      if (asks_what && (verb.objects == 0 || verb.ambiguous)) return false;
      if (sentence_.question == Question::where && !verb.place && !verb.goal) return false;
      return !verb.state && verb.recipient == (give && verb.english == "give");
    });
    clause_.negated = !give && !meet && sentence_.question == Question::none && chance(20);
    if (clause_.verb->goal && clause_.verb->english == "live") return refuse();
    choose_place(meet);
    clause_.alone = meet;  // 학교에서 만나요: let's meet
    if (clause_.verb->objects != 0 && !asks_what && !meet) choose_object(give);
    choose_mood();
    if (meet && sentence_.question != Question::when && chance(50)) {
      clause_.time = pick_time(Tense::future);
    } else if (!give && sentence_.question != Question::when && chance(10)) {
      clause_.time = named(time_adverbs(chances_.range), chance(50) ? "today" : "tomorrow");
    }
    if (sentence_.call == Call::proposal && !clause_.negated && chance(25))
      clause_.manner = named(std::span<const Adverb>(lexicon().manners.all), "together");
  }

  bool request() const { return sentence_.call == Call::request; }

  void choose_place(bool meet) {
    const Verb& verb = *clause_.verb;
    if (sentence_.question == Question::where) return;  // 어디에 갈까요, 어디에서 먹을까요
    if (verb.goal) {
      const bool ours = request() && verb.english == "come" && chance(30);
      clause_.place = ours ? &kOurHouse : pick(places(chances_.range));
    } else if (verb.place && chance(meet ? 60 : 15)) {
      clause_.place = pick(places(chances_.range));
    }
  }

  void choose_object(bool give) {
    const Verb& verb = *clause_.verb;
    clause_.object = plain_phrase({.classes = verb.objects, .kind = false, .unlike = &clause_.subject});
    if (request() && (verb.objects & kPerson) != 0 && chance(50))
      clause_.object = NounPhrase{.pronoun = me()};
    if (request() && verb.english == "do" && chance(50)) clause_.object = NounPhrase{.pronoun = it()};
    if (give && !verb.ambiguous && chance(25)) clause_.object = NounPhrase{.pronoun = pick(demonstratives())};
  }

  void choose_mood() {
    if (!request() || clause_.negated) return;
    if (clause_.verb->favor && chance(30)) {
      clause_.mood = Mood::favor;
      clause_.recipient = chance(70) ? NounPhrase{.pronoun = me()}
                                     : plain_phrase({.classes = kPerson, .unlike = &clause_.subject});
    }
    if (clause_.object && clause_.verb->tasting && chance(30)) clause_.mood = Mood::tried;
  }
};

}  // namespace

std::optional<Sentence> sample_everyday_kind(Draws& draws) { return Kinds(draws).sentence(); }

}  // namespace heed::toy
