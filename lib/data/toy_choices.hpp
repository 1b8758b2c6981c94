// Draws a word among those that suit a clause of the embedded grammar.
#pragma once

#include "lib/data/draws.hpp"
#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

/// What can be said of a subject, and is not said already; null if there is nothing.
const Adjective* pick_quality(Draws& draws, Range range, const NounPhrase& subject);
/// Where one goes; where one lives, a town or a country.
const Place* pick_goal(Draws& draws, Range range, const Verb& verb);
/// When something is, was or will be.
const TimeAdverb* pick_time(Draws& draws, Range range, Tense tense);

/// When one has time, or is busy: today, tomorrow, now.
const TimeAdverb* pick_time_of_state(Draws& draws, Range range, Tense tense);

}  // namespace heed::toy
