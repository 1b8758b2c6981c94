#include "lib/array/pool.hpp"

#include <unistd.h>

#include <cstring>
#include <fstream>
#include <thread>
#include <vector>

#include "lib/array/array.hpp"
#include "tests/catch.hpp"

namespace heed {

TEST_CASE("the pool hands out aligned memory of at least the size asked for, and counts it") {
  pool_trim();  // a larger buffer would do as well
  const PoolStatistics before = pool_statistics();
  std::vector<std::pair<void*, std::size_t>> held;
  for (std::size_t bytes :
       {1u, 63u, 64u, 255u, 256u, 257u, 320u, 321u, 1000u, 4096u, 4097u, 100'000u, 1'000'001u}) {
    void* memory = pool_allocate(bytes);
    CHECK(reinterpret_cast<std::uintptr_t>(memory) % 64 == 0);
    std::memset(memory, 0x5a, bytes);  // the sanitizer build sees a size class that is too small
    held.emplace_back(memory, bytes);
    const std::size_t wasted = pool_statistics().in_use - before.in_use;
    CHECK(wasted >= bytes);
  }
  std::size_t asked = 0;
  for (const auto& [memory, bytes] : held) asked += bytes;
  CHECK(pool_statistics().in_use - before.in_use < asked * 5 / 4 + 13 * 256);
  for (const auto& [memory, bytes] : held) pool_release(memory, bytes);
  CHECK(pool_statistics().in_use == before.in_use);
  pool_release(nullptr, 100);
  CHECK(pool_statistics().in_use == before.in_use);
}

TEST_CASE("freed buffers are used again, and given back by trim") {
  pool_trim();
  CHECK(pool_statistics().cached == 0);
  void* first = pool_allocate(100'000);
  pool_release(first, 100'000);
#if !defined(HEED_SANITIZE)
  CHECK(pool_statistics().cached >= 100'000);
  void* second = pool_allocate(99'000);  // the same size class
  CHECK(second == first);
  pool_release(second, 99'000);
#endif
  CHECK(pool_statistics().peak >= 100'000);
  pool_trim();
  CHECK(pool_statistics().cached == 0);
  CHECK(pool_statistics().peak == pool_statistics().in_use);
}

#if defined(__linux__) && !defined(HEED_SANITIZE)
TEST_CASE("trim gives the memory of large buffers to the system and keeps their addresses", "[resident]") {
  const auto resident = [] {
    std::size_t all = 0, held = 0;
    std::ifstream("/proc/self/statm") >> all >> held;
    return held * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  };
  constexpr std::size_t bytes = std::size_t{1} << 26;
  pool_trim();
  const std::size_t before = resident();
  void* memory = pool_allocate(bytes);
  std::memset(memory, 0x5a, bytes);
  CHECK(resident() >= before + bytes * 9 / 10);
  pool_release(memory, bytes);
  pool_trim();
  CHECK(resident() < before + bytes / 10);
  void* again = pool_allocate(bytes);
  CHECK(again == memory);
  std::memset(again, 0x5a, bytes);
  pool_release(again, bytes);
  CHECK(pool_statistics().cached >= bytes);
  pool_trim();
}
#endif

#if !defined(HEED_SANITIZE)
TEST_CASE("a large free buffer serves for a shorter batch, and comes back as what it is") {
  pool_trim();
  constexpr std::size_t large = std::size_t{1} << 20;
  const std::size_t before = pool_statistics().in_use;
  void* first = pool_allocate(large);
  pool_release(first, large);
  void* shorter = pool_allocate(large / 4 + 1);
  CHECK(shorter == first);
  CHECK(pool_statistics().in_use == before + large);
  void* much_shorter = pool_allocate(large / 8);
  CHECK(much_shorter != first);
  pool_release(shorter, large / 4 + 1);
  CHECK(pool_statistics().cached == large);
  void* too_short = pool_allocate(large / 8);  // less than a quarter: the large one is kept for others
  CHECK(too_short != first);
  void* again = pool_allocate(large);
  CHECK(again == first);
  pool_release(again, large);
  pool_release(too_short, large / 8);
  pool_release(much_shorter, large / 8);
  CHECK(pool_statistics().in_use == before);
  pool_trim();
}

TEST_CASE("what is kept for batches of every length is at most a quarter more than the most in use") {
  pool_trim();
  const auto use = [](std::size_t bytes) {
    std::vector<void*> held;
    for (int i = 0; i < 8; ++i) held.push_back(pool_allocate(bytes));
    for (void* memory : held) pool_release(memory, bytes);
    const PoolStatistics now = pool_statistics();
    CHECK(now.in_use + now.cached <= now.peak + now.peak / 4);
  };
  for (std::size_t bytes = std::size_t{1} << 16; bytes < std::size_t{1} << 24; bytes += bytes / 4) use(bytes);
  for (std::size_t bytes = std::size_t{1} << 24; bytes > std::size_t{1} << 16; bytes -= bytes / 5) use(bytes);
  pool_trim();
}
#endif

TEST_CASE("arrays return their memory, also from several threads at once", "[threads]") {
  const std::size_t before = pool_statistics().in_use;
  std::vector<std::thread> users;
  for (int t = 0; t < 4; ++t) {
    users.emplace_back([t] {
      for (int i = 1; i < 500; ++i) {
        Array a = Array::full({i, t + 1}, static_cast<Scalar>(t));
        const Array b = a;
        a.mutable_data()[0] = 9;
        if (b.data()[0] != static_cast<Scalar>(t)) std::abort();
      }
    });
  }
  for (std::thread& user : users) user.join();
  CHECK(pool_statistics().in_use == before);
}

}  // namespace heed
