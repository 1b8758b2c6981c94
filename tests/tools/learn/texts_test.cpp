// What the learner reads: both languages, lines that fit, Markdown.
#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>

#include "lib/files/read_file.hpp"
#include "lib/report/width.hpp"
#include "lib/text/unicode.hpp"
#include "tests/catch.hpp"
#include "tools/language/particles.hpp"
#include "tools/learn/course/notes.hpp"
#include "tools/learn/show/observations.hpp"
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
  CHECK(texts > 90);
}

TEST_CASE("what the numbers show has words in both languages") {
  static const std::regex kind(R"re((?:Observation|Change)\{(?:nan \? )?"(\w*[a-z])"|\{"(wrong_\w+)")re");
  int kinds = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(HEED_SOURCE_DIR) / "exercises" / "grading" / "observation")) {
    const std::string text = read_text_file(file.path());
    for (std::sregex_iterator it(text.begin(), text.end(), kind), end; it != end; ++it, ++kinds) {
      INFO(it->str());
      const std::string name = it->str(1) + it->str(2);
      CHECK_FALSE(observation_text({.kind = name}, Language::english).empty());
      CHECK(has_hangul(observation_text({.kind = name}, Language::korean)));
    }
  }
  CHECK(kinds > 20);
  for (const char* made : {"is_infinite", "as_if_other", "right_where_is", "wrong_where_equal"})
    CHECK_FALSE(observation_text({.kind = made}, Language::english).empty());
  CHECK(observation_text({.kind = "sign", .output = "y"}, Language::english) ==
        "in the result \"y\": every number has the opposite sign");
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
                                          "    int x = 1; // it",
                                          "        is one",
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
  CHECK(render_markdown("a *b* **bold** and [`c`](d)\n", narrow(80)) ==
        std::vector<std::string>{"a *b* bold and `c`"});
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

TEST_CASE("keys: letters, Korean letters of the same keys, and arrows") {
  CHECK(keys_in("nㅗ\n") == std::vector<std::string>{"n", "ㅗ", "enter"});
  CHECK(latin_key("ㅗ") == "h");
  CHECK(latin_key("x") == "x");
  CHECK(keys_in("\033[A\033[6~\033OPq") == std::vector<std::string>{"up", "down", "q"});
  CHECK(keys_in("\033") == std::vector<std::string>{"escape"});
  CHECK(keys_in("a\177") == std::vector<std::string>{"a", "backspace"});
}
