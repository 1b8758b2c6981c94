// Requests, proposals and suggestions.
#include "lib/data/toy_everyday.hpp"

namespace heed::toy {
namespace {

constexpr Place kOurHouse = {.korean = "우리 집", .english = "at our house", .english_goal = "to our house"};

class Calls : EverydayChooser {
 public:
  using EverydayChooser::EverydayChooser;

  std::optional<Sentence> call() {
    const std::uint32_t roll = draws_.below(100);
    sentence_.call = roll < 60 ? Call::request : roll < 80 ? Call::proposal : Call::suggestion;
    if (sentence_.call == Call::suggestion) {
      constexpr Question words[] = {Question::what, Question::where, Question::when};
      sentence_.question = chance(75) ? Question::yes_no : draws_.pick(std::span(words));
    }
    const bool asks_what = sentence_.question == Question::what;
    clause_.subject = {.pronoun = request() ? you() : us()};
    if (!asks_what && chance(8)) sentence_.opening = person_called(draws_);
    const bool give = request() && chance(25), come = request() && chance(6);
    const bool meet = !request() && !asks_what && chance(15);
    clause_.verb = pick_verb([&](const Verb& verb) {
      if (come || meet) return verb.english == (come ? "come" : "meet");
      if (asks_what && (verb.objects == 0 || verb.ambiguous)) return false;
      if (sentence_.question == Question::where && !verb.place && !verb.goal) return false;
      return !verb.state && verb.recipient == (give && verb.english == "give");
    });
    clause_.negated = !give && !meet && sentence_.question == Question::none && chance(20);
    if (clause_.verb->goal && clause_.verb->english == "live") return std::nullopt;
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
    return sentence_;
  }

 private:
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

std::optional<Sentence> sample_call(const Chances& chances, Draws& draws) {
  return Calls(chances, draws).call();
}

}  // namespace heed::toy
