// The grammar's text for language models, and its entropy.
#include "lib/data/toy_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "lib/core/error.hpp"
#include "lib/data/draws.hpp"
#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("the text is a function of its options: sentences of both languages") {
  const std::vector<std::string> lines = toy_text({.sentences = 400, .seed = 3});
  CHECK(lines == toy_text({.sentences = 400, .seed = 3}));
  CHECK(lines != toy_text({.sentences = 400, .seed = 4}));
  const auto english = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
    return static_cast<unsigned char>(line.front()) < 128;
  });
  CHECK(english > 150);
  CHECK(english < 250);
  CHECK(toy_text({.sentences = 3, .seed = 3}).back() == lines[2]);
  CHECK_THROWS_AS(toy_text({.sentences = 1, .level = 4}), UsageError);
}

TEST_CASE("choices are noted and made again; a loop forgets what it refused") {
  Draws draws(5);
  DrawnChoices noted;
  draws.note(&noted);
  const std::uint32_t number = draws.below(1000);
  const bool yes = draws.chance(30);
  for (;;) {
    const std::size_t round = draws.round();
    if (draws.take(draws.below(10) == 7, 0, round)) break;
  }
  REQUIRE(noted.all.size() == 3);
  CHECK(noted.all[0].taken == number);
  CHECK(noted.all[1].taken == (yes ? 1 : 0));
  CHECK(noted.all[2].taken == 7);
  CHECK(noted.loops.at(0).taken == 1);

  DrawnChoices again{.all = noted.all, .replays = true};
  Draws other(6);
  other.note(&again);
  CHECK(other.below(1000) == number);
  CHECK(other.chance(30) == yes);
  CHECK_FALSE(again.left);
  other.below(9);  // the record has a choice of ten here
  CHECK(again.left);
}

TEST_CASE("the entropy of the grammar's text is that of how often its sentences come, where few are drawn") {
  // Of the shortest sentences many come again: their frequency says what -log2 p they have.
  const double bits = toy_text_bits({.sentences = 60, .level = 1, .seed = 8});
  CHECK(bits > 12);
  CHECK(bits < 19);
  CHECK(toy_text_bits({.sentences = 20, .level = 2, .seed = 8}) > bits);
  CHECK(toy_text_bits({.sentences = 0}) == 0);
}
