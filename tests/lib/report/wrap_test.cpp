#include "lib/report/wrap.hpp"

#include <algorithm>

#include "lib/text/display.hpp"
#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("text is broken at spaces, long words between characters, Hangul counts twice") {
  CHECK(wrap("one two three", {.width = 7}) == std::vector<std::string>{"one two", "three"});
  CHECK(wrap("a b", {.width = 10, .first = "- ", .rest = "  "}) == std::vector<std::string>{"- a b"});
  CHECK(wrap("abcdefgh ij", {.width = 4}) == std::vector<std::string>{"abcd", "efgh", "ij"});
  CHECK(wrap("소프트맥스 함수", {.width = 7}) == std::vector<std::string>{"소프트", "맥스", "함수"});
  CHECK(wrap("one\n\ntwo", {.width = 7}) == std::vector<std::string>{"one", "", "two"});
  CHECK(wrap("", {.width = 7}) == std::vector<std::string>{""});
  for (std::size_t width = 1; width < 30; ++width) {
    for (const std::string& line :
         wrap("분산은 d_k에 비례하므로 √d_k로 나눕니다 antidisestablishmentarianism", {.width = width}))
      CHECK(printable_width(line) <= std::max<std::size_t>(width, 2));
  }
}

TEST_CASE("a page of help: paragraphs are filled, columns that have no room stand one below the other") {
  const std::string page = "one two\nthree four\n\n  heed help   this\n  heed bench      measures it\n";
  CHECK(wrap_page(page, 80) == "one two three four\n\n  heed help   this\n  heed bench      measures it\n");
  CHECK(wrap_page(page, 20) == "one two three four\n\n  heed help   this\n  heed bench\n      measures it\n");
  CHECK(wrap_page("  one two three four\n", 20) == "  one two three four\n");
  CHECK(wrap_page("  one two three fours\n", 20) == "  one two three\n      fours\n");
}
