// Cases like those of an exercise, with other numbers.
#pragma once

#include <vector>

#include "exercises/grading/value.hpp"

namespace heed::grading::patterns {

/// Says whether other numbers may stand in an input: in no mask, probabilities or ids.
bool is_changeable(const Value& value);

/// Cases of the same kind with other numbers: as they are and drawn anew, from small ones to such that exp of
/// them is infinite, and with one input moved far up or down. Where some are infinite these become finite,
/// too, and the others large. None of a large case.
std::vector<Inputs> variants_of(const Inputs& inputs);

}  // namespace heed::grading::patterns
