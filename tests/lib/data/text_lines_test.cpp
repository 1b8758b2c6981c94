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
