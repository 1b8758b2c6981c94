// Verdicts in words: what a beginner sees for each way to fail.
#include <nlohmann/json.hpp>
#include <sstream>

#include "lib/files/file_error.hpp"
#include "lib/report/width.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tools/learn/matrix_view.hpp"
#include "tools/learn/verdict_view.hpp"

using namespace heed;

namespace {

using Json = nlohmann::json;

Json part(const std::string& status, Json more = Json::object()) {
  Json json{{"name", "forward"}, {"points", status == "passed" ? 6 : 0},
            {"max_points", 6},   {"status", status},
            {"checks", 24},      {"failed_checks", status == "passed" ? 0 : 3}};
  json.update(more);
  return json;
}

Json verdict_json(const std::vector<Json>& parts, Json more = Json::object()) {
  Json json{{"exercise", "softmax"}, {"chapter", "2_softmax"}, {"points", 0},
            {"max_points", 6},       {"passed", false},        {"parts", parts}};
  json.update(more);
  return json;
}

std::string shown(const Json& json, Look look = {.terminal = {.width = 80}}, const Notes& notes = {}) {
  Page page(look);
  show_verdict(page, verdict_from_json(json), notes);
  return page.joined();
}

Json crash(const std::string& reason, const std::string& signal) {
  return verdict_json(
      {part("crashed", {{"failure", {{"case", "2 rows"}, {"reason", reason}, {"signal", signal}}}})});
}

const Json wrong_values = part(
    "failed", {{"mistake", {{"id", "no_max"}, {"code", "M16"}}},
               {"failure",
                {{"case", "2 rows of 3"},
                 {"inputs", {{{"name", "logits"}, {"shape", {2, 3}}, {"values", {1, 2, 3, 4, 5, 6}}}}},
                 {"output", "probabilities"},
                 {"expected", {{"shape", {2, 3}}, {"values", {0.09, 0.2447, 0.6652, 0.09, 0.2447, 0.6652}}}},
                 {"got", {{"shape", {2, 3}}, {"values", {0.09, 0.2447, 0.6652, "nan", 0.2447, 0.5}}}},
                 {"wrong", {3, 5}}}}});

}  // namespace

TEST_CASE("wrong values: shapes, inputs, expected beside got, wrong cells marked") {
  const Notes notes{
      .mistakes = {{"no_max", {"This comes out when nothing is subtracted.", "Subtract the maximum."}}}};
  const std::string text = shown(verdict_json({wrong_values}), {.terminal = {.width = 80}}, notes);
  CHECK_THAT(text, Catch::Contains("forward     0/6  wrong result in 3 of 24 checks") ||
                       Catch::Contains("forward     0/6"));
  CHECK_THAT(text, Catch::Contains("forward, case \"2 rows of 3\""));
  CHECK_THAT(text, Catch::Contains("    logits (2, 3)\n    1  2  3\n    4  5  6\n"));
  CHECK_THAT(text, Catch::Contains("probabilities (2, 3): 2 of 6 values are wrong"));
  CHECK_THAT(text, Catch::Contains("    expected                 yours\n") || Catch::Contains("yours"));
  CHECK_THAT(text, Catch::Contains("   nan* 0.2447  0.5000*"));
  CHECK_THAT(text, Catch::Contains("This comes out when nothing is subtracted.") &&
                       Catch::Contains("Subtract the maximum."));
  CHECK_THAT(text, !Catch::Contains("\033["));

  const std::string red =
      shown(verdict_json({wrong_values}), {.terminal = {.width = 80, .colours = Colours::palette}});
  CHECK_THAT(red, Catch::Contains("\033[31m nan*") || Catch::Contains("\033[31m   nan*"));
}

TEST_CASE("a mistake that shows in two parts is explained once") {
  Json second = wrong_values;
  second["name"] = "backward";
  const Notes notes{.mistakes = {{"no_max", {"This comes out when nothing is subtracted.", ""}}}};
  const std::string text = shown(verdict_json({wrong_values, second}), {.terminal = {.width = 80}}, notes);
  CHECK(text.find("This comes out") == text.rfind("This comes out"));
  CHECK_THAT(text, Catch::Contains("What happened (forward, backward)"));
  CHECK(text.find("Given:") == text.rfind("Given:"));  // and one example is enough
}

TEST_CASE("the cause comes before the example, and the repair after it") {
  const Notes notes{.mistakes = {{"no_max", {"This comes out.", "Subtract the maximum."}}}};
  const std::string text = shown(verdict_json({wrong_values}), {.terminal = {.width = 80}}, notes);
  CHECK(text.find("0/6  wrong result") < text.find("This comes out."));
  CHECK(text.find("This comes out.") < text.find("Given:"));
  CHECK(text.find("Given:") < text.find("Subtract the maximum."));
}

