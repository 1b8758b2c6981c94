// What the learner reads: both languages, lines that fit, Markdown.
#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <span>

#include "lib/files/read_file.hpp"
#include "lib/report/width.hpp"
#include "lib/text/unicode.hpp"
#include "tests/catch.hpp"
#include "tools/language/particles.hpp"
#include "tools/learn/course/notes.hpp"
#include "tools/learn/show/observations.hpp"
#include "tools/learn/show/observations_of_cases.hpp"
#include "tools/learn/show/observations_of_inputs.hpp"
#include "tools/learn/show/observations_of_results.hpp"
#include "tools/learn/text/markdown.hpp"
#include "tools/learn/watch/keyboard.hpp"

using namespace heed;

namespace {

std::vector<std::string> holes(const std::string& text) {
  static const std::regex hole(R"(\{[^}]*\})");
  std::vector<std::string> all;
  for (std::sregex_iterator it(text.begin(), text.end(), hole), end; it != end; ++it)
    all.push_back(it->str());
  std::sort(all.begin(), all.end());
  return all;
}

bool has_hangul(std::string_view text) {
  for (const char32_t c : to_code_points(text)) {
    if (c >= 0xAC00 && c <= 0xD7A3) return true;
  }
  return false;
}

Look narrow(std::size_t width, Colours colours = Colours::none) {
  return {.terminal = {.interactive = true, .width = width, .colours = colours}};
}

}  // namespace

TEST_CASE("every text exists in both languages with the same places to fill in") {
  static const std::regex pair(
      R"re((?:\bboth\(|\bBilingual\b[^\n;(]*\{)\s*((?:"(?:\\.|[^"\\])*"\s*)+),\s*((?:"(?:\\.|[^"\\])*"\s*)+)[,)}])re");
  int texts = 0;
  for (const char* folder : {"tools/learn", "tools/commands"}) {
    for (const auto& file :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(HEED_SOURCE_DIR) / folder)) {
      if (file.is_directory()) continue;
      const std::string name = file.path().filename();
      if (name.starts_with("own_") || (folder == std::string("tools/commands") && !name.starts_with("learn")))
        continue;
      const std::string source = read_text_file(file.path());
      for (std::sregex_iterator it(source.begin(), source.end(), pair), end; it != end; ++it, ++texts) {
        const std::string english = it->str(1), korean = it->str(2);
        INFO(name << "\n" << english << "\n" << korean);
        CHECK(holes(english) == holes(korean));
        CHECK_FALSE(has_hangul(english));
        CHECK((has_hangul(korean) || korean.find('{') != std::string::npos));
      }
    }
  }
  CHECK(texts > 130);
}

TEST_CASE("what the numbers show has words in both languages, with the same places to fill in") {
  for (const auto& list : {std::span<const ObservationText>(observations_of_results),
                           std::span<const ObservationText>(observations_of_inputs),
                           std::span<const ObservationText>(observations_of_cases),
                           std::span<const ObservationText>(properties_of_cases)}) {
    for (const ObservationText& one : list) {
      INFO(one.kind);
      // one language may name an input twice
      const std::vector<std::string> english = holes(std::string(one.english)),
                                     korean = holes(std::string(one.korean));
      CHECK(std::set<std::string>(english.begin(), english.end()) ==
            std::set<std::string>(korean.begin(), korean.end()));
      CHECK(has_hangul(one.korean));
    }
  }
  // every kind that stands in the grader's sources as a whole word
  static const std::regex kind(R"re((?:Observation|Change)\{\s*"(\w*[a-z])")re");
  int kinds = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(HEED_SOURCE_DIR) / "exercises" / "grading")) {
    if (!file.is_regular_file()) continue;
    const std::string text = read_text_file(file.path());
    for (std::sregex_iterator it(text.begin(), text.end(), kind), end; it != end; ++it, ++kinds) {
      INFO(it->str());
      CHECK_FALSE(observation_text({.kind = it->str(1)}, Language::english).empty());
    }
  }
  CHECK(kinds > 30);
  for (const char* made : {"factor_of_size", "as_if_without_first", "not_moved_by", "right_cases"})
    CHECK_FALSE(observation_text({.kind = made}, Language::english).empty());
  CHECK(observation_text({.kind = "sign", .output = "y"}, Language::english) ==
        "in the result \"y\": every number has the opposite sign");
  static const std::regex where(R"re("(_where_\w+)")re");
  const std::string of_cases = read_text_file(std::filesystem::path(HEED_SOURCE_DIR) /
                                              "exercises/grading/observation/patterns_of_cases.cpp");
  int ways = 0;
  for (std::sregex_iterator it(of_cases.begin(), of_cases.end(), where), end; it != end; ++it, ++ways)
    for (const char* side : {"right", "wrong"})
      CHECK_FALSE(observation_text({.kind = side + it->str(1)}, Language::english).empty());
  CHECK(ways == 2);
}

