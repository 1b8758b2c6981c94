// C5: how statements on kinds of attention are counted and read; and the pictures of tables.
#include <fmt/format.h>

#include <algorithm>

#include "tests/catch.hpp"
#include "tools/measure/attention_tables.hpp"
#include "tools/measure/results.hpp"
#include "tools/measure/series.hpp"

using namespace heed;

TEST_CASE("statements on kinds of attention are counted apart by why nothing can be said of them") {
  using enum ClaimVerdict;
  const auto one = [](ClaimVerdict verdict) {
    return Statement{{"linear: time O(n)"}, {"slope 1.02"}, verdict, CellNumber{1.0234, 1.01, 1.04}};
  };
  const Finding some = found_of_attention({one(holds), one(holds), one(does_not_hold), one(inside_the_noise),
                                           one(measured_once), one(measured_once), one(not_measured)});
  CHECK(some.verdict == ClaimVerdict::holds_in_part);
  CHECK(answer_of(some) == ClaimAnswer::no);
  CHECK(some.measured.english ==
        "of 7 statements 2 hold on this machine and 1 do not; nothing can be said of 1: two turns say "
        "different "
        "things; nothing can be said of 2: measured once; nothing can be said of 1: not measured");
  CHECK(found_of_attention({one(holds)}).measured.english ==
        "of 1 statements 1 hold on this machine and 0 do not");
  const CellNumber& slope = some.tables.at(0).rows.at(0).at(1).number.value();
  CHECK((slope.value == 1.0234 && slope.low == 1.01 && slope.high == 1.04));
  const Finding of_two = found_of_attention({one(holds), one(measured_once)});
  CHECK(of_two.verdict == ClaimVerdict::holds_in_part);
  CHECK(answer_of(of_two) == ClaimAnswer::unknown);
  CHECK(found_of_attention({one(holds), one(not_measured)}).verdict == ClaimVerdict::holds_in_part);
  CHECK(found_of_attention({one(holds), one(holds)}).verdict == ClaimVerdict::holds);
  CHECK(found_of_attention({one(measured_once)}).verdict == ClaimVerdict::measured_once);
  CHECK(found_of_attention({one(measured_once), one(inside_the_noise)}).verdict ==
        ClaimVerdict::inside_the_noise);
  CHECK(found_of_attention({one(does_not_hold), one(inside_the_noise)}).verdict ==
        ClaimVerdict::does_not_hold);
}

TEST_CASE("costs stand by length, a row for each kind, unrounded beside what is shown") {
  std::vector<AttentionMeasurement> all;
  for (const AttentionKind& kind : attention_kinds())
    for (const std::int64_t tokens : {1024, 2048, 4096})
      all.push_back(
          {.kind = kind.name,
           .at = {.tokens = tokens},
           .cost = AttentionCost{.ms = 1.2345 * static_cast<double>(tokens) / 1024, .bytes = 3 << 20}});
  all.at(2).cost.reset(), all.at(2).why = "would take 40 s";
  const auto row = [&](AttentionQuantity quantity, Slopes slopes) {
    std::vector<std::string> texts;
    const ResultTable table = costs_by_length({}, all, {}, quantity, slopes);
    for (const TableCell& cell : table.rows.at(0)) texts.push_back(cell.text.english);
    return texts;
  };
  using Row = std::vector<std::string>;
  CHECK(row(AttentionQuantity::ms, Slopes::hidden) == Row{"dense", "1.23", "2.47", "–"});
  CHECK(row(AttentionQuantity::ms, Slopes::shown) ==
        Row{"dense", "1.00", "1.23", "2.47", "(would take 40 s)"});
  CHECK(row(AttentionQuantity::bytes, Slopes::hidden) == Row{"dense", "3.0", "3.0", "–"});
  const ResultTable table = costs_by_length({}, all, {}, AttentionQuantity::ms, Slopes::hidden);
  CHECK((table.rows[0][1].number->value == 1.2345 && table.rows[0][1].number->unit == "ms"));
}

