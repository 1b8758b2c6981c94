// Which C functions are refused, by lists of what libraries define.
#include <fstream>

#include "exercises/grading/refusals/refusals.hpp"
#include "lib/files/temporary_folder.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;

TEST_CASE("threads are refused by name where the C library defines them elsewhere, as before glibc 2.34") {
  const heed::TemporaryFolder lists;
  std::ofstream(lists.path() / "blas_symbols.txt") << "dgemm_\n";
  std::ofstream(lists.path() / "libc_symbols.txt") << "memchr@@GLIBC_2.2.5\nstrlen@@GLIBC_2.2.5\n";
  const auto refused = [&](const Bans& bans) {
    std::string text;
    for (const heed::Refusal& one :
         refused_calls("  U pthread_create\n  U thrd_create\n  w memchr\n  U strlen\n01 T memcpy\n", bans,
                       lists.path()))
      text += one.reason + " " + one.name + ", ";
    return text;
  };
  CHECK(refused({.measured = true}) == "uncounted memchr, uncounted pthread_create, uncounted thrd_create, ");
  CHECK(refused({}).empty());
}
