// The grader is made of the sources that course_generate writes.
#include <fmt/format.h>

#include <algorithm>

#include "exercises/grading/name/naming.hpp"
#include "exercises/grading/run/toolchain.hpp"
#include "lib/files/read_file.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;
using Catch::Contains;

namespace {

std::string variants_of(const std::string& exercise) {
  return heed::read_text_file(read_toolchain(HEED_COURSE_TOOLCHAIN).signatures / exercise / "variants.cpp");
}

}  // namespace

TEST_CASE("a mistake that is chosen shows, and not in the reference behind it") {
  const Entry& entry = find_entry("stable_softmax");
  const Expected expected = expect(entry, 1);
  const auto one =
      std::ranges::find_if(entry.wrong, [](const WrongOne& wrong) { return wrong.mistake.id == "no_max"; });
  REQUIRE(one != entry.wrong.end());
  const auto failed_by = [&](Describe describe) {
    std::vector<std::string> failed;
    for (const auto& [part, outcomes] : run_survivable(described(describe), expected.cases))
      if (!passes(expected.exercise.part(part), expected.outcomes.at(part), outcomes)) failed.push_back(part);
    return failed;
  };
  CHECK_FALSE(failed_by(one->describe).empty());
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
