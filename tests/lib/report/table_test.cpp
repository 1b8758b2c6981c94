#include "lib/report/table.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

Table example_table() {
  return {
      .columns = {{"source"}, {"translation"}, {"BLEU", Align::right}},
      .rows = {{"나는 사과를 좋아한다", "i love apples", "100.0"}, {"그는 책을 읽는다", "he reads", "8.1"}}};
}

}  // namespace

TEST_CASE("a table with Korean cells") {
  CHECK(format_table(example_table()) ==
        "source                translation     BLEU\n"
        "────────────────────  ─────────────  ─────\n"
        "나는 사과를 좋아한다  i love apples  100.0\n"
        "그는 책을 읽는다      he reads         8.1\n");
}

TEST_CASE("a table in a narrow terminal") {
  Table table = example_table();
  table.width = 29;
  CHECK(format_table(table) ==
        "source     translation   BLEU\n"
        "─────────  ───────────  ─────\n"
        "나는       i love       100.0\n"
        "사과를     apples\n"
        "좋아한다\n"
        "그는 책을  he reads       8.1\n"
        "읽는다\n");
  const Table words{.columns = {{"a"}, {"b", Align::right}}, .rows = {{"abcdef", "100.0"}}, .width = 1};
  CHECK(format_table(words) ==
        "a        b\n"
        "────  ────\n"
        "abcd  100.\n"
        "ef       0\n");
}

TEST_CASE("small tables, and a row with the wrong number of cells") {
  CHECK(format_table({}) == "");
  CHECK(format_table({.columns = {{"a"}}, .rows = {}}) == "a\n─\n");
  CHECK(format_table({.columns = {{""}, {"", Align::right}}, .rows = {{"loss", "2.3"}, {"bleu", "12"}}}) ==
        "loss  2.3\nbleu   12\n");
  CHECK(format_table({.columns = {{"t"}}, .rows = {{"a\tb\n"}}}) == "t\n────\na�b�\n");
  CHECK_THROWS_WITH(format_table({.columns = {{"a"}, {"b"}}, .rows = {{"1", "2"}, {"1"}}}),
                    "format_table: row 1 has 1 cells, the table has 2 columns");
}
