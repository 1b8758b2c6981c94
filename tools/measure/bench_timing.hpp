// How the tasks of `heed bench` take their times.
#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lib/array/random.hpp"
#include "lib/core/tokens.hpp"
#include "lib/score/ratio_interval.hpp"

namespace heed {

using BenchClock = std::chrono::steady_clock;

inline double milliseconds_since(BenchClock::time_point start) {
  return std::chrono::duration<double, std::milli>(BenchClock::now() - start).count();
}

/// The median of the milliseconds of `count` calls, after one that warms up.
double median_ms(int count, const auto& work) {
  work();
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    const auto start = BenchClock::now();
    work();
    times.push_back(milliseconds_since(start));
  }
  return median(times);
}

inline nlohmann::json with_speed(double ms, std::int64_t tokens) {
  return {{"ms", ms}, {"tokens_per_second", static_cast<double>(tokens) / ms * 1e3}};
}

/// Random ids, none of which is padding but the last `padding` of each row.
inline Tokens random_tokens(Rng& rng, std::int64_t rows, std::int64_t length, std::int64_t vocab,
                            std::int64_t padding = 0) {
  std::vector<std::int32_t> ids;
  for (std::int64_t i = 0; i < rows * length; ++i)
    ids.push_back(i % length < length - padding ? static_cast<std::int32_t>(1 + rng.integer(vocab - 1)) : 0);
  return {{rows, length}, std::move(ids)};
}

/// A step of another model (run_bench_task()); null for a name that is no model's.
nlohmann::json measure_model(const std::string& name);
/// Drawing from a GPT.
nlohmann::json measure_sampling(std::int64_t batch);
/// The time that recording and sweeping add to an op.
nlohmann::json measure_engine();

}  // namespace heed
