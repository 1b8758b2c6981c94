// Verdicts in words: what a beginner sees for each way to end, well or badly.
#include "tests/tools/learn/verdicts.hpp"
#include "tools/learn/show/matrix_view.hpp"

namespace verdicts {

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
  const Json other{{"ok", false}, {"missing", {"softmax(Tensor const&)"}}, {"others", {"softmax(Tensor&)"}}};
  CHECK_THAT(shown(verdict_json({}, {{"compile", other}})),
             Catch::Contains("The file has softmax(Tensor&)."));
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
  show_verdict(low, verdict_from_json(verdict_json({part("passed", {{"by_question", named}})})), notes, 6);
  CHECK_THAT(low.joined(), Catch::Contains("[m] says why not") && !Catch::Contains("The second is not so."));
}

TEST_CASE("of a test set it is told in one sentence what got away") {
  const auto failed = [](const std::string& output, double got) {
    return part("failed", {{"failure",
                            {{"case", "2: softmax over the queries"},
                             {"output", output},
                             {"shown",
                              {{{"name", "your_cases"}, {"shape", Json::array()}, {"values", {4}}},
                               {{"name", "first_that_refuses"}, {"shape", Json::array()}, {"values", {2}}},
                               {{"name", "got_away"}, {"shape", {2}}, {"values", {2, 5}}}}},
                             {"expected", {{"shape", Json::array()}, {"values", {1}}}},
                             {"got", {{"shape", Json::array()}, {"values", {got}}}},
                             {"wrong", {0}}}}});
  };
  const std::string text = shown(verdict_json({failed("caught", 0)}));
  CHECK_THAT(text, Catch::Contains("Your 4 cases let these planted mistakes get away: 2, 5."));
  CHECK_THAT(text, !Catch::Contains("one number"));
  CHECK_THAT(shown(verdict_json({failed("cases_that_refuse_a_right_one", 3)})),
             Catch::Contains("refused by 3 of your cases, first by call number 2"));
  // the other result is a question of the grader's: that it is right says nothing
  Json only = failed("caught", 0);
  only["observation"] = {{"kind", "only_output"}, {"names", {"caught"}}};
  CHECK_THAT(shown(verdict_json({only})), !Catch::Contains("of the results only"));
  only["failure"].erase("shown");
  CHECK_THAT(shown(verdict_json({only})), Catch::Contains("of the results only \"caught\" is wrong"));
}

}  // namespace verdicts