TEST_CASE("the language comes from the first of LC_ALL, LC_MESSAGES and LANG that is set") {
  const auto of = [](std::map<std::string, std::string> set) {
    return language_from_environment([set = std::move(set)](const char* name) {
      const auto found = set.find(name);
      return found == set.end() ? std::string() : found->second;
    });
  };
  CHECK(of({}) == Language::english);
  CHECK(of({{"LANG", "ko_KR.UTF-8"}}) == Language::korean);
  CHECK(of({{"LC_ALL", "C"}, {"LANG", "ko_KR.UTF-8"}}) == Language::english);
  CHECK(of({{"LC_ALL", ""}, {"LC_MESSAGES", "ko_KR"}, {"LANG", "en_US.UTF-8"}}) == Language::korean);
}

TEST_CASE("Markdown becomes lines that fit") {
  const std::string markdown =
      "# Softmax\n\nWrite **it** with `exp` as in\n[the paper](https://example.org).\n\n- first item that is "
      "long\n"
      "- second\n\n```\nint x = 1;   // it is one\n```\n\n| a | b "
      "|\n|---|---|\n| 1 | `2` |\n";
  const std::vector<std::string> lines = render_markdown(markdown, narrow(20));
  const std::vector<std::string> expected{"Softmax",
                                          "",
                                          "Write it with `exp`",
                                          "as in the paper.",
                                          "",
                                          "• first item that is",
                                          "  long",
                                          "• second",
                                          "",
                                          "    int x = 1;",
                                          "        // it is one",
                                          "",
                                          "a  b",
                                          "─  ─",
                                          "1  2"};
  CHECK(lines == expected);
  CHECK(render_markdown("A formula:\n\n    y  = x²\n\n    z  = y\n\n- item\n\n    goes on\n", narrow(40)) ==
        std::vector<std::string>{"A formula:", "", "    y  = x²", "", "    z  = y", "", "• item", "",
                                 "goes on"});
  CHECK(render_markdown("|i − j| < w is a distance.\n", narrow(40)) ==
        std::vector<std::string>{"|i − j| < w is a distance."});
  const std::vector<std::string> coloured =
      render_markdown("**bold** and `code`", narrow(80, Colours::palette));
  CHECK(coloured == std::vector<std::string>{"\033[1mbold\033[22m and \033[36mcode\033[39m"});
}

TEST_CASE("cells of a table that is wider than the terminal go on over lines, and nothing is cut off") {
  const std::string markdown =
      "| part | limit |\n|---|---|\n| `cost` | at most 12 products of matrices |\n| 값 | 행마다 가장 큰 "
      "점수를 뺀다 |\n";
  CHECK(render_markdown(markdown, narrow(24)) ==
        std::vector<std::string>{"part  limit", "────  ──────────────────", "cost  at most 12",
                                 "      products of", "      matrices", "값    행마다 가장 큰",
                                 "      점수를 뺀다"});
  for (std::size_t width = 12; width < 40; ++width) {
    std::string all;
    for (const std::string& line : render_markdown(markdown, narrow(width))) {
      CHECK(printable_width(line) <= width);
      all += line;
    }
    std::erase(all, ' ');
    CHECK(all.find("…") == std::string::npos);
  }
}

