// The verbs that toy_verbs.cpp puts behind its own.
#pragma once

#include "lib/data/toy_lexicon.hpp"

namespace heed::toy {

std::span<const Verb> everyday_verbs();

}  // namespace heed::toy
