// heed lab C5: how statements on kinds of attention are counted and read.
#include <fmt/format.h>

#include <algorithm>

#include "tests/catch.hpp"
#include "tools/lab/attention_costs.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/guess.hpp"
#include "tools/lab/report.hpp"
#include "tools/lab/series_picture.hpp"

using namespace heed;

TEST_CASE("statements on kinds of attention are counted apart by why nothing can be said of them") {
  using enum ClaimVerdict;
  const auto one = [](ClaimVerdict verdict) {
    return JudgedClaim{{"linear: time O(n)"}, {"slope 1.02"}, verdict, MeasuredPower{1.0234, 1.01, 1.04}};
  };
  const Finding some = found_of_attention({one(holds), one(holds), one(does_not_hold), one(inside_the_noise),
                                           one(measured_once), one(measured_once), one(not_measured)});
  CHECK(some.verdict == LabVerdict::holds_in_part);
  CHECK(answer_of(some) == LabAnswer::no);
  CHECK(some.measured.english ==
        "of 7 statements 2 hold on this machine and 1 do not; nothing can be said of 1: two turns say "
        "different "
        "things; nothing can be said of 2: measured once; nothing can be said of 1: not measured");
  CHECK(found_of_attention({one(holds)}).measured.english ==
        "of 1 statements 1 hold on this machine and 0 do not");
  const LabNumber& slope = some.tables.at(0).numbers.at(0);
  CHECK((slope.value == 1.0234 && slope.low == 1.01 && slope.high == 1.04));
  const Finding of_two = found_of_attention({one(holds), one(measured_once)});
  CHECK(of_two.verdict == LabVerdict::holds_in_part);
  CHECK(answer_of(of_two) == LabAnswer::unknown);
  CHECK(found_of_attention({one(holds), one(not_measured)}).verdict == LabVerdict::holds_in_part);
  CHECK(found_of_attention({one(holds), one(holds)}).verdict == LabVerdict::holds);
  CHECK(found_of_attention({one(measured_once)}).verdict == LabVerdict::measured_once);
  CHECK(found_of_attention({one(measured_once), one(inside_the_noise)}).verdict ==
        LabVerdict::inside_the_noise);
  CHECK(found_of_attention({one(does_not_hold), one(inside_the_noise)}).verdict == LabVerdict::does_not_hold);
}

TEST_CASE("times stand by length, a row for each kind, unrounded beside what is shown") {
  const KindCurves curves(attention_kinds().size(), {{256, 1.2345}, {1024, 20}});
  const LabTable table = times_by_length({256, 512, 1024}, curves);
  REQUIRE(table.table.rows.size() == curves.size());
  CHECK(table.table.rows[0] == std::vector<std::string>{"dense", "1.23", "–", "20.00"});
  CHECK((table.numbers.at(0).value == 1.2345 && table.numbers.at(1).column == 3));
  const LabTable bytes = bytes_by_length({256}, KindCurves(attention_kinds().size(), {{256, 3 << 20}}));
  CHECK(bytes.table.rows[0] == std::vector<std::string>{"dense", "3.0"});
  CHECK((bytes.numbers.at(0).value == 3 && bytes.numbers.at(0).unit == "MiB"));
}

TEST_CASE("the fastest kind is told from length to length, where it changes by interpolation") {
  // dense, blockwise, sparse, BigBird, linear: times 1, 4, 16 beside 2, 4, 8 cross at the square root of 4 ×
  // 16
  const KindCurves ms{
      {{256, 1}, {1024, 16}}, {{256, 2}, {1024, 8}, {4096, 100}}, {}, {}, {{256, 5}, {4096, 5}}};
  const LabTable table = fastest_by_length(ms);
  const auto& rows = table.table.rows;
  REQUIRE(rows.size() == 5);
  CHECK(rows[0] == std::vector<std::string>{"the exact ones", "dense", "≤ 256"});
  CHECK(rows[1] == std::vector<std::string>{"the exact ones", "blockwise", "512"});
  CHECK(rows[2] == std::vector<std::string>{"all", "dense", "≤ 256"});
  CHECK(rows[3] == std::vector<std::string>{"all", "blockwise", "512"});
  CHECK(rows[4][1] == "linear");
  CHECK(table.numbers.at(4).value == 4096);  // not measured at 1,024: nothing to draw a line from
}

