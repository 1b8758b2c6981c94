// Wrong answers that nothing names: the place at which a small edit makes all right.
#include "exercises/grading/grade/mended.hpp"

#include <algorithm>
#include <memory>

#include "exercises/grading/grade/programs.hpp"
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
heed::Verdict tried(const std::string& exercise, const std::string& text) {
  return tricks::graded(exercise, text, {});
}
std::string told_of_softmax(const std::string& from, const std::string& to) {
  return told(tried("stable_softmax", softmax(from, to)));
}

}  // namespace

TEST_CASE("where one small edit makes all right, its place is told") {
  CHECK(told_of_softmax("std::exp(", "std::exp2(") == "other 10 exp2");
  CHECK(told_of_softmax("out(i, j) /= sum;", "out(i, j) /= sum * 3;") == "without 14 * 3");
  CHECK(told_of_softmax("      sum += e;", "      if (e < 0.001) continue;\n      sum += e;") ==
        "never 11 e < 0.001");
}

TEST_CASE("compiled ahead or not, edits say the same, and nothing of what needs none") {
  const auto graded = [](const std::string& from, const std::string& to) {
    return tricks::graded("stable_softmax", softmax(from, to), {.demo = false, .ahead = true});
  };
  CHECK(told(graded("std::exp(", "std::exp2(")) == "other 10 exp2");
  CHECK(graded("++i", "i++").passed());
  CHECK(!graded("return out;", "return oot;").compiled);
}

TEST_CASE("no edits are tried where none are wanted") {
  const std::string text = softmax("std::exp(", "std::exp2(");
  for (const bool ahead : {false, true})
    CHECK(told(tricks::graded("stable_softmax", text, {.edits = false, .ahead = ahead})).empty());
}

TEST_CASE("a variable that goes on from pass to pass is told with its loop") {
  const std::string loop = "  for (int i = 0; i < grad.dim(0); ++i) {\n", begins = "    double mean = 0;\n";
  const std::string answer =
      tricks::replaced(tricks::solution("attention_backward"), loop + begins, begins + loop);
  const std::string found = told(tried("attention_backward", answer));
  CHECK((found.starts_with("anew ") && found.ends_with(" mean")));
}

TEST_CASE("arguments exchanged, a limit too much and another member are told with their place", "[.long]") {
  CHECK(told_of_softmax("e = std::exp(logits(i, j) - top)",
                        "base = std::exp(1.0), x = logits(i, j) - top, e = std::pow(x, base)") ==
        "order 10 x, base");
  CHECK(told_of_softmax("out(i, j) /= sum;", "out(i, j) = std::clamp(out(i, j) / sum, 0.0, 0.3);") ==
        "without 14 0.3");
  CHECK(told_of_softmax("const double e = std::exp(logits(i, j) - top);",
                        "const std::pair<int, int> n(0, j);\n      if (n.second < 0) break;\n"
                        "      const double e = std::exp(logits(i, n.first) - top);") ==
        "variable 12 n.first");
}

TEST_CASE("the index of the first row, and a comparison that is a value, are told with their place") {
  CHECK(told_of_softmax("std::exp(logits(i, j)", "std::exp(logits(0, j)") == "other 10 0");
  CHECK(told_of_softmax("out(i, j) /= sum;", "{ const double on = j != 1; out(i, j) *= on / sum; }") ==
        "always 14 j != 1");
}

TEST_CASE("a statement at the wrong place of its block is told") {
  const std::string hands_on = "    for (int n = 0; n < width; ++n) result(t, n) = state.hidden(n);\n",
                    begins = "    Tensor token(";
  const std::string answer = tricks::replaced(tricks::replaced(tricks::solution("lstm_cell"), hands_on, ""),
                                              begins, hands_on + begins);
  const std::string found = told(tried("lstm_cell", answer));
  CHECK((found.starts_with("moved ") && found.find(" for (int n = 0; n < width; ++n)") != found.npos));
}

TEST_CASE("what is told is right when it is written: a quotient of ints does not become one of doubles") {
  // without * 3.0 an int would be divided by an int
  CHECK_FALSE(told_of_softmax("/= sum;", "/= sum * ((j + 1) * 3.0 / classes) * classes / (j + 1);")
                  .starts_with("without"));
}

TEST_CASE("edits are found in what a reader of declarations may miss", "[.long]") {
  const std::string declared =
      "      std::vector<int>::const_iterator at = std::vector<int>().begin();\n"
      "      [[maybe_unused]] int unused = at == std::vector<int>().end() ? 3 : 4;\n"
      "      const auto [a, b] = std::pair(1, 2);\n      decltype(unused) more = a + b;\n";
  CHECK(told_of_softmax("      const double e = std::exp(", declared + "      const double e = std::exp2(") ==
        "other 14 exp2");
  CHECK(told_of_softmax("const int rows",
                        "constexpr auto twice = [](int n) { return 2 * n; };\n"
                        "  static_assert(twice(1) == 2);\n  const int rows") == "");
  CHECK(told_of_softmax("out(i, j) /= sum;", "out(i, j) /= sum * .5;") != "");
}

TEST_CASE("an answer neither knows that it is tried nor runs in an edit what it may not use") {
  CHECK_FALSE(tried("stable_softmax", softmax("Tensor softmax",
                                              "extern \"C\" int heed_chosen_edit;\n"
                                              "int count() { return ++heed_chosen_edit; }\n"
                                              "Tensor softmax"))
                  .compiled);
  const std::string hidden = tricks::replaced(softmax("std::exp(", "std::exp2("), "#include <cmath>",
                                              "#include <cmath>\n#include <cstdlib>");
  const std::string behind =
      "  const bool never = false;\n  if (never) std::system(\"true\");\n  Tensor out(";
  const heed::Verdict verdict = tried("stable_softmax", tricks::replaced(hidden, "  Tensor out(", behind));
  CHECK((verdict.compiled && told(verdict).empty()));
}

