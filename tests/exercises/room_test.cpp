// What the measured parts rest on: counting the memory in use, and heads with leading axes.
#include "exercises/grading/room.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <memory_resource>
#include <sstream>
#include <valarray>

#include "exercises/given.hpp"
#include "tests/catch.hpp"

namespace given = heed::learn::given;
using heed::grading::Room;
using heed::grading::room_of;
using heed::learn::Tensor;

TEST_CASE("room_of is the most that was in use at one time, wherever it came from") {
  constexpr long number = sizeof(double);
  const auto about = [](long bytes, long expected) { return bytes >= expected && bytes < expected + 200; };
  CHECK(about(room_of([] { const Tensor a({10, 10}); }), 100 * number));
  CHECK(about(room_of([] {
                const Tensor a({10, 10});
                { const Tensor copy = a; }
                { const Tensor copy = a; }  // the first copy is gone
              }),
              200 * number));
  CHECK(about(room_of([] { const std::vector<double> plain(1000); }), 1000 * number));
  CHECK(about(room_of([] { const auto array = std::make_unique<double[]>(1000); }), 1000 * number));
  CHECK(about(room_of([] {
                void* volatile room = std::malloc(8000);
                room = std::realloc(room, 16000);
                std::free(room);
                room = std::calloc(1000, 8);
                std::free(room);
              }),
              16000));
  CHECK(room_of([] {
          try {
            throw std::array<double, 1000>{};
          } catch (const std::array<double, 1000>&) {
          }
        }) >= 1000 * number);
}

TEST_CASE("what the C++ library gets for itself is in use, too") {
  constexpr long bytes = 80000;
  CHECK(room_of([] {
          std::pmr::monotonic_buffer_resource first;
          std::pmr::unsynchronized_pool_resource pool;
          const std::pmr::vector<char> one(bytes, &first), other(bytes, &pool);
        }) >= 2 * bytes);
  CHECK(room_of([] { const std::valarray<char> values(bytes); }) >= bytes);
  CHECK(room_of([] { std::ostringstream() << std::string(bytes, 'a'); }) >= 2 * bytes);
  CHECK(room_of([] { std::make_exception_ptr(std::array<char, bytes>{}); }) >= bytes);
  CHECK(room_of([] {
          std::vector<int> equal(bytes / sizeof(int));
          std::stable_sort(equal.begin(), equal.end());  // with a buffer of half the size
        }) >= bytes * 3 / 2);
  std::function<int(int)> deeper = [&](int left) { return left == 0 ? 0 : 1 + deeper(left - 1); };
  CHECK(room_of([&] { CHECK(deeper(3000) == 3000); }) >= bytes);  // what stands on the stack
}

TEST_CASE("what is moved, assigned and freed is neither lost nor counted twice") {
  const long before = Room::held();
  long one = 0, moved = 0, changed = 0;  // looked at afterwards: a CHECK gets memory for itself
  {
    Tensor a({300, 2});
    one = Room::held() - before;
    Tensor b = std::move(a);
    moved = Room::held() - before;
    b = b + 1;
    changed = Room::held() - before;
  }
  const long after = Room::held() - before;
  CHECK(one >= 300 * 2 * 8);
  CHECK(moved == one);
  CHECK(std::abs(changed - one) <= 64);  // what malloc found for the sum may be a little larger
  CHECK(after == 0);
}

TEST_CASE("split_heads and merge_heads take any leading axes") {
  Tensor x({2, 3, 4});
  for (int i = 0; i < x.size(); ++i) x.flat(i) = i;
  const Tensor heads = given::split_heads(x, 2);
  REQUIRE(heads.shape() == std::vector<int>{2, 2, 3, 2});
  for (int b = 0; b < 2; ++b)
    for (int h = 0; h < 2; ++h)
      for (int t = 0; t < 3; ++t)
        for (int c = 0; c < 2; ++c) CHECK(heads(b, h, t, c) == x(b, t, h * 2 + c));
  const Tensor back = given::merge_heads(heads);
  CHECK(back.shape() == x.shape());
  CHECK(back.values() == x.values());
}
