#include "lib/text/near.hpp"

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("near words come nearest first, and far ones not at all") {
  const std::vector<std::string> options{"--epochs", "--batch", "--batch-tokens", "--beam", "--seed"};
  CHECK(near_words("--epoch", options) == std::vector<std::string>{"--epochs"});
  CHECK(near_words("--batch-size", options).front() == "--batch");
  CHECK(near_words("--colour", options).empty());
  CHECK(near_words("tranlsate", {"train", "translate"}) == std::vector<std::string>{"translate"});
  CHECK(near_words("사과을", {"값", "사과를"}) == std::vector<std::string>{"사과를"});
  CHECK(is_it("--sed", options).english == "; is it --seed?");
  CHECK(is_it("나", {"너", "학교"}).english == "; is it 너?");
}

TEST_CASE("a text without spaces is near to nothing, and that is found out at once") {
  std::string endless;
  for (int i = 0; i < 200'000; ++i) endless += "가";
  CHECK(near_words(endless, std::vector<std::string>(4000, "사과를")).empty());
  CHECK(near_words("사과를", {endless}).empty());
  CHECK(near_words(endless.substr(0, 30), {endless.substr(0, 33), endless.substr(0, 27), "가나"}).size() ==
        2);
}
