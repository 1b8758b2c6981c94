// C17 as it comes out of models that were trained.
#pragma once

#include <vector>

#include "tools/lab/claim.hpp"

namespace heed {

/// Of the interval of how many times as good as by frequency alone one model is: it has learned where that is
/// surely more than two times, and not where it is surely less.
LabVerdict verdict_of_learning(const LabNumber& times);
/// Of several: holds where all have learned, in part where some have, does not hold where one surely has not;
/// all else is inside the noise.
LabVerdict verdict_of_learning(const std::vector<LabNumber>& times);
LabAnswer answer_of_learning(const std::vector<LabNumber>& times);

}  // namespace heed
