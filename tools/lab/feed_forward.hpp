// C9 as it comes out of nets with and without an FFN.
#pragma once

#include "lib/score/significance.hpp"
#include "tools/lab/claim.hpp"

namespace heed {

/// `gain`: R² with the FFN less that of a second attention instead, `without`. That the FFN adds what is not
/// linear holds where the net without it surely explains less than half, in part where that one is only
/// surely behind.
LabVerdict verdict_of_ffn(const MeanInterval& gain, const MeanInterval& without);

}  // namespace heed
