#include "lib/report/width.hpp"

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("columns of a text") {
  CHECK(printable_width("") == 0);
  CHECK(printable_width("attention") == 9);
  CHECK(printable_width("좋아한다") == 8);
  CHECK(printable_width("a가b") == 4);
  CHECK(printable_width("e\u0301") == 1);             // e and a combining accent
  CHECK(printable_width("\u1112\u1161\u11ab") == 2);  // 한 as three jamo
  CHECK(printable_width("█░·…─▁") == 6);
  CHECK(printable_width("\U0001f600") == 2);
  CHECK(printable_width("a\xff\tb") == 4);
}

TEST_CASE("text that cannot disturb the terminal") {
  CHECK(printable("한글 ok") == "한글 ok");
  CHECK(printable("\x1b[31mred\r\n") == "�[31mred��");
  CHECK(printable("a\xffz\xea\xb0") == "a�z��");
  CHECK(printable("\xc2\x9b"
                  "2J\u2028") == "�2J�");
  CHECK(printable(std::string_view("\0", 1)) == "�");
}

TEST_CASE("text cut to a width") {
  CHECK(fit_width("abcdef", 6) == "abcdef");
  CHECK(fit_width("abcdef", 5) == "abcd…");
  CHECK(fit_width("abcdef", 1) == "…");
  CHECK(fit_width("abcdef", 0) == "");
  CHECK(fit_width("좋아한다", 8) == "좋아한다");
  CHECK(fit_width("좋아한다", 7) == "좋아한…");
  CHECK(fit_width("좋아한다", 6) == "좋아…");  // half a syllable does not fit
  CHECK(fit_width("e\u0301e\u0301e\u0301", 2) == "e\u0301…");
}

TEST_CASE("text filled to a width") {
  CHECK(pad_width("나는", 6) == "나는  ");
  CHECK(pad_width("나는", 6, {.align = Align::right}) == "  나는");
  CHECK(pad_width("나는", 3) == "나는");
  CHECK(pad_width("\t", 2) == "� ");
}
