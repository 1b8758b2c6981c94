#include "lib/text/near.hpp"

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("edit distance counts a swap once, and Hangul by its jamo") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("epochs", "epoch") == 1);
  CHECK(edit_distance("tranlsate", "translate") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("사과를", "사과을") == 1);
  CHECK(edit_distance("", "값") == 3);
}

TEST_CASE("near words come nearest first, and far ones not at all") {
  const std::vector<std::string> options{"--epochs", "--batch", "--batch-tokens", "--beam", "--seed"};
  CHECK(near_words("--epoch", options) == std::vector<std::string>{"--epochs"});
  CHECK(near_words("--batch-size", options).front() == "--batch");
  CHECK(near_words("--colour", options).empty());
  CHECK(is_it("--sed", options) == "; is it --seed?");
  CHECK(is_it("나", {"너", "학교"}) == "; is it 너?");
}
