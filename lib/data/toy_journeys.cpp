// What comes and goes.
#include <array>

#include "lib/data/toy_choices.hpp"
#include "lib/data/toy_everyday.hpp"

namespace heed::toy {
namespace {

class Journeys {
 public:
  Journeys(const Chances& chances, Draws& draws) : chances_(chances), draws_(draws) {}

  std::optional<Sentence> sentence() {
    const std::uint32_t roll = draws_.below(7);
    if (roll < 4) return errand();
    return roll < 6 ? arrival() : origin();
  }

 private:
  /// 시장에 가서 생선을 샀어요.
  std::optional<Sentence> errand() {
    Sentence sentence;
    Clause& goes = sentence.first;
    goes.subject = somebody(Question::none, chances_, draws_);
    constexpr Tense kTenses[] = {Tense::present, Tense::past, Tense::past, Tense::future};
    goes.tense = draws_.pick(std::span(kTenses));
    constexpr std::array<std::string_view, 6> kFirst = {"go", "go", "go", "go", "come", "get up"};
    goes.verb = pick_verb(draws_, chances_.range, draws_.pick(kFirst));
    if (goes.verb->goal)
      goes.place = &draws_.pick(places(chances_.range));
    else if (draws_.chance(50))
      goes.time = pick_time(draws_, chances_.range, goes.tense);
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

  /// 버스가 왔어요, 이 버스는 서울에 가요?
  std::optional<Sentence> arrival() {
    Sentence sentence = begin(30, draws_);
    Clause& clause = sentence.first;
    clause.subject = sample_phrase({.classes = kVehicle}, without_owners(chances_), draws_);
    clause.subject.joined.clear();
    const bool comes = draws_.chance(60);
    clause.verb = pick_verb(draws_, chances_.range, comes ? "come" : "go");
    if (!comes) clause.place = &draws_.pick(places(chances_.range));
    clause.negated = draws_.chance(25);
    clause.order.short_negation = clause.negated && draws_.chance(60);
    return sentence;
  }

  /// 어디에서 왔어요?, 저는 미국에서 왔어요.
  Sentence origin() {
    Sentence sentence;
    if (draws_.chance(50)) sentence.question = Question::where;
    Clause& clause = sentence.first;
    clause.subject = somebody(sentence.question, chances_, draws_);
    clause.tense = Tense::past;
    clause.verb = pick_verb(draws_, chances_.range, "come");
    clause.from = true;
    if (sentence.question == Question::none) clause.place = &draws_.pick(places(chances_.range));
    return sentence;
  }

  const Chances& chances_;
  Draws& draws_;
};

}  // namespace

std::optional<Sentence> sample_journey(const Chances& chances, Draws& draws) {
  return Journeys(chances, draws).sentence();
}

}  // namespace heed::toy
