// Tests what the learner reads: the texts of verdicts in both languages, notes, Markdown, and keys.
#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "lib/text/display.hpp"
#include "tests/catch.hpp"
#include "tests/tools/speaking.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/course.hpp"
#include "tools/learn/page.hpp"
#include "tools/learn/watch.hpp"

using namespace heed;

namespace {

std::vector<std::string> rendered(const std::string& markdown, std::size_t width) {
  Page page({.width = width});
  page.markdown(markdown);
  return page.lines();
}

std::map<std::string, std::string> verdict_texts(Language language) {
  const Speaking speaking(language);
  Notes notes;
  parse_notes(Course(HEED_SOURCE_DIR).document("verdicts"), notes);
  return notes.texts;
}

std::set<std::string> holes(const std::string& text) {
  static const std::regex hole(R"(\{[^}]*\})");
  return {std::sregex_token_iterator(text.begin(), text.end(), hole), std::sregex_token_iterator()};
}

}  // namespace

TEST_CASE("the texts of verdicts exist in both languages with the same places to fill in") {
  const auto english = verdict_texts(Language::english), korean = verdict_texts(Language::korean);
  CHECK(english.size() > 70);
  CHECK(english.size() == korean.size());
  for (const auto& [key, text] : english) {
    INFO(key);
    CHECK_FALSE(text.empty());
    CHECK(holes(text) == holes(korean.at(key)));
  }
}

TEST_CASE("Markdown becomes lines that fit") {
  using Lines = std::vector<std::string>;
  CHECK(rendered("# Softmax\n\nWrite **it** with `exp` as in\n[the paper](https://example.org).\n\n- first "
                 "item that is long\n- second\n\n```\nint x = 1;   // it is one\n```\n\n| a | b "
                 "|\n|---|---|\n| 1 | `2` |\n",
                 20) == Lines{"Softmax", "", "Write it with `exp`", "as in the paper.", "",
                              "• first item that is", "  long", "• second", "", "    int x = 1; // it",
                              "        is one", "", "a  b", "─  ─", "1  2"});
  CHECK(rendered("A formula:\n\n    y  = x²\n\n    z  = y\n\n- item\n\n    goes on\n", 40) ==
        Lines{"A formula:", "", "    y  = x²", "", "    z  = y", "", "• item", "", "goes on"});
  CHECK(rendered("|i − j| < w is a distance.\n", 40) == Lines{"|i − j| < w is a distance."});
  CHECK(rendered("a *b* **bold** and [`c`](d)\n", 80) == Lines{"a *b* bold and `c`"});
  CHECK(rendered("See [there](x.md): `[f](double v) { return v; }` is [one](y.md).\n", 80) ==
        Lines{"See there: `[f](double v) { return v; }` is one."});
  for (std::size_t width = 12; width < 40; ++width)
    for (const std::string& line : rendered(
             "| part | limit |\n|---|---|\n| `cost` | at most 12 products |\n| 값 | 행마다 가장 큰 점수 |\n",
             width))
      CHECK((printable_width(line) <= width && line.find("…") == line.npos));
}

TEST_CASE("notes give hints in order, and mistakes with their repair") {
  Notes notes;
  parse_notes(
      "intro\n## part forward\nthe values\n## hint 1\nwhy?\n\n## hint 2\nbecause\n## mistake a_b\nIt "
      "is\nso.\n### repair\nDo this.\n## seen x\nA {0}을(를).\n## mistake c\nx\n",
      notes);
  REQUIRE(notes.hints.size() == 2);
  CHECK(notes.hints[0].text == "why?");
  CHECK(notes.hints[1].part.empty());
  CHECK(notes.mistakes.at("a_b").text == "It is\nso.");
  CHECK(notes.mistakes.at("a_b").repair == "Do this.");
  CHECK(notes.mistakes.at("c").repair.empty());
  CHECK(notes.text("seen x", {"2"}) == "A 2를.");
  CHECK(notes.text("seen y").empty());
  Notes parts;
  parse_notes("## part a\n## hint 1\nx\n## part b\n## hint 1\ny\n", parts);
  CHECK(parts.hints[0].part == "a");
  CHECK(parts.hints[1].part == "b");
}

TEST_CASE("labels are put in Korean with their own numbers, and stay where the table has none") {
  const Labels labels(std::filesystem::path(HEED_SOURCE_DIR) / "exercises" / "labels.ko.json");
  const auto korean = [&](std::string label) {
    labels.translate(label);
    return label;
  };
  CHECK(korean("40 queries, 500 keys") == "쿼리 40개, 키 500개");
  CHECK(korean("label smoothing 0.3") == "라벨 스무딩 0.3");
  CHECK(korean("no such label") == "no such label");
  Verdict verdict{.parts = {{.name = "forward",
                             .observation = Observation{.kind = "right_cases", .names = {"3 rows of 4"}},
                             .failure = FailedCase{.label = "3 rows of 4", .output = "causal output"}}}};
  labels.translate(verdict);
  CHECK(verdict.parts[0].name == "forward");
  CHECK(verdict.parts[0].failure->label == "3행 4열");
  CHECK(verdict.parts[0].failure->output == "인과 출력");
  CHECK(verdict.parts[0].observation->names.at(0) == "3행 4열");
}

TEST_CASE("particles follow the last sound of what was filled in, and stay open behind other letters") {
  CHECK(with_particles("헤드 2을(를) 끄면") == "헤드 2를 끄면");
  CHECK(with_particles("3을(를), 0을(를), 1.5을(를)") == "3을, 0을, 1.5를");
  CHECK(with_particles("0.1(으)로 0.3(으)로 (2, 4)(으)로") == "0.1로 0.3으로 (2, 4)로");
  CHECK(with_particles("(2, 1)을(를) 쌀(으)로 집(으)로") == "(2, 1)을 쌀로 집으로");
  CHECK(with_particles("토큰이(가) 쿼리이(가) 6은(는) 7와(과)") == "토큰이 쿼리가 6은 7과");
  CHECK(with_particles("입력 x을(를), `값`을(를)") == "입력 x을(를), `값`을");
  CHECK(with_particles("을(를)") == "을(를)");
  CHECK(with_particles("책을(를) 꽃을(를) 히읗이(가) 책.을(를) ㅎ을(를)") ==
        "책을 꽃을 히읗이 책.을(를) ㅎ을(를)");
}

TEST_CASE("keys: letters, Korean letters of the same keys, and arrows") {
  CHECK(keys_in("nㅗ\n") == std::vector<std::string>{"n", "ㅗ", "enter"});
  CHECK(latin_key("ㅗ") == "h");
  CHECK(latin_key("x") == "x");
  CHECK(keys_in("\033[A\033[6~\033OPq") == std::vector<std::string>{"up", "down", "q"});
  CHECK(keys_in("\033") == std::vector<std::string>{"escape"});
  CHECK(keys_in("a\177") == std::vector<std::string>{"a", "backspace"});
}
