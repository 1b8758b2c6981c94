// English verbs with their auxiliaries.
#include "lib/data/toy_english_words.hpp"

namespace heed::toy {
namespace {

using Words = std::vector<Word>;

std::string_view do_form(Tense tense, Agreement agreement) {
  if (tense == Tense::future) return "will";
  if (tense == Tense::past) return "did";
  return agreement == Agreement::third ? "does" : "do";
}

std::string finite(std::string_view verb, std::string_view past, Tense tense, Agreement agreement) {
  if (tense == Tense::past) return std::string(past);
  return agreement == Agreement::third ? third_person(verb) : std::string(verb);
}

std::string_view be_form(Tense tense, Agreement agreement) {
  return tense == Tense::past ? be_past(agreement) : be_present(agreement);
}

/// "try" for to eat and to drink, of which one tries.
std::string_view tried_verb(const Group& group) {
  return group.mood == Mood::wish_to_try && !group.verb->goal ? "try" : group.verb->english;
}

/// "eat", with what the mood puts before it.
void add_plain(Words& words, const Group& group, std::int64_t at) {
  if (group.mood == Mood::progress) return add(words, with_ing(group.verb->english), mark(at, kVerb));
  if (group.mood == Mood::tried) return add(words, group.verb->goal ? "been" : "tried", mark(at, kVerb));
  if (is_wish(group.mood)) add(words, "want to", mark(at, kFuture));
  if (group.mood == Mood::duty) add(words, "have to", mark(at, kFuture));
  add(words, tried_verb(group), mark(at, kVerb));
}

}  // namespace

void add_auxiliary(Words& words, const Group& group, std::int64_t at) {
  const Role role = group.tense == Tense::future ? kFuture : group.negated ? kNegation : kVerb;
  if (group.mood == Mood::progress)
    return add(words, be_form(group.tense, group.agreement), mark(at, kFuture));
  if (group.mood == Mood::tried)
    return add(words, group.agreement == Agreement::third ? "has" : "have", mark(at, kFuture));
  if (group.mood == Mood::can)
    return add(words, group.tense == Tense::past ? "could" : "can",
               mark(at, group.negated ? kNegation : kFuture));
  add(words, do_form(group.tense, group.agreement), mark(at, role));
}

void add_after_auxiliary(Words& words, const Group& group, std::int64_t at) {
  if (group.negated) add(words, "not", mark(at, kNegation));
  if (group.frequency != nullptr) add(words, group.frequency->english, mark(at, kFrequency));
  if (group.very) add(words, "really", kDegree);
  add_plain(words, group, at);
}

void add_group(Words& words, const Group& group, std::int64_t at) {
  const bool auxiliary = group.negated || group.tense == Tense::future || group.mood == Mood::progress ||
                         group.mood == Mood::can || group.mood == Mood::tried;
  if (auxiliary) {
    add_auxiliary(words, group, at);
    return add_after_auxiliary(words, group, at);
  }
  if (group.frequency != nullptr) add(words, group.frequency->english, mark(at, kFrequency));
  if (group.very) add(words, "really", kDegree);
  if (group.mood == Mood::none)
    return add(words, finite(group.verb->english, group.verb->past, group.tense, group.agreement),
               mark(at, kVerb));
  const bool wish = is_wish(group.mood);
  add(words, finite(wish ? "want" : "have", wish ? "wanted" : "had", group.tense, group.agreement),
      mark(at, kFuture));
  add(words, "to", mark(at, kFuture));
  add(words, tried_verb(group), mark(at, kVerb));
}

}  // namespace heed::toy
