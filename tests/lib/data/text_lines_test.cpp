#include "lib/data/text_lines.hpp"

#include <sstream>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;
using Catch::Contains;

TEST_CASE("what has no end, and lines that are none, are refused with file and line") {
  CHECK(
      error_text<Error>([] { read_text_lines("/dev/zero"); }) ==
      "/dev/zero:1: the line is longer than 1000000 bytes, the most that is read; is it text, one sentence a "
      "line?");
  const Scratch scratch;
  spill(scratch / "long", "one\n" + std::string(max_line_bytes, 'x') + "\nthree");
  CHECK(read_text_lines(scratch / "long").lines.size() == 3);
  spill(scratch / "long", "one\n" + std::string(max_line_bytes + 1, 'x'));
  CHECK_THAT(error_text<Error>([&] { read_text_lines(scratch / "long"); }),
             Contains("long:2: the line is longer"));
  spill(scratch / "many", std::string(max_text_lines + 1, '\n'));
  CHECK_THAT(error_text<Error>([&] { read_text_lines(scratch / "many"); }),
             Contains("many: has more than 10000000 lines, the most that are read; split it"));
}

TEST_CASE("lines of a stream") {
  std::istringstream in("one\n\nthree");
  std::string line;
  CHECK((read_text_line(in, line) && line == "one"));
  CHECK((read_text_line(in, line) && line.empty()));
  CHECK((read_text_line(in, line) && line == "three"));
  CHECK_FALSE(read_text_line(in, line));
  std::istringstream endless(std::string(max_line_bytes + 1, '\0'));
  CHECK_THROWS_AS(read_text_line(endless, line), Error);
}

TEST_CASE("bad lines are empty ones with a reason, where they may be left out") {
  const std::string good = "a\nb\nc\nd\ne\n", two = good + good;
  const TextLines text = parse_text_lines(two + "x\xFFy\n" + two + std::string("z\0\n", 3), "t",
                                          LineForm::tidy, "", BadLines::left_out);
  REQUIRE(text.lines.size() == 22);
  CHECK(text.lines[10].empty());
  REQUIRE(text.bad.size() == 2);
  CHECK(text.bad.at(10).english == "byte 2 (0xFF) is not UTF-8");
  CHECK(text.bad.at(21).english == "byte 2 is 0x00 (NUL), which no text holds");
  CHECK(
      error_text<Error>([&] {
        parse_text_lines(good + "x\xFFy\n\xB3\xAA\n", "t", LineForm::tidy, "", BadLines::left_out);
      }) ==
      "t: 2 of 7 lines, more than a fifth, cannot be used; save it as UTF-8 (first t:6: byte 2 (0xFF) is not "
      "UTF-8; then t:7: byte 1 (0xB3) is not UTF-8)");
  CHECK(error_text<Error>([&] { parse_text_lines(two + "\xB3\xAA\xB4\xC2\n", "t"); }) ==
        "t:11: byte 1 (0xB3) is not UTF-8; it looks like CP949; convert it with iconv -f CP949 -t UTF-8 FILE "
        "> NEW");
  CHECK_THAT(error_text<Error>([&] { parse_text_lines("\x1F\x8B\b", "t.gz"); }),
             Contains("t.gz: this is compressed (gzip), not UTF-8; unpack it with gunzip -c FILE > NEW"));
}

TEST_CASE("of lines that are left out the first three are named, and more than a fifth is an error") {
  LeftOutLines all("t");
  CHECK(all.note(9).empty());
  for (const char* where : {"t:5", "t:10", "t:15", "t:20"})
    all.add(where, make_message(tr_noop("it is empty")));
  for (const char* where : {"t:21", "t:22"}) all.pass_over(where, {});
  all.require_few(22);  // four of twenty, those passed over aside
  CHECK(all.note(22).english ==
        "t: 6 of 22 lines left out (first t:5: it is empty; then t:10: it is empty; then t:15: it is empty)");
  CHECK_THAT(error_text<Error>([&] { all.require_few(21); }),
             Contains("t: 4 of 21 lines, more than a fifth, cannot be used; mend or delete them (first t:5"));
}
