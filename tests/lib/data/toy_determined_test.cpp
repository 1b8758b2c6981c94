// Which words follow from the others, beside what a large sample of the grammar says.
#include "lib/data/toy_text.hpp"

#include <string>
#include <unordered_map>

#include "lib/text/words.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

/// The sentence with word i left open.
std::string context_of(const std::vector<std::string>& words, std::size_t i) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) text += (k == i ? "_" : words[k]) + ' ';
  return text;
}

}  // namespace

TEST_CASE("a determined word has no other in its place in a large sample, function words are determined") {
  const ToyTextOptions some{.sentences = 60, .level = 1, .seed = 1};
  const std::vector<std::string> lines = toy_text(some);
  const std::vector<std::vector<int>> determined = determined_words(some);
  REQUIRE(determined.size() == lines.size());
  std::unordered_map<std::string, std::string> word_of;  // of each determined place
  std::size_t words = 0, marks = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<std::string> split = split_words(lines[i]);
    REQUIRE(determined[i].size() == split.size());
    words += split.size();
    for (std::size_t k = 0; k < split.size(); ++k) {
      if (split[k] == "not") CHECK(determined[i][k] == 1);
      if (split[k] == "?" && split[0] == "does") marks += static_cast<std::size_t>(determined[i][k]);
      if (determined[i][k] == 1) word_of[context_of(split, k)] = split[k];
    }
  }
  CHECK(marks > 0);
  CHECK(word_of.size() > words / 20);
  CHECK(word_of.size() < words / 2);
  std::size_t others = 0;
  for (const std::string& line : toy_text({.sentences = 8'000, .level = 1, .seed = 7})) {
    const std::vector<std::string> split = split_words(line);
    for (std::size_t k = 0; k < split.size(); ++k) {
      const auto found = word_of.find(context_of(split, k));
      if (found == word_of.end()) continue;
      if (found->second != split[k]) ++others;
      if (found->second != split[k]) UNSCOPED_INFO(found->first << found->second << " / " << split[k]);
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
