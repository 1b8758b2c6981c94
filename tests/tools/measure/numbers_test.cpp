// The numbers behind the cells of tables, as they are written.
#include <cmath>

#include "tests/catch.hpp"
#include "tools/measure/results.hpp"

using namespace heed;

namespace {

ExperimentResults results_of(std::vector<ExperimentResult> all) { return {.all = std::move(all)}; }

}  // namespace

TEST_CASE("numbers are written unrounded, with interval and unit") {
  const Finding variance = experiment("C1").run({.quick = true});
  for (const auto& row : variance.tables.at(0).rows) {
    for (std::size_t c = 1; c < row.size(); ++c) {
      const CellNumber& n = row[c].number.value();
      CHECK(n.value == Approx(std::stod(row[c].text.english)).margin(0.006));
      CHECK((n.low < n.value && n.value < n.high));
    }
  }
  ResultTable table({"t", "t"}, {"net", "right"});
  table.add({"a", {"33.3 %", CellNumber{100 / 3.0, 1.5, INFINITY, "%"}}});
  table.add({"b", "–"});
  CHECK(results_csv(results_of({{.id = "C15", .finding = {.tables = {table}}}})) ==
        "claim,table,row,column,text,value,low,high,unit\n"
        "C15,\"t\",\"a\",\"right\",\"33.3 %\",33.333333333333336,1.5,,\"%\"\n"
        "C15,\"t\",\"b\",\"right\",\"–\",,,,\"\"\n");
}

TEST_CASE("a cell that shows several numbers has all of them behind it") {
  const ExperimentResult c2{.id = "C2", .finding = experiment("C2").run({})},
      c14{.id = "C14", .finding = experiment("C14").run({})};
  const nlohmann::json json = json_of(results_of({c2, c14}));
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
  CHECK_THAT(results_csv(results_of({c2})),
             Catch::Contains("\"[100, 50, 30, 20]\",\"as 000 prints it\",\"[0.99, 0.01, 0.00, 0.00]\","
                             "0.99,,,\"\"\n"
                             "C2,\"softmax of scores\",\"[100, 50, 30, 20]\",\"as 000 prints it\","
                             "\"[0.99, 0.01, 0.00, 0.00]\",0.01,,,\"\"\n"));
}