TEST_CASE("the fastest kind is told from length to length, where it changes by interpolation") {
  // dense, blockwise, sparse, BigBird, linear: times 1, 4, 16 beside 2, 4, 8 cross at the square root of 4 ×
  // 16
  const std::vector<Curve> ms{
      {{256, 1}, {1024, 16}}, {{256, 2}, {1024, 8}, {4096, 100}}, {}, {}, {{256, 5}, {4096, 5}}};
  const ResultTable table = fastest_by_length({}, ms);
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : table.rows)
    rows.push_back({row[0].text.english, row[1].text.english, row[2].text.english});
  REQUIRE(rows.size() == 5);
  CHECK(rows[0] == std::vector<std::string>{"the exact ones", "dense", "≤ 256"});
  CHECK(rows[1] == std::vector<std::string>{"the exact ones", "blockwise", "512"});
  CHECK(rows[2] == std::vector<std::string>{"all", "dense", "≤ 256"});
  CHECK(rows[3] == std::vector<std::string>{"all", "blockwise", "512"});
  CHECK(rows[4][1] == "linear");
  CHECK(table.rows[4][2].number->value == 4096);  // not measured at 1,024: nothing to draw a line from
}

TEST_CASE("the numbers of a table are a picture where they are a series") {
  ResultTable widths({"spread", "퍼짐"}, {"d_k", "measured", "paper"});
  for (const double d : {1.0, 16.0, 256.0}) widths.add({{fmt::format("{}", d), d}, {"", d * 2}, "24.9"});
  const std::string curve = series_picture(widths, 80, Language::english);
  CHECK_THAT(curve, Catch::Contains("         d_k") && !Catch::Contains("tokens") &&
                        Catch::Contains("  o measured\n") && Catch::Contains("100"));
  CHECK_THAT(series_picture(widths, 80, Language::korean), Catch::Contains("o 잰 값"));
  CHECK_THAT(series_pictures({widths}, 80, Language::korean), Catch::StartsWith("퍼짐:\n"));

  ResultTable words({}, {"mask"});
  words.add({"none"});
  CHECK(series_picture(words, 80, Language::english).empty());
  CHECK(series_picture({}, 80, Language::english).empty());
}

TEST_CASE("rows of numbers are curves, and a 0 costs no series") {
  ResultTable t({"by length", "길이"}, {"net", "8", "512"});
  t.along = word("distance");
  t.add({"attention", {"4 %", 4, "%"}, {"90 %", 90, "%"}});
  t.add({"RNN", {"60 %", 60, "%"}, {"0 %", 0, "%"}});
  const std::string curves = series_picture(t, 80, Language::english);
  CHECK_THAT(curves, Catch::Contains("    distance  8") && Catch::Contains("o attention   x RNN\n") &&
                         Catch::Contains("not above 0, so without a place here: RNN (512)\n"));
  CHECK(std::ranges::count(curves.substr(0, curves.find("└")), 'x') == 1);  // what is not 0 is drawn
  CHECK_THAT(series_picture(t, 80, Language::korean), Catch::Contains("거리  8"));
}

TEST_CASE("which numbers of a table are a curve is decided by growing numbers") {
  ResultTable rows({"by length", "길이"}, {"net", "path", "8", "1,024"});
  rows.add({"RNN", "O(n)", {"1", 1}, {"2", 2}});
  CHECK((series_of(rows).by == SeriesBy::row && series_of(rows).from == 2));
  CHECK(series_of(rows).x == std::vector<double>{8, 1024});
  ResultTable down({"by heads", "헤드"}, {"heads", "ms"});
  down.add({{"1", 1}, {"5", 5}});
  CHECK(series_of(down).by == SeriesBy::none);
  down.add({{"4", 4}, {"7", 7}});
  CHECK((series_of(down).by == SeriesBy::column && series_of(down).x == std::vector<double>{1, 4}));
  down.add({{"2", 2}, {"6", 6}});  // does not grow
  CHECK(series_of(down).by == SeriesBy::none);
  CHECK(series_of({}).by == SeriesBy::none);
  CHECK(json_of(rows).at("series").at("by") == "row");
  CHECK(json_of(rows).at("series").at("x").at(1) == 1024);
  CHECK_FALSE(json_of(down).contains("series"));
}
