// Wrong answers that nothing names: the place at which a small edit makes all right.
#include "exercises/grading/grade/mended.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/exercises/tricks.hpp"

namespace mended {
namespace {

/// Of the first part that has one: its kind, the line, and what stands there.
std::string told(const heed::Verdict& verdict) {
  for (const heed::PartVerdict& part : verdict.parts) {
    if (!part.observation || !part.observation->kind.starts_with("edit_")) continue;
    const heed::Observation& told = *part.observation;
    return told.kind.substr(5) + " " + std::to_string(static_cast<int>(told.numbers.front())) + " " +
           told.names.front();
  }
  return "";
}

/// An answer to stable_softmax, with something in the place of what is right.
std::string softmax(const std::string& from, const std::string& to) {
  return tricks::replaced(R"(#include "exercises/learn.hpp"
#include <cmath>
Tensor softmax(const Tensor& logits) {
  const int rows = logits.dim(0), classes = logits.dim(1);
  Tensor out({rows, classes});
  for (int i = 0; i < rows; ++i) {
    double top = logits(i, 0), sum = 0;
    for (int j = 1; j < classes; ++j) top = std::max(top, logits(i, j));
    for (int j = 0; j < classes; ++j) {
      const double e = std::exp(logits(i, j) - top);
      sum += e;
      out(i, j) = e;
    }
    for (int j = 0; j < classes; ++j) out(i, j) /= sum;
  }
  return out;
}
)",
                          from, to);
}
std::string told_of_softmax(const std::string& from, const std::string& to) {
  return told(tricks::graded("stable_softmax", softmax(from, to)));
}

}  // namespace

TEST_CASE("where one small edit makes all right, its place is told") {
  CHECK(told_of_softmax("std::exp(", "std::exp2(") == "other 10 exp2");
  CHECK(told_of_softmax("out(i, j) /= sum;", "out(i, j) /= sum * 3;") == "without 14 * 3");
  CHECK(told_of_softmax("      sum += e;", "      if (e < 0.001) continue;\n      sum += e;") ==
        "never 11 e < 0.001");
}

TEST_CASE("where an edit in either of two lines makes all right, both are told") {
  const heed::Verdict verdict =
      tricks::graded("stable_softmax", softmax("      sum += e;", "      sum += e;\n      sum += e;"));
  CHECK(told(verdict) == "two_places 11 sum += e");
  REQUIRE(verdict.parts.front().observation.has_value());
  CHECK(verdict.parts.front().observation->numbers == std::vector<double>{11, 12});
}

TEST_CASE("of a right answer, and of one that is not written, no edit is tried") {
  CHECK(told_of_softmax("++i", "i++").empty());
  int compiled = 0;
  const Expected expected = expect(find_entry("stable_softmax"), 1);
  const auto found = mending_edits(softmax("++i", "i++"), expected, {}, {}, {}, [&](const std::string&) {
    ++compiled;
    return Experiment{};
  });
  CHECK((found.empty() && compiled == 0));
}

TEST_CASE("an edit without end, one that crashes and those that do not compile are passed over") {
  // `i += step` becomes `i = step`, and what is read lies before the beginning
  const std::string answer = softmax("for (int i = 0; i < rows; ++i) {",
                                     "struct Step { int by; operator int() const { return by; } };\n"
                                     "  const Step step{1};\n  int i = 0;\n"
                                     "  for (; i < rows; i += step) {");
  CHECK(told(tricks::graded("stable_softmax", tricks::replaced(answer, "std::exp(", "std::exp2("))) ==
        "other 13 exp2");
}

TEST_CASE("what no single edit mends is told as it was before") {
  const heed::Verdict verdict =
      tricks::graded("stable_softmax",
                     "#include \"exercises/learn.hpp\"\n"
                     "Tensor softmax(const Tensor& x) { return Tensor(x.shape()); }\n");
  CHECK(told(verdict).empty());
}

}  // namespace mended
