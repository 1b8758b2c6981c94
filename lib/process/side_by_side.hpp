// Several things at once, each of which waits for a program of its own.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace heed {

/// Calls work(i) once for each i below `count`, `at_a_time` of them at once. When one throws, no other
/// begins, and what the first threw is thrown again after those that had begun.
template <typename Work>
void side_by_side(std::size_t count, std::size_t at_a_time, const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex guard;
  const auto take = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      const std::scoped_lock lock(guard);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    struct Joined {  // std::jthread, which libc++ has since version 20
      std::vector<std::thread> threads;
      ~Joined() {
        for (std::thread& thread : threads) thread.join();
      }
    } helpers;
    for (std::size_t i = 1; i < at_a_time; ++i) helpers.threads.emplace_back(take);
    take();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace heed
