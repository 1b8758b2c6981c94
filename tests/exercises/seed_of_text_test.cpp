// The seed of an answer's own cases.
#include "exercises/grading/process/seed_of_text.hpp"

#include <set>
#include <string>

#include "lib/core/name_hash.hpp"
#include "tests/catch.hpp"

using heed::grading::seed_of_text;

TEST_CASE("a text has one seed, and any other text another") {
  CHECK(seed_of_text("int f();") == seed_of_text(std::string("int f();")));
  std::set<std::uint64_t> seeds;
  for (std::size_t length = 0; length < 100; ++length) seeds.insert(seed_of_text(std::string(length, 'x')));
  for (int at = 0; at < 100; ++at) {
    std::string text(100, 'x');
    text[static_cast<std::size_t>(at)] = 'y';
    seeds.insert(seed_of_text(text));
  }
  seeds.insert(seed_of_text(std::string(40, '\0')));
  CHECK(seeds.size() == 201);
}

TEST_CASE("a text whose name_hash was made 0 by what stands at its end has no seed of 0") {
  // FNV-1a of these eight bytes is 0
  const std::string known("\xd5\x6b\xb9\x53\x42\x87\x08\x36", 8);
  CHECK(heed::name_hash(known) == 0);
  CHECK(seed_of_text(known) != 0);
}
