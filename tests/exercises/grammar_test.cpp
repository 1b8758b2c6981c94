// The sentences of the learner's translator.
#include "exercises/translator/grammar.hpp"

#include <set>

#include "lib/text/words.hpp"
#include "tests/catch.hpp"

TEST_CASE("every word occurs in the training and in what is held out") {
  const auto words = [](const std::vector<heed::translator::Pair>& pairs) {
    std::set<std::string> found;
    for (const heed::translator::Pair& pair : pairs) {
      for (const std::string& word : heed::split_words(pair.korean)) found.insert(word);
      for (const std::string& word : heed::split_words(pair.english)) found.insert(word);
    }
    return found;
  };
  std::set<std::string> all, held_out;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const heed::translator::Grammar grammar(seed);
    CHECK(grammar.train.size() == 240);
    CHECK(grammar.held_out.size() == 60);
    CHECK(words(grammar.train) == words(grammar.held_out));
    for (const auto& pairs : {grammar.train, grammar.held_out})
      for (const heed::translator::Pair& pair : pairs) all.insert(pair.korean);
    for (const heed::translator::Pair& pair : grammar.held_out) held_out.insert(pair.korean);
  }
  CHECK(all.size() == 300);
  CHECK(held_out.size() > 200);  // of any seed others
}
