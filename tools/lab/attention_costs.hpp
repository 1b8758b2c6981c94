// C5 as it comes out of what was measured.
#pragma once

#include <string>
#include <vector>

#include "tools/attention/claims.hpp"
#include "tools/attention/growth.hpp"
#include "tools/lab/claim.hpp"

namespace heed {

/// Each statement by itself, then together(): what holds, what does not, and three kinds of which neither can
/// be said: inside the noise, measured once, not measured.
Finding found_of_attention(const std::vector<JudgedClaim>& claims);

/// A curve for each of attention_kinds(), in their order.
using KindCurves = std::vector<Curve>;

/// Milliseconds, or the most bytes that arrays held, of each kind by length.
LabTable times_by_length(const std::vector<std::int64_t>& lengths, const KindCurves& ms);
LabTable bytes_by_length(const std::vector<std::int64_t>& lengths, const KindCurves& bytes);

/// From which length on which kind is the fastest, of those that compute the same as dense attention and of
/// all: where two lengths have other winners, their straight lines in logarithms cross in between.
LabTable fastest_by_length(const KindCurves& ms);

}  // namespace heed
