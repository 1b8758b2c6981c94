// One team of threads for the whole program.
//
// Work is cut into chunks whose number depends on the problem alone, never on the number of threads, and each
// chunk is computed by one thread: so results are the same to the bit with one thread and with many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// Threads in use, the calling one included. At first: HEED_THREADS if set, else one for each processor that
/// this process may run on, at most 16.
int threads();

/// Throws UsageError if `count` < 1.
void set_threads(int count);

namespace detail {
void run_chunks(std::int64_t chunks, void (*call)(void*, std::int64_t), void* body);
}

/// Calls body(chunk) once for each chunk in 0…chunks-1, on any thread of the team, and waits for all.
/// Inside a body it runs serially. The first exception of a body is thrown again here.
template <typename Body>
void parallel_chunks(std::int64_t chunks, Body&& body) {
  if (chunks <= 1) {
    if (chunks == 1) body(std::int64_t{0});
    return;
  }
  using Plain = std::remove_reference_t<Body>;
  detail::run_chunks(
      chunks, [](void* self, std::int64_t chunk) { (*static_cast<Plain*>(self))(chunk); },
      const_cast<std::remove_const_t<Plain>*>(&body));
}

/// Calls body(begin, end) over consecutive ranges that together are 0…count-1. `cost` is the work of one item
/// in nanoseconds or so; ranges take some ten microseconds or more, so that small work stays on one thread.
template <typename Body>
void parallel_ranges(std::int64_t count, double cost, Body&& body) {
  if (count <= 0) return;
  constexpr double chunk_cost = 15'000;
  const auto wanted = static_cast<std::int64_t>(static_cast<double>(count) * cost / chunk_cost);
  const std::int64_t chunks = std::clamp<std::int64_t>(wanted, 1, std::min<std::int64_t>(count, 16));
  // Multiples of 128 items keep a chunk's first element on a cache line and vector loops in step.
  constexpr std::int64_t grain = 128;
  const std::int64_t share = (count + chunks - 1) / chunks;
  const std::int64_t step = share < grain ? share : (share + grain - 1) / grain * grain;
  parallel_chunks((count + step - 1) / step,
                  [&](std::int64_t chunk) { body(chunk * step, std::min(count, (chunk + 1) * step)); });
}

/// Calls body(i) for each i in 0…count-1, in such ranges.
template <typename Body>
void parallel_for(std::int64_t count, double cost, Body&& body) {
  parallel_ranges(count, cost, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) body(i);
  });
}

}  // namespace heed