TEST_CASE("a verdict stays within the rows it is given, and says how to see the rest") {
  const Notes notes{.mistakes = {{"no_max", {"This comes out.", "Subtract the maximum."}}}};
  Json tall = wrong_values;
  for (int i = 0; i < 4; ++i) tall["failure"]["inputs"].push_back(tall["failure"]["inputs"][0]);
  Json other = tall;
  other["name"] = "other";
  other.erase("mistake");
  const auto lines = [&](std::size_t rows) {
    Page page({.terminal = {.width = 80}});
    show_verdict(page, verdict_from_json(verdict_json({tall, other})), notes, {.rows = rows});
    return page;
  };
  CHECK_THAT(lines(0).joined(), !Catch::Contains("[m]"));
  for (const std::size_t rows : {20, 24, 30}) {
    CHECK(lines(rows).lines().size() <= rows);
    CHECK_THAT(lines(rows).joined(), Catch::Contains("Subtract the maximum.") && Catch::Contains("[m]"));
  }
}

TEST_CASE("what the code printed takes rows from the example, and no more than a few") {
  Json more = Json::object();
  for (int i = 1; i <= 30; ++i) more["printed"] = more.value("printed", "") + fmt::format("line {}\n", i);
  const auto on_screen = [&](std::size_t rows) {
    Page page({.terminal = {.width = 80}});
    show_verdict(page, verdict_from_json(verdict_json({wrong_values}, more)), {}, {.rows = rows});
    return page;
  };
  for (const std::size_t rows : {16, 20, 24}) {
    const Page page = on_screen(rows);
    INFO(page.joined());
    CHECK(page.lines().size() <= rows);
    CHECK_THAT(page.joined(), Catch::Contains("line 3\n  … [m]") && !Catch::Contains("line 4"));
  }
  CHECK_THAT(on_screen(0).joined(), Catch::Contains("line 12") && Catch::Contains("logits (2, 3)"));
}

TEST_CASE("a part whose mistake is known comes before those of which only the numbers speak") {
  const Notes notes{.mistakes = {{"no_max", {"This comes out.", "Subtract the maximum."}}}};
  Json vague = wrong_values;
  vague["name"] = "vague";
  vague.erase("mistake");
  vague["failure"]["case"] = "3 rows";
  vague["observation"] = {{"kind", "not_a_number"}, {"names", Json::array()}, {"numbers", {1, 0}}};
  Json known = wrong_values;
  known["name"] = "known";
  Page page({.terminal = {.width = 80}});
  show_verdict(page, verdict_from_json(verdict_json({vague, known})), notes, {.rows = 24});
  const std::string text = page.joined();
  CHECK_THAT(text, Catch::Contains("known, case \"2 rows of 3\"") &&
                       Catch::Contains("Subtract the maximum.") && !Catch::Contains("3 rows") &&
                       Catch::Contains("[m]"));
  CHECK(text.find("vague ") < text.find("known "));  // the list of parts keeps its order
}

TEST_CASE("where the rows do not suffice for the example, its first wrong number is said in one line") {
  const Notes notes{.mistakes = {{"no_max", {"This comes out.", "Subtract the maximum."}}}};
  const auto page_of = [&](Language language) {
    Page page({.language = language, .terminal = {.width = 80}});
    show_verdict(page, verdict_from_json(verdict_json({wrong_values})), notes, {.rows = 16});
    return page;
  };
  const std::string text = page_of(Language::english).joined();
  CHECK(page_of(Language::english).lines().size() <= 16);
  CHECK_THAT(text, Catch::Contains("forward, case \"2 rows of 3\"") && !Catch::Contains("Given:"));
  CHECK_THAT(text, Catch::Contains("2 of 6 values are wrong; the first (1, 0): expected") &&
                       Catch::Contains("0.09, yours nan"));
  CHECK(text.find("yours nan") < text.find("Subtract the maximum."));
  CHECK_THAT(page_of(Language::korean).joined(), Catch::Contains("0.09, 내 결과 nan"));
}

TEST_CASE("a result that is too short says along which axis, and by how many") {
  Json unknown = wrong_values;
  unknown.erase("mistake");
  unknown["observation"] = {{"kind", "shorter"}, {"names", Json::array()}, {"numbers", {0, 1}}};
  CHECK_THAT(shown(verdict_json({unknown})), Catch::Contains("too short by 1 along axis 0"));
}

