// A line more in the tables of the grammar's words, and what is said of a bad one.
#include "lib/data/toy_lexicon.hpp"

#include <string>

#include "tests/catch.hpp"

using namespace heed;
using namespace heed::toy;

namespace {

/// Reads the built-in tables with a line more in one of them; returns what is said of it, or nothing.
std::string problem_with(std::string_view table, const std::string& line) {
  std::vector<LexiconTable> tables(lexicon_tables().begin(), lexicon_tables().end());
  std::string text;
  for (LexiconTable& one : tables) {
    if (one.name != table) continue;
    text = std::string(one.text) + line;
    one.text = text;
  }
  try {
    read_lexicon(tables);
  } catch (const Error& problem) {
    return problem.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a learner may add words and a bad line is named") {
  CHECK(problem_with("nouns.tsv", "1\t토끼\trabbit\t\tanimal\n# a comment\n\n") == "");
  CHECK(problem_with("verbs.tsv", "4\t던지/던졌\tthrow\tthrew\ttool\t\t\tplace\n") == "");
  const std::string line = problem_with("nouns.tsv", "4\t토끼\trabbit\t\tanimals\n");
  CHECK(line.starts_with("lib/data/lexicon/nouns.tsv:"));
  CHECK(line.ends_with(": there is no class 'animals' of nouns"));
  CHECK(problem_with("nouns.tsv", "4\t토끼\trabbit\t\tanimal\tfluffy")
            .ends_with("there is no flag 'fluffy' here"));
  CHECK(problem_with("nouns.tsv", "4\t토끼\trabbit\t\tanimal\tmass\tx").ends_with("7 columns, not 6"));
  CHECK(problem_with("nouns.tsv", "토끼 rabbit animal").ends_with("1 columns, not 6"));
  CHECK(
      problem_with("nouns.tsv", "2\t토끼\trabbit\t\tanimal").ends_with("the level is '2', neither 1 nor 4"));
  CHECK(problem_with("verbs.tsv", "1\t던지\tthrow\tthrew\ttool")
            .ends_with("'던지' is no stem and past stem with a / between"));
  CHECK(problem_with("verbs.tsv", "1\tthrow/threw\tthrow\tthrew\ttool").find("Hangul syllable") !=
        std::string::npos);
}
