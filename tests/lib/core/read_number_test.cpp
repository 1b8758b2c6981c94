// A number from a text.
#include "lib/core/read_number.hpp"

#include <cstdint>

#include "tests/catch.hpp"

using heed::read_number;

TEST_CASE("a whole text is read as a number, or nothing is") {
  double number = 7;
  for (const char* none : {"", " 1", "1 ", "+1", "0x10", "1.5x", "1e", "1e999", "-", "one"}) {
    INFO(none);
    CHECK_FALSE(read_number(none, number));
    CHECK(number == 7);
  }
  CHECK((read_number("-1.5e3", number) && number == -1500));
  CHECK((read_number("0.1", number) && number == 0.1));
  CHECK((read_number(".5", number) && number == 0.5));
  std::int64_t whole = 7;
  CHECK_FALSE(read_number("1.0", whole));
  CHECK_FALSE(read_number("9223372036854775808", whole));
  CHECK(whole == 7);
  CHECK((read_number("-12", whole) && whole == -12));
}