TEST_CASE("an empty tensor is said to have no shape yet") {
  Json empty = wrong_values;
  empty["status"] = "wrong_shape";
  empty["failure"]["got"] = {{"shape", {0}}, {"values", Json::array()}};
  CHECK_THAT(shown(verdict_json({empty})),
             Catch::Contains("yours is (0,)") && Catch::Contains("a Tensor that was given no shape"));
}

TEST_CASE("what is seen in the numbers is said where no mistake is known, in both languages") {
  Json unknown = wrong_values;
  unknown.erase("mistake");
  unknown["observation"] = {{"kind", "factor"}, {"names", Json::array()}, {"numbers", {0.5}}};
  CHECK_THAT(
      shown(verdict_json({unknown})),
      Catch::Contains("What the numbers show (forward)\n  every number is 0.5 times the expected one"));
  CHECK_THAT(shown(verdict_json({unknown}), {.language = Language::korean, .terminal = {.width = 80}}),
             Catch::Contains("모든 값이 정답의 0.5배입니다"));
}

TEST_CASE("of several axes the matrices that belong together are shown, small tensors whole") {
  const NamedValues small{"w", {2, 1, 2}, {1, 2, 3, 4}};
  CHECK(matrix_lines(small, {.terminal = {.width = 80}}).size() == 4);
  NamedValues large{"scores", {2, 4, 4}, std::vector<double>(32, 0)};
  for (std::size_t i = 16; i < 32; ++i) large.values[i] = 7;
  const std::vector<std::string> second =
      matrix_lines(large, {.terminal = {.width = 80}}, {2, 3, 5}, {1, 2, 0});
  CHECK_THAT(second[0], Catch::Contains("[1]"));
  CHECK_THAT(second[1], Catch::Contains("7"));
  CHECK(index_of_first(large, {20, 19}) == std::vector<int>{1, 0, 3});
  CHECK(matrix_lines({"none", {0, 4, 4}, {}}, {.terminal = {.width = 80}}) ==
        std::vector<std::string>{"    none (0, 4, 4)"});
}

TEST_CASE("nothing is said about causes when no mistake is known") {
  Json unknown = wrong_values;
  unknown.erase("mistake");
  const std::string text = shown(verdict_json({unknown}));
  CHECK_THAT(text, !Catch::Contains("What happened") && !Catch::Contains("How to repair"));
}

TEST_CASE("each way to end badly is explained") {
  CHECK_THAT(
      shown(crash("segmentation_fault", "SIGSEGV")),
      Catch::Contains("memory that does not belong to it") && Catch::Contains("check softmax --sanitize"));
  const Json past_the_end = part(
      "crashed",
      {{"failure", {{"case", "a"}, {"reason", "sanitizer"}, {"message", "heap-buffer-overflow, a.cpp:3"}}}});
  CHECK_THAT(shown(verdict_json({past_the_end})),
             Catch::Contains("heap-buffer-overflow, a.cpp:3") && Catch::Contains("past the end of an array"));
  CHECK_THAT(shown(crash("stack_overflow", "SIGSEGV")), Catch::Contains("until the stack was full"));
  const std::string index = shown(verdict_json(
      {part("crashed",
            {{"failure", {{"case", "a"}, {"reason", "assertion"}, {"message", "__n < this->size()"}}}})}));
  CHECK_THAT(index, Catch::Contains("past the end of a vector") && !Catch::Contains("__n"));
  // a sanitizer knows where
  const std::string place = shown(
      verdict_json({part("crashed", {{"failure",
                                      {{"case", "a"},
                                       {"reason", "assertion"},
                                       {"message", "__n < this->size(), /home/me/softmax.cpp:12"}}}})}));
  CHECK_THAT(place, Catch::Contains("past the end of a vector") &&
                        Catch::Contains("/home/me/softmax.cpp:12") && !Catch::Contains("__n"));
  CHECK_THAT(shown(crash("division_by_zero", "SIGFPE")), Catch::Contains("integer by zero"));
  CHECK_THAT(shown(crash("", "SIGABRT")), Catch::Contains("ended itself"));
  CHECK_THAT(shown(crash("", "SIGKILL")), Catch::Contains("signal SIGKILL"));
  CHECK_THAT(shown(verdict_json({part("timeout")})),
             Catch::Contains("took too long") && Catch::Contains("Does every loop reach its end?"));
  CHECK_THAT(shown(verdict_json({part("memory")})), Catch::Contains("more memory than allowed"));
  CHECK_THAT(
      shown(verdict_json({part(
          "threw", {{"failure", {{"case", "a"}, {"message", "index (2, 0) is outside shape (2, 3)"}}}})})),
      Catch::Contains("It stopped with this message:\n    index (2, 0) is outside shape (2, 3)"));
  CHECK_THAT(
      shown(verdict_json({part("wrong_shape", {{"failure",
                                                {{"case", "a"},
                                                 {"output", "y"},
                                                 {"expected", {{"shape", {2, 3}}, {"values", Json::array()}}},
                                                 {"got", {{"shape", {6}}, {"values", Json::array()}}}}}})})),
      Catch::Contains("y: the shape should be (2, 3), yours is (6,)"));
  CHECK(shape_text(std::vector<int>(16, 1), Language::english) ==
        "(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)");
  CHECK(shape_text(std::vector<int>(100000, 1), Language::english) ==
        "(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, …: 100000 axes)");
  CHECK_THAT(shown(verdict_json({part("failed", {{"failure",
                                                  {{"case", "a"},
                                                   {"output", "reads"},
                                                   {"got", {{"shape", Json::array()}, {"values", {5000}}}},
                                                   {"at_most", 1000}}}})})),
             Catch::Contains("reads: 5000, and at most 1000 are allowed"));
  const std::string open =
      shown(verdict_json({part("not_written", {{"failure", {{"message", "softmax"}}}})}));
  CHECK_THAT(open, Catch::Contains("· forward") && Catch::Contains("not written yet: softmax") &&
                       Catch::Contains("Nothing is written yet"));
}

