// Pages end where a reader can stop.
#include "tools/learn/text/page.hpp"

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("a page ends before a heading and before the first lines of what goes on behind it") {
  const std::vector<std::string> lines{"one",  "two",  "three", "four", "",     "Heading", "", "part",
                                       "────", "row",  "row",   "row",  "",     "Heading", "", "long",
                                       "long", "long", "long",  "long", "long", "the end"};
  CHECK(page_end(lines, 0, 4) == 5);  // the empty line behind it is not the next page's first
  CHECK(page_end(lines, 0, 6) == 5);  // the heading goes with what it is above
  CHECK(page_end(lines, 0, 9) == 5);  // so does a table's head
  CHECK(page_end(lines, 5, 9) == 13);
  CHECK(page_end(lines, 5, 15) == 20);  // five lines are enough
  CHECK(page_end(lines, 5, 50) == lines.size());
  CHECK(page_end(lines, 7, 3) == 10);  // a page is not made empty
}

TEST_CASE("the page before ends where this one begins") {
  std::vector<std::string> lines;
  for (int block = 0; block < 9; ++block) {
    for (int line = 0; line < 4; ++line) lines.emplace_back("line");
    lines.emplace_back("");
    lines.emplace_back("Heading");
    lines.emplace_back("");
  }
  for (std::size_t height = 1; height < 20; ++height) {
    for (std::size_t top = 1; top < lines.size(); ++top) {
      if (lines[top].empty()) continue;
      const std::size_t before = page_before(lines, top, height);
      CAPTURE(height, top, before);
      CHECK(before < top);
      CHECK_FALSE(lines[before].empty());
      CHECK(page_end(lines, before, height) >= top);
    }
  }
}