TEST_CASE("emphasis is in italics at a terminal and plain elsewhere, and products stay products") {
  const std::string markdown = "값에 *더하고* (*not* `*p`) a * b * c, 2*x*y, **bold** and *two words*.\n";
  CHECK(render_markdown(markdown, narrow(80)) ==
        std::vector<std::string>{"값에 더하고 (not `*p`) a * b * c, 2*x*y, bold and two words."});
  CHECK(render_markdown("an *idea* here\n", narrow(80, Colours::palette)) ==
        std::vector<std::string>{"an \033[3midea\033[23m here"});
  CHECK(render_markdown("one *two three* four\n", narrow(9, Colours::palette)) ==
        std::vector<std::string>{"one \033[3mtwo\033[0m", "\033[3mthree\033[23m", "four"});
}

TEST_CASE("notes give parts, hints in order, and mistakes with their repair") {
  const Notes notes = parse_notes(
      "intro\n## part forward\nthe values\n## hint 1\nwhy?\n\n## hint 2\nbecause\n## mistake a_b\nIt "
      "is\nso.\n### repair\n"
      "Do this.\n## other\nignored\n## mistake c\nx\n");
  CHECK(notes.parts.at("forward") == "the values");
  CHECK(notes.hints == std::vector<std::string>{"why?", "because"});
  CHECK(notes.hint_parts == std::vector<std::string>{"", ""});
  CHECK(parse_notes("## part a\n## hint 1\nx\n## part b\n## hint 1\ny\n").hint_parts ==
        std::vector<std::string>{"a", "b"});
  CHECK(notes.mistakes.at("a_b").explanation == "It is\nso.");
  CHECK(notes.mistakes.at("a_b").repair == "Do this.");
  CHECK(notes.mistakes.at("c").repair.empty());
}

TEST_CASE("particles follow the last sound of what was filled in, and stay open behind other letters") {
  CHECK(with_particles("헤드 2을(를) 끄면") == "헤드 2를 끄면");
  CHECK(with_particles("3을(를), 0을(를), 1.5을(를)") == "3을, 0을, 1.5를");
  CHECK(with_particles("0.1(으)로 0.3(으)로 (2, 4)(으)로") == "0.1로 0.3으로 (2, 4)로");
  CHECK(with_particles("(2, 1)을(를) 쌀(으)로 집(으)로") == "(2, 1)을 쌀로 집으로");
  CHECK(with_particles("토큰이(가) 쿼리이(가) 6은(는) 7와(과)") == "토큰이 쿼리가 6은 7과");
  CHECK(with_particles("입력 x을(를), `값`을(를)") == "입력 x을(를), `값`을");
  CHECK(with_particles("을(를)") == "을(를)");
  CHECK_THAT(observation_text({.kind = "as_if_other", .names = {"값", "쿼리"}}, Language::korean),
             Catch::StartsWith("입력 값을 읽을 자리에서 쿼리를 읽었을 때"));
}

TEST_CASE("keys: letters, Korean letters of the same keys, no arrows") {
  CHECK(keys_in("nㅗ\n") == std::vector<std::string>{"n", "ㅗ", "enter"});
  CHECK(latin_key("ㅗ") == "h");
  CHECK(latin_key("x") == "x");
  CHECK(keys_in("\033[A\033OPq") == std::vector<std::string>{"q"});
  CHECK(keys_in("\033") == std::vector<std::string>{"escape"});
  CHECK(keys_in("a\177") == std::vector<std::string>{"a", "backspace"});
}
