// heed lab C5: how statements on kinds of attention are counted and read.
#include "tests/catch.hpp"
#include "tools/lab/attention_costs.hpp"
#include "tools/lab/guess.hpp"
#include "tools/lab/report.hpp"

using namespace heed;

TEST_CASE("statements on kinds of attention are counted apart by why nothing can be said of them") {
  using enum ClaimVerdict;
  const auto one = [](ClaimVerdict verdict) {
    return AttentionClaim{"linear: time O(n)", "slope 1.02", verdict, 1.0234, {1.01, 1.04}};
  };
  const Finding some = found_of_attention({one(holds), one(holds), one(does_not_hold), one(inside_the_noise),
                                           one(measured_once), one(measured_once), one(not_measured)});
  CHECK(some.verdict == LabVerdict::holds_in_part);
  CHECK(answer_of(some) == LabAnswer::no);
  CHECK_THAT(some.measured.english, Catch::Contains("of 7 statements 2 hold on this machine and 1 do not") &&
                                        Catch::Contains("of 1 for noise") &&
                                        Catch::Contains("of 2 that were measured once") &&
                                        Catch::Contains("of 1 that were not measured"));
  const LabNumber& slope = some.tables.at(0).numbers.at(0);
  CHECK((slope.value == 1.0234 && slope.low == 1.01 && slope.high == 1.04));
  CHECK(answer_of(found_of_attention({one(holds), one(measured_once)})) == LabAnswer::unknown);
  CHECK(found_of_attention({one(holds), one(holds)}).verdict == LabVerdict::holds);
  CHECK(found_of_attention({one(measured_once)}).verdict == LabVerdict::not_measured);
  CHECK(found_of_attention({one(measured_once), one(inside_the_noise)}).verdict ==
        LabVerdict::inside_the_noise);
  CHECK(found_of_attention({one(does_not_hold), one(inside_the_noise)}).verdict == LabVerdict::does_not_hold);
}

TEST_CASE("what C5 measured is Korean for who reads Korean") {
  const auto korean = [](const char* cell) { return lab_word(cell, Language::korean); };
  CHECK(korean("slope 1.02") == "지수 1.02");
  CHECK(korean("slope 1.16 (1.16, then 0.53)") == "지수 1.16 (1.16, 다음에는 0.53)");
  CHECK(korean("fastest: dense at 256, blockwise at 512 … 2,048, BigBird at 4,096") ==
        "가장 빠른 것: 256 보통, 512 … 2,048 플래시, 4,096 BigBird");
  CHECK(korean("1.9 to 2.4 times from 1,024 tokens on") == "1,024 토큰부터 1.9–2.4배");
  for (const char* cell : {"inside the noise", "measured once", "not measured", "no such lengths",
                           "too few lengths", "holds", "does not hold", "verdict", "dense"})
    CHECK_THAT(korean(cell), !Catch::Matches(".*[A-Za-z].*"));
  CHECK(lab_word("measured once", Language::english) == "measured once");
}

TEST_CASE("times stand by length, a row for each kind, unrounded beside what is shown") {
  const std::vector<PlotCurve> curves(attention_kinds().size(), {'x', {{256, 1.2345}, {1024, 20}}});
  const LabTable table = times_by_length({256, 512, 1024}, curves);
  REQUIRE(table.table.rows.size() == curves.size());
  CHECK(table.table.rows[0] == std::vector<std::string>{"dense", "1.23", "–", "20.00"});
  CHECK((table.numbers.at(0).value == 1.2345 && table.numbers.at(1).column == 3));
}
