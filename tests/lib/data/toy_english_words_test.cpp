#include "lib/data/toy_english_words.hpp"

#include "tests/catch.hpp"

using namespace heed::toy;

TEST_CASE("endings -s, -es and -ies") {
  CHECK(with_s("apple") == "apples");
  CHECK(with_s("box") == "boxes");
  CHECK(with_s("potato") == "potatoes");
  CHECK(with_s("story") == "stories");
  CHECK(with_s("boy") == "boys");
  CHECK(with_s("teach") == "teaches");
  CHECK(with_s("go") == "goes");
  CHECK(with_s("cry") == "cries");
}

TEST_CASE("a or an goes by the sound") {
  for (const char* word : {"apple", "egg", "old", "honest", "umbrella", "orange"})
    CHECK(indefinite_article(word) == "an");
  for (const char* word : {"banana", "useful", "uniform", "hat", "box"})
    CHECK(indefinite_article(word) == "a");
}

TEST_CASE("to be agrees with its subject") {
  CHECK(be_present(Agreement::first) == "am");
  CHECK(be_present(Agreement::second) == "are");
  CHECK(be_present(Agreement::third) == "is");
  CHECK(be_present(Agreement::plural) == "are");
  CHECK(be_past(Agreement::first) == "was");
  CHECK(be_past(Agreement::second) == "were");
  CHECK(be_past(Agreement::third) == "was");
  CHECK(be_past(Agreement::plural) == "were");
}