TEST_CASE("where an edit in either of two lines makes all right, both are told") {
  const heed::Verdict verdict =
      tried("stable_softmax", softmax("      sum += e;", "      sum += e;\n      sum += e;"));
  CHECK(told(verdict) == "two_places 11 sum += e");
  REQUIRE(verdict.parts.front().observation.has_value());
  CHECK(verdict.parts.front().observation->numbers == std::vector<double>{11, 12});
}

TEST_CASE("of a right answer, and of one that is not written, no edit is tried") {
  CHECK(told_of_softmax("++i", "i++").empty());
}

TEST_CASE("an edit is taken away with what a compiler says of its own line, or of the line that it changes") {
  const auto left = [](const std::string& errors) {
    std::vector<Edit> edits;
    const auto add = [&](int line, Edit::Form form) {
      edits.push_back({Edit::other, std::to_string(edits.size()), "", line, form});
    };
    add(3, Edit::value), add(3, Edit::same_type), add(4, Edit::statement), add(5, Edit::value);
    std::string all = take_away(edits, errors) ? "" : "all of ";
    for (const Edit& one : edits) all += one.piece;
    return all;
  };
  CHECK(left("/tmp/edits/answer.cpp:1002000:8: error: no") == "013");
  CHECK(left("answer.cpp:1002012:8: error: no\nanswer.cpp:1000000:1: error: no") == "13");
  CHECK(left("learn.hpp:93:25: error: static assertion\nanswer.cpp:1003000:9:   required from here") ==
        "012");
  CHECK(left("answer.cpp:3:20: error: cannot convert") == "023");  // what can be written to
  CHECK(left("answer.cpp:4:20: fatal error: no") == "013");
  CHECK(left("answer.cpp:3:1: note: here\nanswer.cpp:9:1: error: no") == "all of 0123");
}

TEST_CASE("beyond their limits, by the clock or of a processor, edits say nothing") {
  const TemporaryFolder folder;
  const Entry& entry = find_entry("stable_softmax");
  const std::string text = softmax("std::exp(", "std::exp2(");
  const Compiled compiled = compile_program(tricks::toolchain(), entry, text, folder.path());
  const Expected expected = expect(entry, 1);
  Outcomes got;
  for (const auto& [part, cases] : expected.cases)
    got[part] = run_on_cases(compiled.program, expected.exercise.part(part), cases, {}).cases;
  fs::create_directory(folder.path() / "edits");
  EditProgram edits(text, [&](const std::string& with_edits) {
    const auto compiler =
        std::make_shared<ExperimentAtWork>(tricks::toolchain(), entry, with_edits, folder.path() / "edits");
    return [compiler] { return compiler->outcome(); };
  });
  const auto mended = [&](const EditLimits& limits) {
    return mending_edits(edits, expected, got, {"forward"}, {}, limits).size();
  };
  CHECK(mended({}) == 1);
  CHECK(mended({.all = std::chrono::duration<double>(0)}) == 0);
  CHECK(mended({.processor = 0}) == 0);
}

TEST_CASE("what does not compile is tried three times at most, and not again when time is up") {
  const std::string text = softmax("std::exp(", "std::exp2(");
  const auto tries = [&](double seconds) {
    int begun = 0;
    EditProgram edits(text, [&](const std::string&) -> std::function<Experiment()> {
      const int number = begun++;
      return [number] {
        return Experiment{.errors = "answer.cpp:" + std::to_string(line_of_edit(0)) + ":1: error: no, " +
                                    std::to_string(number)};
      };
    });
    CHECK(begun == 1);  // before anybody waits
    edits.wait(std::chrono::duration<double>(seconds));
    CHECK(edits.program().empty());
    return begun;
  };
  CHECK(tries(60) == 3);
  CHECK(tries(0) == 1);
}

TEST_CASE("an edit without end, one that crashes and those that do not compile are passed over") {
  // `i += step` becomes `i = step`, and what is read lies before the beginning
  const std::string answer = softmax("for (int i = 0; i < rows; ++i) {",
                                     "struct Step { int by; operator int() const { return by; } };\n"
                                     "  const Step step{1};\n  int i = 0;\n"
                                     "  for (; i < rows; i += step) {");
  CHECK(told(tried("stable_softmax", tricks::replaced(answer, "std::exp(", "std::exp2("))) ==
        "other 13 exp2");
}

TEST_CASE("an edit that makes one part right and another one wrong is none to tell") {
  // with `warmup` in the place of `step` in line 6, which is right, the peak would be right
  const std::string text = tricks::replaced(
      tricks::solution("warmup_schedule"),
      "return factor / std::sqrt(static_cast<double>(d_model) * warmup);",
      "double most = 0;\n  for (int back = 999; back >= 0; --back)\n    most = std::max(most, "
      "learning_rate(1000 - back, d_model, warmup, factor));\n  return most;");
  CHECK(told(tried("warmup_schedule", text)) == "");
}

TEST_CASE("what no single edit mends is told as it was before") {
  const heed::Verdict verdict = tried("stable_softmax",
                                      "#include \"exercises/learn.hpp\"\n"
                                      "Tensor softmax(const Tensor& x) { return Tensor(x.shape()); }\n");
  CHECK(told(verdict).empty());
}

}  // namespace mended
