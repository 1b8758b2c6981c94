// Which C functions are refused, by name and by lists of what libraries define.
#include <fstream>

#include "exercises/grading/refusals/refusals.hpp"
#include "lib/files/temporary_folder.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;

namespace {

std::string told(const std::vector<heed::Refusal>& refusals) {
  std::string text;
  for (const heed::Refusal& one : refusals) text += one.reason + " " + one.name + ", ";
  return text;
}

}  // namespace

TEST_CASE("threads are refused by name in every exercise, whichever library has them") {
  // before glibc 2.34 it was another than the C library
  for (const bool measured : {false, true})
    CHECK(told(refused_symbols("  U pthread_create@GLIBC_2.34\n  U thrd_create\n  U strlen\n",
                               {.measured = measured})) == "thread pthread_create, thread thrd_create, ");
}

TEST_CASE("where costs are measured, what is not known to be counted is refused of the C library") {
  const heed::TemporaryFolder lists;
  std::ofstream(lists.path() / "blas_symbols.txt") << "dgemm_\n";
  std::ofstream(lists.path() / "libc_symbols.txt") << "memchr@@GLIBC_2.2.5\nstrlen@@GLIBC_2.2.5\n";
  const auto refused = [&](const Bans& bans) {
    return told(refused_calls("  w memchr\n  U strlen\n01 T memcpy\n", bans, lists.path()));
  };
  CHECK(refused({.measured = true}) == "uncounted memchr, ");
  CHECK(refused({}).empty());
}
