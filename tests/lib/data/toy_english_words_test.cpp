#include "lib/data/toy_english_words.hpp"

#include "tests/catch.hpp"

using namespace heed::toy;

TEST_CASE("endings -s, -es and -ies") {
  for (const auto& [word, form] : {std::pair("apple", "apples"),
                                   {"box", "boxes"},
                                   {"potato", "potatoes"},
                                   {"story", "stories"},
                                   {"boy", "boys"},
                                   {"teach", "teaches"},
                                   {"go", "goes"},
                                   {"cry", "cries"}})
    CHECK(with_s(word) == form);
}

TEST_CASE("a or an goes by the sound") {
  for (const char* word : {"apple", "egg", "old", "honest", "umbrella", "orange"})
    CHECK(indefinite_article(word) == "an");
  for (const char* word : {"banana", "useful", "uniform", "hat", "box"})
    CHECK(indefinite_article(word) == "a");
}

TEST_CASE("to be agrees with its subject") {
  using enum Agreement;
  const char* const forms[][2] = {{"am", "was"}, {"are", "were"}, {"is", "was"}, {"are", "were"}};
  for (const Agreement agreement : {first, second, third, plural}) {
    const auto& [present, past] = forms[static_cast<std::size_t>(agreement)];
    CHECK(be(agreement, Tense::present) == present);
    CHECK(be(agreement, Tense::past) == past);
  }
}