TEST_CASE("a compiler error shows its line and a caret below its column, tabs included") {
  const Json compile{
      {"ok", false},
      {"errors",
       {{{"line", 12}, {"column", 9}, {"message", "'flaot' was not declared"}, {"source", "\tflaot x;"}}}}};
  const std::string text = shown(verdict_json({part("not_run")}, {{"compile", compile}}));
  CHECK_THAT(text, Catch::Contains("  line 12: 'flaot' was not declared\n"
                                   "    12 |         flaot x;\n"
                                   "       |         ^\n"));
  CHECK_THAT(text, !Catch::Contains("not run"));
  CHECK_THAT(shown(verdict_json({}, {{"compile", {{"ok", false}, {"missing", {"softmax(Tensor const&)"}}}}})),
             Catch::Contains("The function softmax(Tensor const&) is not there."));
  CHECK_THAT(
      shown(verdict_json(
          {}, {{"compile",
                {{"ok", true}, {"forbidden", {{{"name", "given::softmax"}, {"reason", "subject"}}}}}}})),
      Catch::Contains("given::softmax may not be used here"));
}

TEST_CASE("a pass shows what they can do now, in their language") {
  Json json =
      verdict_json({part("passed")}, {{"demo", {{{"en", "Yours translates."}, {"ko", "번역이 됩니다."}}}}});
  json["passed"] = true;
  CHECK_THAT(shown(json), Catch::Contains("✓ forward") && Catch::Contains("All parts pass.") &&
                              Catch::Contains("Yours translates."));
  CHECK_THAT(shown(json, {.language = Language::korean, .terminal = {.width = 80}}),
             Catch::Contains("번역이 됩니다."));
}

TEST_CASE("what the C library says of spoilt memory is not taken for the learner's words") {
  Json json = verdict_json({part("crashed")});
  json["printed"] = "mine\nmalloc(): corrupted top size\n";
  CHECK_THAT(shown(json), Catch::Contains("Your code printed:\n  mine\n\n"
                                          "The system's C library said, and ended the program:\n"
                                          "  malloc(): corrupted top size\n"));
  json["printed"] = "free(): invalid pointer\n";
  CHECK_THAT(shown(json), !Catch::Contains("Your code printed"));
}

TEST_CASE("no line is wider than the terminal, in both languages") {
  Json wide = wrong_values;
  std::vector<double> values(400);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.001 * static_cast<double>(i) - 0.2;
  wide["failure"]["expected"] = {{"shape", {2, 10, 20}}, {"values", values}};
  values[377] += 1;
  wide["failure"]["got"] = {{"shape", {2, 10, 20}}, {"values", values}};
  wide["failure"]["wrong"] = {377};
  for (const std::size_t width : {30, 40, 80, 200}) {
    for (const Language language : {Language::english, Language::korean}) {
      const std::string text =
          shown(verdict_json({wide}), {.language = language, .terminal = {.width = width}});
      INFO(text);
      CHECK_THAT(text, Catch::Contains("1.1770*"));  // the wrong cell is in the window that is shown
      CHECK_THAT(text, Catch::Contains("[1, 4–9, "));
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) CHECK(printable_width(line) <= width);
    }
  }
}

