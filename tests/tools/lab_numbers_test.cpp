// The numbers behind the cells of the lab's tables.
#include <cmath>

#include "tests/catch.hpp"
#include "tools/lab/report.hpp"

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
