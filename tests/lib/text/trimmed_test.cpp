#include "lib/text/trimmed.hpp"

#include "tests/catch.hpp"

TEST_CASE("what is blank around a text goes, what is within it stays") {
  CHECK(heed::trimmed(" \t a  b\r\n") == "a  b");
  CHECK(heed::trimmed(" \n").empty());
  CHECK(heed::trimmed("").empty());
}
