// The grader is made of the sources that course_generate writes.
#include <fmt/format.h>

#include <algorithm>

#include "exercises/grading/naming/naming.hpp"
#include "exercises/grading/process/toolchain.hpp"
#include "lib/files/read_file.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;
using Catch::Contains;

namespace {

std::string variants_of(const std::string& exercise) {
  return heed::read_text_file(read_toolchain(HEED_COURSE_TOOLCHAIN).signatures / exercise / "variants.cpp");
}

const WrongOne& wrong_one(const Entry& entry, const std::string& id) {
  const auto at =
      std::ranges::find_if(entry.wrong, [&](const WrongOne& one) { return one.mistake.id == id; });
  REQUIRE(at != entry.wrong.end());
  return *at;
}

}  // namespace

TEST_CASE("a mistake with a switch has no copy of its own") {
  CHECK_THAT(variants_of("stable_softmax"),
             Contains("namespace wrong_first_axis {") && !Contains("namespace wrong_no_max {"));
}

TEST_CASE("a mistake that is turned on shows, and not in the reference behind it") {
  const Entry& entry = find_entry("stable_softmax");
  const Expected expected = expect(entry, 1);
  const WrongOne& one = wrong_one(entry, "no_max");
  REQUIRE(one.has_switch);
  const auto failed_by = [&](Describe describe) {
    std::vector<std::string> failed;
    for (const auto& [part, outcomes] : run_survivable(described(describe), expected.cases))
      if (!passes(expected.exercise.part(part), expected.outcomes.at(part), outcomes)) failed.push_back(part);
    return failed;
  };
  CHECK_FALSE(failed_by(one.describe).empty());
  CHECK(failed_by(entry.reference).empty());
}

TEST_CASE("the tables of mistakes and of right answers are such as may be empty") {
  for (const char* exercise : {"stable_softmax", "selective_scan"}) {
    const Entry& entry = find_entry(exercise);
    CHECK_THAT(
        variants_of(exercise),
        Contains(fmt::format("std::array<heed::grading::WrongRow, {}> wrong", entry.wrong.size())) &&
            Contains(fmt::format("std::array<heed::grading::RightRow, {}> right", entry.right.size())));
  }
}
