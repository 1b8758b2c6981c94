// What is counted of an answer is never less than it was before.
#include <cstdlib>
#include <limits>

#include "exercises/grading/watch.hpp"
#include "exercises/grading/work.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;
using heed::ShapeError;
using heed::learn::Tensor;

namespace {

/// A tensor as an answer may see it by a cast.
struct Looks {
  std::vector<int> shape;
  double *begin, *end, *room;
};

/// values() of the tensor while it seems to have so many elements.
void read_as(const Tensor& tensor, long elements) {
  Looks& looks = *reinterpret_cast<Looks*>(const_cast<Tensor*>(&tensor));
  double* const end = looks.end;
  looks.end = looks.begin + elements;
  CHECK_THROWS_AS((void)tensor.values(), ShapeError);
  looks.end = end;
}

}  // namespace

TEST_CASE("reading a tensor whose size is below 0 or beyond all memory takes nothing from a count") {
  const Tensor plain({3}), watched({4});
  const long reads = Tensor::element_reads();
  for (const long elements : {-1L, -1'000'000'000L, 2'500'000'000L, 0x100000000L - 5, 1L << 59}) {
    read_as(plain, elements);
    CHECK(Tensor::element_reads() == reads);
  }
  const Watch watch(watched);
  (void)watched.values();
  CHECK(watch.reads() == 400);
  read_as(watched, -1'000);
  CHECK(watch.reads() >= 400);
}

#ifndef __SANITIZE_ADDRESS__  // which ends a program that asks for so much
TEST_CASE("memory that cannot be there takes nothing from the count of work") {
  const long before = work_done();
  for (int i = 0; i < 63; ++i) {
    const volatile std::size_t size = std::numeric_limits<std::size_t>::max();
    std::free(std::calloc(1, size));
    CHECK(work_done() > before);
  }
}
#endif
