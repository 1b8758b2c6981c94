// The grammar's text for language models, its entropy, and which words follow from the others.
#include "lib/data/toy_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>

#include "lib/data/draws.hpp"
#include "lib/text/words.hpp"
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
}

TEST_CASE("choices are noted and made again, a loop forgets what it refused") {
  Draws draws(5);
  DrawnChoices noted;
  draws.note(&noted);
  const std::uint32_t number = draws.below(1000);
  const bool yes = draws.chance(30);
  draws.until(
      0, [&] { return draws.below(10); }, [](std::uint32_t n) { return n == 7; });
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

TEST_CASE("sentences come as often as the bits of their choices say") {
  constexpr std::size_t lines = 30000;
  std::map<std::string, int> often;
  for (const std::string& line : toy_text({.sentences = lines, .level = 1, .seed = 5})) ++often[line];
  double expected = 0, found = 0;
  std::map<std::string, double> likely;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const ToyTextOptions one{.sentences = 1, .level = 1, .seed = seed};
    if (const double bits = toy_text_bits(one); bits < 15) likely[toy_text(one).front()] = bits;
  }
  CHECK(likely.size() > 3);
  for (const auto& [line, bits] : likely) {
    expected += lines * std::exp2(-bits);
    found += often[line];
  }
  INFO(found << " for " << expected << " of " << likely.size() << " sentences");
  CHECK(expected > 8);
  CHECK(std::abs(found - expected) < 4.5 * std::sqrt(expected));
  CHECK(toy_text_bits({.sentences = 20, .level = 2, .seed = 8}) >
        toy_text_bits({.sentences = 20, .level = 1, .seed = 8}));
  CHECK(toy_text_bits({.sentences = 0}) == 0);
}

TEST_CASE("a determined word has no other in its place in a large sample, function words are determined") {
  const ToyTextOptions some{.sentences = 60, .level = 1, .seed = 1};
  const std::vector<std::string> lines = toy_text(some);
  const std::vector<std::vector<int>> determined = determined_words(some);
  REQUIRE(determined.size() == lines.size());
  const auto context_of = [](std::vector<std::string> words, std::size_t i) {
    words[i] = "_";
    return join_with_spaces(words);
  };
  std::unordered_map<std::string, std::string> word_of;  // of each determined place
  std::size_t words = 0;
  int marks = 0, others = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<std::string> split = split_words(lines[i]);
    REQUIRE(determined[i].size() == split.size());
    words += split.size();
    for (std::size_t k = 0; k < split.size(); ++k) {
      if (split[k] == "not") CHECK(determined[i][k] == 1);
      if (split[k] == "?" && split[0] == "does") marks += determined[i][k];
      if (determined[i][k] == 1) word_of[context_of(split, k)] = split[k];
    }
  }
  CHECK(marks > 0);
  CHECK(word_of.size() > words / 20);
  CHECK(word_of.size() < words / 2);
  for (const std::string& line : toy_text({.sentences = 8'000, .level = 1, .seed = 7})) {
    const std::vector<std::string> split = split_words(line);
    for (std::size_t k = 0; k < split.size(); ++k) {
      const auto found = word_of.find(context_of(split, k));
      if (found == word_of.end() || found->second == split[k]) continue;
      ++others;
      UNSCOPED_INFO(found->first << ": " << found->second << " / " << split[k]);
    }
  }
  CHECK(others == 0);
}

TEST_CASE("clauses come with their tense and whether they ask") {
  int tenses[3] = {}, questions = 0;
  for (const ToyClause& clause : toy_clauses({.sentences = 300, .seed = 4})) {
    ++tenses[clause.tense];
    questions += clause.question;
    CHECK((clause.text.back() == '?') == (clause.question == 1));
    if (clause.text.find("yesterday") != std::string::npos) CHECK(clause.tense == 1);
    if (clause.text.find("tomorrow") != std::string::npos) CHECK(clause.tense == 2);
  }
  for (const int count : tenses) CHECK(count > 50);
  CHECK(questions > 50);
}
