// The numbers behind the cells of the lab's tables.
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/report.hpp"
#include "tools/lab/series.hpp"

using namespace heed;

TEST_CASE("numbers are written unrounded, with interval and unit") {
  const Finding variance = lab_claim("C1").run({.quick = true});
  const LabTable& table = variance.tables.at(0);
  REQUIRE(table.numbers.size() == 3 * table.table.rows.size());
  for (const LabNumber& n : table.numbers) {
    const std::string& text = table.table.rows.at(n.row).at(n.column);
    INFO(text);
    if (n.column == 0) continue;
    CHECK(n.value == Approx(std::stod(text)).margin(0.006));
    CHECK((n.low < n.value && n.value < n.high));
  }
  LabResult result{.claim = &lab_claim("C15")};
  result.finding.tables = {
      {{"t", "t"},
       {.columns = {{"net"}, {"right"}}, .rows = {{"a", "33.3 %"}, {"b", "–"}}},
       {{.value = 100 / 3.0, .low = 1.5, .high = INFINITY, .unit = "%", .row = 0, .column = 1}}}};
  CHECK(lab_csv({result}) ==
        "claim,table,row,column,text,value,low,high,unit\n"
        "C15,\"t\",\"a\",\"right\",\"33.3 %\",33.333333333333336,1.5,,\"%\"\n"
        "C15,\"t\",\"b\",\"right\",\"–\",,,,\"\"\n");
}

TEST_CASE("a cell that shows several numbers has all of them behind it") {
  const LabResult c2{.claim = &lab_claim("C2"), .finding = lab_claim("C2").run({})},
      c14{.claim = &lab_claim("C14"), .finding = lab_claim("C14").run({})};
  const nlohmann::json json = lab_json({c2, c14}, {});
  const nlohmann::json &softmax = json["claims"][0]["tables"][0], &steps = json["claims"][1]["tables"][1];
  REQUIRE(softmax["lists"].size() == 3 * 3 - 1);  // 000 does not print the third
  CHECK(softmax["lists"][0]["values"] == nlohmann::json({100.0, 50.0, 30.0, 20.0}));
  CHECK(softmax["lists"][5]["values"] == nlohmann::json({0.85, 0.10, 0.03, 0.02}));
  REQUIRE(steps["lists"].size() == 4 * 4);
  for (const nlohmann::json* table : {&softmax, &steps}) {
    for (const nlohmann::json& list : (*table)["lists"]) {
      const std::string text =
          (*table)["rows"][list["row"].get<std::size_t>()][list["column"].get<std::size_t>()];
      INFO(text);
      CHECK(std::stod(text.substr(text.front() == '[' ? 1 : 0)) ==
            Approx(list["values"][0].get<double>()).margin(5e-4));
    }
  }
  CHECK_FALSE(json["claims"][1]["tables"][0].contains("lists"));
  CHECK_THAT(lab_csv({c2}),
             Catch::Contains("\"[100, 50, 30, 20]\",\"as 000 prints it\",\"[0.99, 0.01, 0.00, 0.00]\","
                             "0.99,,,\"\"\n"
                             "C2,\"softmax of scores\",\"[100, 50, 30, 20]\",\"as 000 prints it\","
                             "\"[0.99, 0.01, 0.00, 0.00]\",0.01,,,\"\"\n"));
}

TEST_CASE("which numbers of a table are a curve is said in the data") {
  LabTable rows = lab_table({"by length", "길이"}, {{{"net"}}, {{"path"}}, {{"8"}}, {{"1,024"}}});
  add_row(rows, {"RNN", "O(n)", {"1", 1}, {"2", 2}});
  CHECK((series_of(rows).by == SeriesBy::row && series_of(rows).from == 2));
  CHECK(series_of(rows).x == std::vector<double>{8, 1024});
  LabTable down = lab_table({"by heads", "헤드"}, {{{"heads"}}, {{"ms"}}});
  add_row(down, {{"1", 1}, {"5", 5}});
  CHECK(series_of(down).by == SeriesBy::none);
  add_row(down, {{"4", 4}, {"7", 7}});
  CHECK((series_of(down).by == SeriesBy::column && series_of(down).x == std::vector<double>{1, 4}));
  add_row(down, {{"2", 2}, {"6", 6}});  // does not grow
  CHECK(series_of(down).by == SeriesBy::none);
  CHECK(series_of({}).by == SeriesBy::none);

  const Claim& claim = lab_claim("C1");
  const auto table = [&](const LabTable& t) {
    return lab_json({{.claim = &claim, .finding = {.tables = {t}}}}, {})
        .at("claims")
        .at(0)
        .at("tables")
        .at(0);
  };
  CHECK(table(rows).at("series").at("by") == "row");
  CHECK(table(rows).at("series").at("x").at(1) == 1024);
  CHECK_FALSE(table(down).contains("series"));
}
