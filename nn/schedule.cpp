#include "nn/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

void check_warmup(std::int64_t warmup, std::int64_t least) {
  if (warmup < least) throw_error<UsageError>("a warm-up of {} steps: must be at least {}", warmup, least);
}

}  // namespace

Schedule constant_schedule(double rate, std::int64_t warmup) {
  check_warmup(warmup, 0);
  return [=](std::int64_t step) {
    return step < warmup ? rate * static_cast<double>(step) / static_cast<double>(warmup) : rate;
  };
}

Schedule noam_schedule(std::int64_t d_model, std::int64_t warmup, double factor) {
  check_warmup(warmup, 1);
  return [=](std::int64_t step) {
    const auto s = static_cast<double>(std::max<std::int64_t>(step, 1));
    return factor / std::sqrt(static_cast<double>(d_model)) *
           std::min(1 / std::sqrt(s), s * std::pow(static_cast<double>(warmup), -1.5));
  };
}

Schedule inverse_sqrt_schedule(double rate, std::int64_t warmup) {
  check_warmup(warmup, 1);
  return [=](std::int64_t step) {
    const auto s = static_cast<double>(std::max<std::int64_t>(step, 1)), w = static_cast<double>(warmup);
    return rate * std::min(s / w, std::sqrt(w / s));
  };
}

Schedule cosine_schedule(double rate, std::int64_t warmup, std::int64_t total, double final_rate) {
  check_warmup(warmup, 0);
  if (total <= warmup)
    throw_error<UsageError>("a cosine schedule of {} steps with a warm-up of {}", total, warmup);
  return [=](std::int64_t step) {
    if (step <= warmup && warmup > 0) return rate * static_cast<double>(step) / static_cast<double>(warmup);
    const double done =
        std::min(1.0, static_cast<double>(step - warmup) / static_cast<double>(total - warmup));
    return final_rate + (rate - final_rate) * 0.5 * (1 + std::cos(std::numbers::pi * done));
  };
}

}  // namespace heed
