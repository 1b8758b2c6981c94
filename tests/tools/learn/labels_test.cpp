// The names of cases in Korean.
#include "tools/learn/course/labels.hpp"

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("labels are put in Korean with their own numbers, and stay where the table has none") {
  const Labels labels(std::filesystem::path(HEED_SOURCE_DIR) / "exercises" / "labels.ko.json");
  CHECK(labels.korean("40 queries, 500 keys") == "쿼리 40개, 키 500개");
  CHECK(labels.korean("label smoothing 0.3") == "라벨 스무딩 0.3");
  CHECK(labels.korean("no such label") == "no such label");
  const Verdict verdict = labels.korean(
      Verdict{.parts = {{.name = "forward",
                         .observation = Observation{.kind = "right_cases", .names = {"3 rows of 4"}},
                         .failure = FailedCase{.label = "3 rows of 4", .output = "causal output"}}}});
  CHECK(verdict.parts[0].name == "forward");
  CHECK(verdict.parts[0].failure->label == "3행 4열");
  CHECK(verdict.parts[0].failure->output == "인과 출력");
  CHECK(verdict.parts[0].observation->names.at(0) == "3행 4열");
  CHECK(Labels("/no/such/file").korean("3 rows of 4") == "3 rows of 4");
}