TEST_CASE("as many digits as it takes to see a difference") {
  const NamedValues expected{.shape = {2}, .values = {0.5, 0.25}},
      got{.shape = {2}, .values = {0.50000031, 0.25}};
  const std::vector<std::string> lines = comparison_lines(expected, got, {0}, {.terminal = {.width = 80}});
  REQUIRE(lines.size() == 2);
  CHECK_THAT(lines[1], Catch::Contains("0.50000031*") || Catch::Contains("0.500000*") ||
                           Catch::Contains("0.5000003100*"));
  CHECK_THAT(lines[1], Catch::Contains("0.500000"));
  CHECK(lines[1].find("0.50000031*") != std::string::npos);
}

TEST_CASE("verdicts go to JSON and back, and what is no verdict is refused") {
  const Json json = verdict_json({wrong_values});
  const Json again = to_json(verdict_from_json(json));
  CHECK(to_json(verdict_from_json(again)) == again);
  CHECK(again["parts"][0]["failure"]["got"]["values"][3] == "nan");
  CHECK_THAT(error_text<FormatError>([] {
               verdict_from_json({{"exercise", "a"}});
             }),
             Catch::Contains("is not a verdict"));
  CHECK_THAT(error_text<FormatError>([] { verdict_from_json(verdict_json({part("sleeping")})); }),
             Catch::Contains("unknown status 'sleeping'"));
}

TEST_CASE("of questions the right answer is not shown, and each wrong one is explained") {
  const Notes notes{.mistakes = {{"one", {"The first is not so.", "Measure it."}},
                                 {"two", {"The second is not so.", "Compute it."}},
                                 {"three", {"The third is not so.", "Draw it."}}}};
  const Json named = {
      {{"id", "one"}, {"code", ""}}, {{"id", "two"}, {"code", ""}}, {{"id", "three"}, {"code", ""}}};
  const Json failed = part("failed", {{"mistake", {{"id", "one"}, {"code", ""}}},
                                      {"by_question", named},
                                      {"failure",
                                       {{"case", "question 1"},
                                        {"output", "prediction"},
                                        {"got", {{"shape", Json::array()}, {"values", {2}}}},
                                        {"wrong", {0}}}}});
  const std::string text = shown(verdict_json({failed}), {.terminal = {.width = 80}}, notes);
  CHECK_THAT(text, Catch::Contains("What these predictions come from"));
  for (const char* told :
       {"The first is not so.", "The second is not so.", "The third is not so.", "Draw it."})
    CHECK_THAT(text, Catch::Contains(told));
  CHECK_THAT(text, Catch::Contains("Your answer is 2"));
  CHECK_THAT(text, !Catch::Contains("expected"));

  const std::string passed =
      shown(verdict_json({part("passed", {{"by_question", named}})}), {.terminal = {.width = 80}}, notes);
  CHECK_THAT(passed, Catch::Contains("Why not the other answers"));
  CHECK_THAT(passed, Catch::Contains("The second is not so."));
  Page low({.terminal = {.width = 80}});
  show_verdict(low, verdict_from_json(verdict_json({part("passed", {{"by_question", named}})})), notes,
               {.rows = 6});
  CHECK_THAT(low.joined(), Catch::Contains("[m] says why not") && !Catch::Contains("The second is not so."));
}

TEST_CASE("of a test set it is told in one sentence what got away") {
  const auto failed = [](const std::string& output, double got) {
    return part("failed", {{"failure",
                            {{"case", "2: softmax over the queries"},
                             {"output", output},
                             {"shown",
                              {{{"name", "your_cases"}, {"shape", Json::array()}, {"values", {4}}},
                               {{"name", "got_away"}, {"shape", {2}}, {"values", {2, 5}}}}},
                             {"expected", {{"shape", Json::array()}, {"values", {1}}}},
                             {"got", {{"shape", Json::array()}, {"values", {got}}}},
                             {"wrong", {0}}}}});
  };
  const std::string text = shown(verdict_json({failed("caught", 0)}));
  CHECK_THAT(text, Catch::Contains("Your 4 cases let these planted mistakes get away: 2, 5."));
  CHECK_THAT(text, !Catch::Contains("one number"));
  CHECK_THAT(shown(verdict_json({failed("cases_that_refuse_a_right_one", 3)})),
             Catch::Contains("3 of your cases refuse a right implementation."));
  // the other result is a question of the grader's: that it is right says nothing
  Json only = failed("caught", 0);
  only["observation"] = {{"kind", "only_output"}, {"names", {"caught"}}};
  CHECK_THAT(shown(verdict_json({only})), !Catch::Contains("of the results only"));
  only["failure"].erase("shown");
  CHECK_THAT(shown(verdict_json({only})), Catch::Contains("of the results only \"caught\" is wrong"));
}
