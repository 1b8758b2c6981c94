// The sentences of the learner's translator.
#include "exercises/translator/grammar.hpp"

#include <set>

#include "lib/text/words.hpp"
#include "tests/catch.hpp"

TEST_CASE("every word occurs in the training and in what is held out") {
  const heed::translator::Grammar grammar;
  CHECK(grammar.train.size() == 240);
  CHECK(grammar.held_out.size() == 60);
  const auto words = [](const std::vector<heed::translator::Pair>& pairs) {
    std::set<std::string> found;
    for (const heed::translator::Pair& pair : pairs) {
      for (const std::string& word : heed::split_words(pair.korean)) found.insert(word);
      for (const std::string& word : heed::split_words(pair.english)) found.insert(word);
    }
    return found;
  };
  CHECK(words(grammar.train) == words(grammar.held_out));
}
