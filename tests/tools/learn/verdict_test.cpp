// Verdicts in words: wrong numbers, and what is said of them.
#include <sstream>

#include "lib/files/file_error.hpp"
#include "lib/report/width.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/learn/verdicts.hpp"
#include "tools/learn/show/matrix_view.hpp"

namespace verdicts {

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
    show_verdict(page, verdict_from_json(verdict_json({tall, other})), notes, rows);
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
    show_verdict(page, verdict_from_json(verdict_json({wrong_values}, more)), {}, rows);
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
  show_verdict(page, verdict_from_json(verdict_json({vague, known})), notes, 24);
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
    show_verdict(page, verdict_from_json(verdict_json({wrong_values})), notes, 16);
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

}  // namespace verdicts
