// Requests, proposals and suggestions.
#include "lib/data/toy_choices.hpp"
#include "lib/data/toy_everyday.hpp"

namespace heed::toy {
namespace {

const Pronoun* asked() { return &pronouns()[1]; }
const Pronoun* we() { return &pronouns()[4]; }

/// 같이.
const MannerAdverb* together() { return &manner_adverbs()[3]; }

Question pick_suggested(Draws& draws) {
  constexpr Question kWords[] = {Question::what, Question::where, Question::when};
  return draws.chance(75) ? Question::yes_no : draws.pick(std::span(kWords));
}

/// What is done, and to what; nothing where it does not fit.
std::optional<Sentence> call(Call kind, const Chances& chances, Draws& draws) {
  const bool request = kind == Call::request;
  const Question question = kind == Call::suggestion ? pick_suggested(draws) : Question::none;
  Sentence sentence;
  sentence.question = question;
  sentence.call = kind;
  Clause& clause = sentence.first;
  clause.subject = {.pronoun = request ? asked() : we()};
  if (question != Question::what && draws.chance(8)) sentence.opening = person_called(draws);
  const bool give = request && draws.chance(25);
  const bool come = request && draws.chance(6);
  const bool meet = !request && question != Question::what && draws.chance(15);
  clause.verb = pick_verb(draws, chances.range, [&](const Verb& verb) {
    if (come || meet) return verb.english == (come ? "come" : "meet");
    if (question == Question::what && (verb.objects == 0 || verb.ambiguous)) return false;
    if (question == Question::where && !verb.place && !verb.goal) return false;
    return !verb.state && verb.recipient == (give && verb.english == "give");
  });
  clause.negated = !give && !meet && question == Question::none && draws.chance(20);
  const Verb& verb = *clause.verb;
  if (verb.goal && verb.english == "live") return std::nullopt;
  const std::span<const Place> all = places(chances.range);
  if (question == Question::where) {
    // 어디에 갈까요, 어디에서 먹을까요
  } else if (verb.goal) {
    const bool ours = request && verb.english == "come" && draws.chance(30);
    clause.place = ours ? &our_house() : &draws.pick(all);
  } else if (verb.place && draws.chance(meet ? 60 : 15)) {
    clause.place = &draws.pick(all);
  }
  clause.alone = meet;  // 학교에서 만나요: let's meet
  if (verb.objects != 0 && question != Question::what && !meet) {
    clause.object = sample_phrase({.classes = verb.objects, .kind = false, .unlike = &clause.subject},
                                  without_owners(chances), draws);
    if (clause.object->pronoun == &pronouns()[0] && !request) return std::nullopt;
    if (request && (verb.objects & kPerson) != 0 && draws.chance(50))
      clause.object = NounPhrase{.pronoun = &pronouns()[0]};
    if (request && verb.english == "do" && draws.chance(50)) clause.object = NounPhrase{.pronoun = &it()};
    if (give && !verb.ambiguous && draws.chance(25))
      clause.object = NounPhrase{.pronoun = &draws.pick(demonstratives())};
  }
  if (request && !clause.negated && is_for_others(verb) && draws.chance(30)) {
    clause.mood = Mood::favor;
    clause.recipient = draws.chance(70) ? NounPhrase{.pronoun = &pronouns()[0]}
                                        : sample_phrase({.classes = kPerson, .unlike = &clause.subject},
                                                        without_owners(chances), draws);
  }
  if (request && !clause.negated && clause.object && is_tasting(verb) && draws.chance(30))
    clause.mood = Mood::tried;
  if (meet && question != Question::when && draws.chance(50)) {
    clause.time = pick_time(draws, chances.range, Tense::future);
  } else if (!give && question != Question::when && draws.chance(10)) {
    clause.time = &time_adverbs(chances.range)[draws.chance(50) ? 2 : 4];
  }
  if (kind == Call::proposal && !clause.negated && draws.chance(25)) clause.manner = together();
  return sentence;
}

}  // namespace

Greeting person_called(Draws& draws) {
  std::vector<const Noun*> candidates;
  for (const Noun& noun : nouns(Range::everyday)) {
    if (noun.relational && noun.english != "friend" && noun.english != "sibling") candidates.push_back(&noun);
  }
  const Noun& noun = *draws.pick(candidates);
  return {noun.korean, noun.english};
}

/// 물 주세요, 기다려 주세요, 가지 마세요, 같이 가자, 같이 갈까요, 뭐 먹을까요.
std::optional<Sentence> sample_call(const Chances& chances, Draws& draws) {
  const std::uint32_t roll = draws.below(100);
  return call(roll < 60 ? Call::request : roll < 80 ? Call::proposal : Call::suggestion, chances, draws);
}

}  // namespace heed::toy
