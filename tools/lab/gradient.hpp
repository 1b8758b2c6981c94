// C3 as it comes out of gradients and trainings with and without the scale.
#pragma once

#include "lib/score/significance.hpp"
#include "tools/lab/claim.hpp"

namespace heed {

/// `without`, `with`: the norm of ∂p/∂z without and with the scale; `gain`: right answers with it less those
/// without, after training. It holds where the norm without is surely less than half of that with it and the
/// gain surely above 0, does not where one of the two is surely not so, and is noise where an interval leaves
/// it open.
LabVerdict verdict_of_scale(const MeanInterval& without, const MeanInterval& with, const MeanInterval& gain);

}  // namespace heed
