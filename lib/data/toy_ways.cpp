// From where and by what one goes, and for which meal one eats.
#include "lib/data/toy_everyday.hpp"

namespace heed::toy {
namespace {

const Noun& pick_of_class(unsigned noun_class, const Chances& chances, Draws& draws) {
  std::vector<const Noun*> all;
  for (const Noun& noun : nouns(chances.range)) {
    if (noun.noun_class == noun_class) all.push_back(&noun);
  }
  return *draws.pick(all);
}

}  // namespace

void add_way(const Sentence& sentence, Clause& clause, const Chances& chances, Draws& draws) {
  const Verb& verb = *clause.verb;
  if (sentence.question == Question::what && verb.english == "eat" && clause.time == nullptr &&
      clause.place == nullptr && clause.tense != Tense::present && draws.chance(50))
    clause.meal = &pick_of_class(kMeal, chances, draws);
  const bool rides = clause.subject.noun != nullptr && clause.subject.noun->noun_class == kVehicle;
  if (!verb.goal || verb.english == "live" || clause.mood == Mood::tried || rides) return;
  const bool where = sentence.question == Question::where;
  if (verb.english == "come" && sentence.call == Call::none && clause.tense != Tense::future &&
      (where || clause.place != nullptr) && draws.chance(45)) {
    clause.from = true;
  } else if (!where && draws.chance(12)) {
    clause.vehicle = &pick_of_class(kVehicle, chances, draws);
  }
}

void ride_there(Sentence& sentence) {
  const Clause& takes = sentence.first;
  if (sentence.link != Link::and_then || !sentence.same_subject || takes.verb == nullptr ||
      takes.verb->english != "take" || !takes.object || takes.object->noun == nullptr ||
      sentence.second->verb == nullptr || !sentence.second->verb->goal)
    return;
  Clause goes = *sentence.second;
  goes.subject = takes.subject;
  goes.vehicle = takes.object->noun;
  sentence = {.first = std::move(goes)};
}

}  // namespace heed::toy
