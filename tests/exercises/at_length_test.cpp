// What no count shows is seen in the time that long cases take (Part::also_at_length).
#include <filesystem>
#include <fstream>

#include "exercises/grading/grade/grade.hpp"
#include "exercises/grading/source/marked_source.hpp"
#include "lib/files/folders.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;

namespace {

heed::PartVerdict cost_of(const std::string& text) {
  const heed::TemporaryFolder folder;
  std::ofstream(folder.path() / "answer.cpp") << text;
  const heed::Verdict verdict = grade(read_toolchain(HEED_COURSE_TOOLCHAIN), find_entry("linear_attention"),
                                      folder.path() / "answer.cpp");
  REQUIRE(verdict.parts.size() == 3);
  return verdict.parts[2];
}

}  // namespace

TEST_CASE("work that nobody counts takes its time", "[.long]") {
  // all positions are looked at for each, by a function of the C++ library
  std::string text =
      MarkedSource::read(HEED_SOURCE_DIR "/exercises/8_long_sequences/linear_attention/exercise.cpp")
          .solution();
  const std::string start = "{\n";
  std::string written;
  for (int n = 0; n < 8; ++n) written += "stream.seekp(0).write(row.data(), row.size());\n";
  text.insert(text.find(start, text.find("Tensor linear_attention(")) + start.size(),
              "  const std::string row(std::size_t(k.dim(0)), 'a');\n  std::ostringstream stream;\n"
              "  for (int i = 0; i < q.dim(0); ++i) {\n" +
                  written + "}\n");
  const heed::PartVerdict cost = cost_of("#include <sstream>\n" + text);
  CHECK(cost.status == heed::PartStatus::failed);
  CHECK(cost.points == 0);
  REQUIRE(cost.failure);
  CHECK(cost.failure->label == "120000 queries, 120000 keys, d 2, dv 2");
  CHECK(cost.failure->output == "seconds of a processor");
  CHECK(cost.failure->at_most == 2);
  CHECK(cost.failure->got->values.at(0) < 4);
  CHECK(cost.failure->inputs.empty());
  REQUIRE(cost.observation);
  CHECK(cost.observation->kind == "slow_at_length");
}

TEST_CASE("a long case is one more check of an answer that passes") {
  const auto source = HEED_SOURCE_DIR "/exercises/8_long_sequences/linear_attention/exercise.cpp";
  const heed::PartVerdict cost = cost_of(MarkedSource::read(source).solution());
  CHECK(cost.status == heed::PartStatus::passed);
  CHECK(cost.failed_checks == 0);
  // two outputs and two costs of elements a case
  CHECK(cost.checks == 44);
}