TEST_CASE("the numbers of a table are a picture where they are a series") {
  LabTable widths = lab_table({"spread", "퍼짐"}, {{{"d_k"}}, {{"measured", "잰 값"}}, {{"paper", "논문"}}});
  for (const double d : {1.0, 16.0, 256.0}) add_row(widths, {{fmt::format("{}", d), d}, {"", d * 2}, "24.9"});
  const std::string curve = series_picture(widths, 80, Language::english);
  CHECK_THAT(curve, Catch::Contains("         d_k") && !Catch::Contains("tokens") &&
                        Catch::Contains("  o measured\n") && Catch::Contains("100"));
  CHECK_THAT(series_picture(widths, 80, Language::korean), Catch::Contains("o 잰 값"));
  CHECK_THAT(series_pictures({widths}, 80, Language::korean), Catch::StartsWith("퍼짐:\n"));

  LabTable heads{.table = {.columns = {{"heads"}, {"BLEU (95 %)"}, {"against one (95 %)"}}}};
  add_row(heads, {{"1", 1}, {"50.0", 50}, ""});
  add_row(heads, {{"4", 4}, {"100.0", 100}, {"+50", 50}});
  const std::string bars = series_picture(heads, 80, Language::english);
  CHECK_THAT(bars, Catch::Contains("           1 │") && Catch::Contains("█ 100.0\n"));
  const auto length = [&](const char* end) {  // of the bar before it
    const std::size_t at = bars.find(end);
    return (at - bars.rfind("│", at)) / 3 - 1;
  };
  CHECK(length(" 100.0") == 2 * length(" 50.0"));

  LabTable vanishes{.table = {.columns = {{"d_k"}, {"unscaled"}, {"scaled"}}}};
  add_row(vanishes, {{"1", 1}, {"0.29", 0.29}, {"0.28", 0.28}});
  add_row(vanishes, {{"64", 64}, {"0.06", 0.06}, {"0.30", 0.3}});
  const std::string both_columns = series_picture(vanishes, 80, Language::english);
  CHECK_THAT(both_columns, Catch::Contains("  unscaled\n") && Catch::Contains("█ 0.06\n") &&
                               Catch::Contains("  scaled\n") && Catch::Contains("█ 0.30\n"));

  const LabTable times = times_by_length({256, 4096}, KindCurves(5, {{256, 1}, {4096, 200}}));
  CHECK_THAT(series_picture(times, 80, Language::korean),
             Catch::Contains("o 보통") && Catch::Contains("토큰"));
  CHECK(
      series_picture({.table = {.columns = {{"mask"}}, .rows = {{"none"}}}}, 80, Language::english).empty());
  CHECK(series_picture({}, 80, Language::english).empty());
}

TEST_CASE("rows of numbers are a picture whatever they spread over, and a 0 costs no series") {
  const auto table = [](double of_far) {
    LabTable t{.title = {"by length", "길이"},
               .table = {.columns = {{"net"}, {"8"}, {"512"}}},
               .along = {"distance", "거리"}};
    add_row(t, {"attention", {"90 %", 90, "%"}, {"90 %", 90, "%"}});
    add_row(t, {"RNN", {"60 %", 60, "%"}, {fmt::format("{} %", of_far), of_far, "%"}});
    return t;
  };
  const std::string bars = series_picture(table(30), 80, Language::english);
  CHECK_THAT(bars, Catch::Contains("  attention\n") && Catch::Contains("  RNN\n") &&
                       Catch::Contains("         512 │") && Catch::Contains("█ 30 %\n"));

  LabTable with_zero = table(0);
  with_zero.numbers.at(0).value = 4;
  const std::string curves = series_picture(with_zero, 80, Language::english);
  CHECK_THAT(curves, Catch::Contains("    distance  8") && Catch::Contains("o attention   x RNN\n") &&
                         Catch::Contains("not above 0, so without a place here: RNN (512)\n"));
  CHECK(std::ranges::count(curves.substr(0, curves.find("└")), 'x') == 1);  // what is not 0 is drawn
  CHECK_THAT(series_picture(with_zero, 80, Language::korean), Catch::Contains("거리  8"));
}

TEST_CASE("values that lie close together far above 0 are points in their intervals, from a stated floor") {
  LabTable heads{.table = {.columns = {{"heads"}, {"BLEU"}, {"p"}}}};
  add_row(heads, {{"1", 1}, {"94", {.value = 94, .low = 93, .high = 95}}, ""});
  add_row(heads, {{"2", 2}, {"95", {.value = 95, .low = 94, .high = 96}}, {"0.5", 0.5}});
  add_row(heads, {{"4", 4}, {"97", {.value = 97, .low = 96.5, .high = 97.5}}, {"0.001", 0.001}});
  const std::string text = series_picture(heads, 80, Language::english);
  CHECK_THAT(text, Catch::Contains("  BLEU (from 93 to 97.5)\n") && !Catch::Contains("█"));
  CHECK_THAT(text, Catch::Contains("           1 │─────────o─────────") && Catch::Contains("o────") &&
                       Catch::Contains(" 97\n"));
}
