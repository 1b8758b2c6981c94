// Why one does something, where both are of oneself.
#include "lib/data/toy_everyday.hpp"

namespace heed::toy {

void both_by_oneself(Sentence& sentence, const Chances& chances, Draws& draws) {
  Clause &reason = sentence.first, &clause = *sentence.second;
  const auto fits = [&](const Clause& c) {
    if (c.identity || c.is_somewhere) return false;
    if (c.adjective != nullptr) return (c.adjective->nouns & kPerson) != 0 && !speaks_of_things(*c.adjective);
    for (const auto* part : {&c.object, &c.recipient}) {
      if (*part && ((*part)->pronoun != nullptr || (*part)->relative != nullptr)) return false;
    }
    return !hides_its_tense(*c.verb, {.tense = c.tense, .negated = c.negated, .agreement = Agreement::first});
  };
  if (!fits(clause)) return;
  if (clause.object && may_be_it(*clause.verb) && draws.chance(40)) {  // 비싸서 안 샀어요
    reason = Clause{.subject = {.pronoun = &it()},
                    .adjective = state_of_it(chances, draws),
                    .tense = reason.tense,
                    .negated = draws.chance(20)};
    clause.subject = {.pronoun = &pronouns()[0]};
    clause.object = NounPhrase{.pronoun = &it()};
    clause.order.object_first = false;
    sentence.same_subject = true;
    return;
  }
  if (draws.chance(50)) {
    const Tense tense = reason.tense;
    std::optional<Clause> has;
    if (draws.chance(40)) has = possession(chances, draws);
    reason = has ? std::move(*has) : Clause{};
    reason.tense = tense;
    if (reason.verb == nullptr) reason.adjective = state_of_somebody(chances, draws);
  }
  if (!fits(reason)) return;
  reason.subject = clause.subject = {.pronoun = &pronouns()[0]};
  clause.order.object_first = false;
  sentence.same_subject = true;
}

}  // namespace heed::toy
