// Learning rates as functions of the step, counted from 1.
#pragma once

#include <cstdint>
#include <functional>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

using Schedule = std::function<double(std::int64_t step)>;

/// The same rate throughout, after a linear rise over `warmup` steps.
Schedule constant_schedule(double rate, std::int64_t warmup = 0);
/// factor d_model^-½ min(step^-½, step warmup^-3/2): Vaswani et al. 2017, equation 3.
Schedule noam_schedule(std::int64_t d_model, std::int64_t warmup, double factor = 1);
/// Rises linearly to `rate` in `warmup` steps, then falls as rate √(warmup / step).
Schedule inverse_sqrt_schedule(double rate, std::int64_t warmup);
/// Rises linearly to `rate` in `warmup` steps, then falls to `final_rate` at `total` along half a cosine
/// (Loshchilov & Hutter 2017), and stays there.
Schedule cosine_schedule(double rate, std::int64_t warmup, std::int64_t total, double final_rate = 0);

}  // namespace heed
