#include "lib/text/hangul.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("the final consonant chooses the particle") {
  CHECK(final_consonant("책") == 1);
  CHECK(final_consonant("사과") == 0);
  CHECK(final_consonant("서울") == final_rieul);
  CHECK(final_consonant("꽃") == 23);
  CHECK(final_consonant("히읗") == 27);
  CHECK(final_consonant("\u1112\u1161\u11AB") == 4);  // 한 in three jamo
}

TEST_CASE("words that do not end in Hangul have no final consonant") {
  CHECK(final_consonant("book") == std::nullopt);
  CHECK(final_consonant("책.") == std::nullopt);
  CHECK(final_consonant("ㅎ") == std::nullopt);
  CHECK(final_consonant("") == std::nullopt);
  CHECK_THROWS_AS(final_consonant("\xED\x95"), Error);
}
