// lib/report/width.hpp adds to lib/text/display.hpp that any bytes may be measured and fitted.
#include "lib/report/width.hpp"

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("text of any bytes is measured, cut and filled as it is printed") {
  CHECK(printable_width("a\xff\tb") == 4);
  CHECK(printable("\xc2\x9b"
                  "2J\u2028") == "�2J�");
  CHECK(printable(std::string_view("\0", 1)) == "�");
  CHECK(fit_width("abcdef", 5) == "abcd…");
  CHECK(fit_width("a\xff\xff", 2) == "a…");
  CHECK(fit_width("e\u0301e\u0301e\u0301", 2) == "e\u0301…");
  CHECK(pad_width("나는", 6, {.align = Align::right}) == "  나는");
  CHECK(pad_width("\t", 2) == "� ");
}
