#include "lib/data/toy_choices.hpp"

#include <vector>

namespace heed::toy {

const Adjective* pick_quality(Draws& draws, Range range, const NounPhrase& subject) {
  const unsigned noun_class =
      subject.noun != nullptr ? unsigned{subject.noun->noun_class} : unsigned{kPerson};
  std::vector<const Adjective*> candidates;
  for (const Adjective& adjective : adjectives(range)) {
    const bool repeated = subject.adjective == &adjective;
    if ((adjective.nouns & noun_class) != 0 && adjective.only_before_noun.empty() && !repeated)
      candidates.push_back(&adjective);
  }
  return candidates.empty() ? nullptr : draws.pick(candidates);
}

const Place* pick_goal(Draws& draws, Range range, const Verb& verb) {
  std::vector<const Place*> candidates;
  for (const Place& place : places(range)) {
    if (place.region || verb.english != "live") candidates.push_back(&place);
  }
  return draws.pick(candidates);
}

const TimeAdverb* pick_time(Draws& draws, Range range, Tense tense) {
  std::vector<const TimeAdverb*> candidates;
  const bool two = range == Range::everyday && draws.chance(25);
  for (const TimeAdverb& adverb : time_adverbs(range)) {
    if (adverb.two != two) continue;
    const bool goes = tense == Tense::present ? adverb.present
                      : tense == Tense::past  ? adverb.past
                                              : adverb.future;
    if (goes) candidates.push_back(&adverb);
  }
  return draws.pick(candidates);
}

const TimeAdverb* pick_time_of_state(Draws& draws, Range range, Tense tense) {
  std::vector<const TimeAdverb*> candidates;
  for (const TimeAdverb& adverb : time_adverbs(range)) {
    const bool day = adverb.english == "today" || adverb.english == "on the weekend";
    const bool ahead = !adverb.two && (adverb.english == "now" || (adverb.future && !adverb.present));
    const bool back = adverb.english == "yesterday" || adverb.english == "last week";
    if (day || (tense == Tense::past ? back : ahead)) candidates.push_back(&adverb);
  }
  return draws.pick(candidates);
}

}  // namespace heed::toy
