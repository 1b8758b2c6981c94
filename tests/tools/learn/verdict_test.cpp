// Verdicts in words: what a beginner sees for each way to end, well or badly.
#include "tools/learn/verdict_view.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "lib/files/file_error.hpp"
#include "lib/text/display.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/speaking.hpp"

namespace verdicts {
namespace {

using namespace heed;

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

/// With the texts of exercises/verdicts.md in the spoken language.
std::string shown(const Json& json, Notes notes = {}, const Terminal& terminal = {.width = 80}) {
  const bool korean = spoken_language() == Language::korean;
  parse_notes(slurp(std::filesystem::path(HEED_SOURCE_DIR) / "exercises" /
                    (korean ? "verdicts.ko.md" : "verdicts.md")),
              notes);
  Page page(terminal);
  show_verdict(page, verdict_from_json(json), notes);
  return page.joined();
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

const Notes no_max_noted{.mistakes = {{"no_max", {"This comes out.", "Subtract the maximum."}}}};

Json failing(const std::string& status, const Json& failure) {
  return verdict_json({part(status, {{"failure", failure}})});
}
Json crash(const std::string& reason, const std::string& signal) {
  return failing("crashed", {{"case", "2 rows"}, {"reason", reason}, {"signal", signal}});
}

}  // namespace

TEST_CASE("wrong values: the cause, inputs, expected beside got with wrong cells marked, the repair") {
  const std::string text = shown(verdict_json({wrong_values}), no_max_noted);
  std::size_t last = 0;
  for (const char* next :
       {"✗ forward     0/6  wrong result in 3 of 24 checks", "What happened (forward)\n  This comes out.",
        "forward, case \"2 rows of 3\"", "Given:\n    logits (2, 3)\n    1  2  3\n    4  5  6\n",
        "probabilities (2, 3): 2 of 6 values are wrong", "expected", "   nan* 0.2447  0.5000*",
        "How to repair it\n  Subtract the maximum."}) {
    INFO(text << next);
    CHECK(text.find(next, last) != text.npos);
    last = std::min(text.find(next), text.size());
  }
  CHECK_THAT(text, !Catch::Contains("\033["));
  CHECK_THAT(shown(verdict_json({wrong_values}), {}, {.width = 80, .colours = Colours::palette}),
             Catch::Contains("nan*\033["));
  CHECK_THAT(shown(verdict_json({wrong_values})), !Catch::Contains("What happened"));  // nothing is known
}

TEST_CASE("a mistake in two parts is explained once, and what is certain comes before what is only seen") {
  Json second = wrong_values, vague = wrong_values, threw = part("threw");
  second["name"] = "backward";
  const std::string twice = shown(verdict_json({wrong_values, second}), no_max_noted);
  CHECK_THAT(twice, Catch::Contains("What happened (forward, backward)"));
  CHECK(twice.find("Given:") == twice.rfind("Given:"));
  vague["name"] = "vague";
  vague.erase("mistake");
  vague["observation"] = {{"kind", "not_a_number"}, {"names", Json::array()}, {"numbers", {1, 0}}};
  threw["failure"] = {{"case", "a"}, {"message", "index 7"}};
  const std::string text = shown(verdict_json({vague, threw, wrong_values}), no_max_noted);
  CHECK(text.find("Subtract the maximum.") < text.find("index 7"));
  CHECK(text.find("index 7") < text.find("What the numbers show (vague)"));
}

TEST_CASE("each way to end badly is explained") {
  const std::vector<std::pair<Json, const char*>> cases{
      {crash("segmentation_fault", "SIGSEGV"), "`./heed learn check softmax --sanitize` names the line"},
      {crash("stack_overflow", "SIGSEGV"), "The stack is full"},
      {crash("division_by_zero", "SIGFPE"), "integer by zero"},
      {crash("aborted", "SIGABRT"), "The program aborted"},
      {crash("killed", "SIGKILL"), "signal SIGKILL"},
      {verdict_json({part("timeout")}), "Does every loop end?"},
      {verdict_json({part("memory")}), "more memory than allowed"},
      {failing("changed_input", {{"message", "logits"}}), "into the argument logits"},
      {failing("crashed", {{"reason", "sanitizer"}, {"message", "heap-buffer-overflow, a.cpp:3"}}),
       "past the end of an array"},
      {failing("crashed", {{"reason", "assertion"}, {"message", "__n < this->size(), /me/a.cpp:12"}}),
       "Message:\n    /me/a.cpp:12"},
      {failing("threw", {{"message", "index (2, 0) is outside shape (2, 3)"}}),
       "It stopped with this message:\n    index (2, 0) is outside shape (2, 3)"},
      {failing("wrong_shape", {{"output", "y"},
                               {"expected", {{"shape", {2, 3}}, {"values", Json::array()}}},
                               {"got", {{"shape", {0}}, {"values", Json::array()}}}}),
       "y: the shape should be (2, 3), yours is (0,)\n  ((0,) is a Tensor that was given no shape"},
      {failing(
           "failed",
           {{"output", "reads"}, {"got", {{"shape", Json::array()}, {"values", {5000}}}}, {"at_most", 1000}}),
       "costs too much\n\nforward\n  reads: 5000, and at most 1000 are allowed"},
      {verdict_json({part("not_written")}), "· forward     0/6  not written yet\nNothing is written yet"}};
  for (const auto& [json, words] : cases) {
    const std::string text = shown(json);
    std::string flat = text;
    for (std::size_t at = 0; (at = flat.find("\n  ", at)) != flat.npos;) flat.replace(at, 3, " ");
    INFO(text);
    CHECK((text.find(words) != text.npos || flat.find(words) != flat.npos));
  }
}

TEST_CASE("what does not compile, or is not allowed, is shown without parts") {
  const Json errors{
      {"ok", false},
      {"errors",
       {{{"line", 12}, {"column", 9}, {"message", "'flaot' was not declared"}, {"source", "\tflaot x;"}}}}};
  const std::string text = shown(verdict_json({part("not_run")}, {{"compile", errors}}));
  CHECK_THAT(text, Catch::Contains("  line 12: 'flaot' was not declared\n"
                                   "    12 |         flaot x;\n"
                                   "       |         ^\n"));
  CHECK_THAT(text, !Catch::Contains("not run"));
  const Json other{{"ok", true}, {"missing", {"softmax(Tensor const&)"}}, {"others", {"softmax(Tensor&)"}}};
  CHECK_THAT(shown(verdict_json({}, {{"compile", other}})),
             Catch::Contains("The function softmax(Tensor const&) is not there.") &&
                 Catch::Contains("The file has softmax(Tensor&)."));
  const Json refused{{"ok", true}, {"forbidden", {{{"name", "given::softmax"}, {"reason", "subject"}}}}};
  CHECK_THAT(shown(verdict_json({}, {{"compile", refused}})),
             Catch::Contains("You cannot use given::softmax here"));
}

TEST_CASE("who comes from Python is told how C++ says it") {
  const auto told = [](const std::string& message) {
    const Json errors{{"ok", false},
                      {"errors", {{{"line", 1}, {"column", 1}, {"message", message}, {"source", "x;"}}}}};
    return shown(verdict_json({part("not_run")}, {{"compile", errors}}));
  };
  for (const auto& [message, words] : std::initializer_list<std::pair<const char*, const char*>>{
           {"no match for 'operator[]' in 't[0]' (operand types are 'const Tensor' and 'int')", "`t(i, j)`"},
           {"type 'const Tensor' does not provide a subscript operator", "`t(i, j)`"},
           {"invalid types '<unresolved overloaded function type>[int]' for array subscript",
            "`t.shape()` is a function"},
           {"no matching function for call to 'Tensor::size(int) const'", "`t.size()` counts"},
           {"no matching function for call to 'Tensor::Tensor(int&, int&)'", "`Tensor t({rows, columns})`"},
           {"no matching constructor for initialization of 'Tensor'", "`Tensor t({rows, columns})`"},
           {"expected ';' before 'in'", "`for (int i = 0; i < n; ++i)`"},
           {"'len' was not declared in this scope", "`v.size()`"},
           {"'const class Tensor' has no member named 'T'", "`transpose(t)`"}}) {
    INFO(message);
    CHECK_THAT(told(message), Catch::Contains(words));
  }
  CHECK_THAT(told("'flaot' was not declared in this scope"), !Catch::Contains("`"));
  CHECK_THAT(told("no matching function for call to 'f(Tensor&)'"), !Catch::Contains("`"));
}

TEST_CASE("each wrong answer to a question is explained, and the part has its points") {
  const Notes notes{.mistakes = {{"one", {"The first is not so.", "Measure it."}},
                                 {"two", {"The second is not so.", "Compute it."}}}};
  const Json named = {{{"id", "one"}, {"code", ""}}, {{"id", "two"}, {"code", ""}}};
  const std::string text = shown(
      verdict_json({part("passed", {{"by_question", named}, {"checks", 5}, {"failed_checks", 2}})}), notes);
  for (const char* told : {"predicted, wrong: 2 of 5", "otherwise than you predicted",
                           "• The first is not so.", "• The second is not so.", "All parts pass."})
    CHECK_THAT(text, Catch::Contains(told));
}

TEST_CASE("what is seen in the numbers is said where no mistake is known, in both languages") {
  Json unknown = wrong_values;
  unknown.erase("mistake");
  unknown["observation"] = {{"kind", "as_if_other"}, {"names", {"값", "쿼리"}}, {"output", "y"}};
  CHECK_THAT(shown(verdict_json({unknown})),
             Catch::Contains("What the numbers show (forward)\n  in the result \"y\": these are the right"));
  const Speaking korean(Language::korean);
  CHECK_THAT(shown(verdict_json({unknown})), Catch::Contains("입력 값 대신 쿼리를 읽었다면"));
}

TEST_CASE("of several axes the matrices that belong together are shown, small tensors whole") {
  const auto lines = [](const NamedValues& tensor, const FailedCase& failure = {}) {
    Page page({.width = 80});
    show_tensor(page, tensor, place_beside(tensor, failure));
    return page.lines();
  };
  using Lines = std::vector<std::string>;
  CHECK(lines({"w", {2, 1, 2}, {1, 2, 3, 4}}) ==
        Lines{"    w (2, 1, 2)", "    [0, 0] 1  2", "    [1, 0] 3  4"});
  NamedValues large{"scores", {2, 4, 4}, std::vector<double>(32, 0)};
  for (std::size_t i = 16; i < 32; ++i) large.values[i] = 7;
  const FailedCase second{.expected = NamedValues{"", {2, 3, 5}, std::vector<double>(30)}, .wrong = {25, 26}};
  CHECK(lines(large, second)[1] == "    [1, 0] 7  7  7  7");
  CHECK(lines({"none", {0, 4, 4}, {}}) == Lines{"    none (0, 4, 4)"});
}

TEST_CASE("no line is wider than the terminal, in both languages, and the wrong number is in sight") {
  Json wide = wrong_values;
  std::vector<double> values(400);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.001 * static_cast<double>(i) - 0.2;
  wide["failure"]["expected"] = {{"shape", {2, 10, 20}}, {"values", values}};
  values[377] += 1;
  wide["failure"]["got"] = {{"shape", {2, 10, 20}}, {"values", values}};
  wide["failure"]["wrong"] = {377};
  for (const std::size_t width : {30, 40, 80, 200}) {
    for (const Language language : {Language::english, Language::korean}) {
      const Speaking speaking(language);
      const std::string text = shown(verdict_json({wide}), {}, {.width = width});
      INFO(text);
      CHECK_THAT(text, Catch::Contains("1.1770*") && Catch::Contains("[1, 8] "));
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) CHECK(printable_width(line) <= width);
    }
  }
  Page page({.width = 80});  // as many digits as it takes to see a difference
  show_comparison(page, {.shape = {2}, .values = {0.5, 0.25}}, {.shape = {2}, .values = {0.50000031, 0.25}},
                  {0});
  CHECK_THAT(page.joined(), Catch::Contains("0.50000031*"));
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
