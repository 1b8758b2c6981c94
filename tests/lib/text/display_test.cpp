#include "lib/text/display.hpp"

#include "lib/text/unicode.hpp"
#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("display width in columns") {
  CHECK(printable_width("abc") == 3);
  CHECK(printable_width("사과") == 4);
  CHECK(printable_width("e\u0301") == 1);
  CHECK(printable_width("\u1112\u1161\u11AB") == 2);  // 한 in three jamo
  CHECK(printable_width("ㅎ") == 2);
  CHECK(printable_width("漢字") == 4);
  CHECK(printable_width("▁█") == 2);
  CHECK(printable_width("Ａ") == 2);
  CHECK(printable_width("") == 0);
  CHECK(printable_width("a\xff\tb") == 4);  // as it is printed
}

TEST_CASE("padding counts columns, not bytes") {
  CHECK(pad_width("사과", 6) == "사과  ");
  CHECK(pad_width("사과", 6, Align::right) == "  사과");
  CHECK(pad_width("사과", 3) == "사과");
}

TEST_CASE("shortening keeps whole characters with their marks") {
  CHECK(fit_width("나는 사과를", 20) == "나는 사과를");
  CHECK(fit_width("나는 사과를", 8) == "나는 사…");
  CHECK(fit_width("나는 사과를", 7) == "나는 …");
  CHECK(fit_width("cafe\u0301s and", 5) == "cafe\u0301…");
  CHECK(fit_width("사과", 1) == "…");
  CHECK(fit_width("사과", 0) == "");
  CHECK(fit_width("a\xff\xff", 2) == "a…");
}

TEST_CASE("a text that is shortened and padded has exactly the columns asked for") {
  for (std::size_t columns = 0; columns < 14; ++columns)
    CHECK(printable_width(pad_width(fit_width("나는 e\u0301 사과", columns), columns)) == columns);
}

TEST_CASE("visible text cannot steer the terminal") {
  CHECK(printable("\x1b[31m사과\x07\u009b\x7f") == "�[31m사과���");
  CHECK(printable("나는 사과를 좋아한다") == "나는 사과를 좋아한다");
  CHECK(printable("safe\u202Etxt.exe\u2066\u200F\u2028") == "safe�txt.exe���");
  CHECK(printable("\xff가\xed\xa0\x80") == "�가���");
  CHECK(printable("\u200D\uFEFF") == "\u200D\uFEFF");
  CHECK(printable_lines("one\n\x1b[2J\r\n\nend") == "one\n�[2J�\n\nend");
  CHECK(visible_or_named("사과\u200D\x07") == "사과\u200D�");
  CHECK(visible_or_named("\uFEFF") == "U+FEFF");
  CHECK(visible_or_named("\x01\u200B") == "U+0001 U+200B");
  CHECK(visible_or_named("\u3164") == "U+3164");  // Hangul filler: a letter that draws nothing
  CHECK(visible_or_named("\u0301") == "\u0301");
}
