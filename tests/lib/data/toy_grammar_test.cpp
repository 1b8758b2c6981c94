#include "lib/data/toy_grammar.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "lib/core/error.hpp"
#include "lib/text/words.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

/// Checks that no pair of valid or test is in the corpus twice, that looking words up does not translate it,
/// and that training has each of its words at least so often. Returns how many words training has.
std::size_t check_fair(const Corpus& corpus, int least) {
  std::set<std::string> sources, targets;
  std::map<std::string, int> source_words, target_words;
  const auto words = [](const std::string& text) { return split_words(text, Case::keep); };
  for (const SentencePair& pair : corpus.train) {
    sources.insert(pair.source);
    targets.insert(pair.target);
    for (const std::string& word : words(pair.source)) ++source_words[word];
    for (const std::string& word : words(pair.target)) ++target_words[word];
  }
  const WordLookup lookup(corpus.train);
  for (const auto* split : {&corpus.valid, &corpus.test}) {
    for (const SentencePair& pair : *split) {
      CAPTURE(pair.source, pair.target);
      REQUIRE((sources.insert(pair.source).second && targets.insert(pair.target).second));
      REQUIRE_FALSE(lookup.can_produce(pair));
      for (const std::string& word : words(pair.source)) REQUIRE(source_words[word] >= least);
      for (const std::string& word : words(pair.target)) REQUIRE(target_words[word] >= least);
    }
  }
  return std::max(source_words.size(), target_words.size());
}

void check_promises(const ToyOptions& options) {
  const Corpus corpus = toy_corpus(options);
  CAPTURE(options.level);
  REQUIRE(corpus.train.size() == options.train);
  REQUIRE(corpus.valid.size() == options.valid);
  REQUIRE(corpus.test.size() == options.test);
  std::set<std::string> sources, targets;
  for (const SentencePair& pair : corpus.train)
    REQUIRE((sources.insert(pair.source).second && targets.insert(pair.target).second));
  CHECK(check_fair(corpus, 5) < 900);
}

}  // namespace

TEST_CASE("the embedded corpus keeps its promises at every level and in both directions") {
  for (const Direction direction : {Direction::korean_to_english, Direction::english_to_korean})
    for (const int level : {1, 2, 3})
      check_promises({.direction = direction, .train = 2000, .valid = 100, .test = 100, .level = level});
  for (const int level : {0, 5}) CHECK_THROWS_AS(toy_corpus({.level = level}), UsageError);
}

TEST_CASE("the level of what people type has greetings and a function from source to target") {
  const Corpus corpus = toy_corpus({.train = 12000, .valid = 100, .test = 100, .level = 4});
  std::map<std::string, std::string> target_of;
  for (const auto* split : {&corpus.train, &corpus.valid, &corpus.test}) {
    for (const SentencePair& pair : *split) {
      const auto [at, fresh] = target_of.emplace(pair.source, pair.target);
      CAPTURE(pair.source);
      REQUIRE(at->second == pair.target);
      REQUIRE((fresh || split == &corpus.train));  // greetings alone come again
    }
  }
  CHECK(target_of.at("안녕하세요") == "hello");
  CHECK(corpus.train.size() == 12000);
}

TEST_CASE("I love apples is the first training pair") {
  for (const Direction direction : {Direction::korean_to_english, Direction::english_to_korean}) {
    const Corpus corpus = toy_corpus({.direction = direction, .train = 10, .valid = 0, .test = 0});
    std::string korean = "나는 사과를 좋아한다", english = "I love apples";
    if (direction == Direction::english_to_korean) std::swap(korean, english);
    CHECK(corpus.train[0].source == korean);
    CHECK(corpus.train[0].target == english);
  }
}

TEST_CASE("few training pairs have few others to judge by, of words that training has", "[.long]") {
  for (const auto& [level, train] :
       std::vector<std::pair<int, std::size_t>>{{1, 50}, {2, 200}, {4, 50}, {4, 100}, {4, 500}}) {
    for (const Direction direction : {Direction::korean_to_english, Direction::english_to_korean}) {
      CAPTURE(level, train);
      const Corpus corpus = toy_corpus({.direction = direction, .train = train, .level = level});
      CHECK(corpus.train.size() == train);
      check_fair(corpus, 1);
      for (const auto* part : {&corpus.valid, &corpus.test})
        CHECK((part->size() >= 10 && part->size() <= 500));
    }
  }
  // There is no other sentence of the words of one pair.
  CHECK_THROWS_AS(toy_corpus({.train = 1, .valid = 5}), UsageError);
}

TEST_CASE("word lookup finds what a dictionary can do, and no more") {
  const std::vector<SentencePair> train = {{"소년은 잔다", "the boy sleeps", {{0, 0}, {0, 1}, {1, 2}}},
                                           {"나는 물을 마신다", "I drink water", {{0, 0}, {1, 2}, {2, 1}}}};
  const WordLookup lookup(train);
  CHECK(lookup.can_produce({"소년은 잔다", "the boy sleeps"}));
  CHECK(lookup.can_produce({"나는 물을 소년은", "I the boy"}));
  CHECK_FALSE(lookup.can_produce({"나는 물을 마신다", "I drink water"}));
  CHECK_FALSE(lookup.can_produce({"나는", "I I"}));
}
