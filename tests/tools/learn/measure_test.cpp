// heed learn measure: what is saved, and what is said of it.
#include "tools/learn/report/measure.hpp"

#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"

using heed::measure_save_to_verdict;
using heed::Measured;
using heed::percentile;

TEST_CASE("a percentile is the value of the nearest rank") {
  CHECK(percentile({3, 1, 2, 4}, 0.5) == 2);
  CHECK(percentile({3, 1, 2, 4}, 0.95) == 4);
  CHECK(percentile({3, 1, 2, 4}, 0) == 1);
  CHECK_THROWS_AS(percentile({}, 0.5), heed::UsageError);
}

TEST_CASE("wrong answers that nothing names are measured apart") {
  const SmallCourse small;
  const Measured measured = measure_save_to_verdict(small.places(), {.repeats = 2, .exercises = {"one"}});
  std::string variants;
  for (const auto& one : measured.variants) {
    variants += one.variant + " ";
    CHECK(one.seconds.size() == 2);
  }
  CHECK(variants == "stub solution wrong unnamed ");
  CHECK((measured.known.saves == 6 && measured.unnamed.saves == 2));
  CHECK((measured.unnamed.median > 0 && measured.unnamed.median <= measured.unnamed.most_of_95));
}
