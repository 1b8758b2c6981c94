// Every text of the sources has its Korean in po/ko.po, and nothing else has; how messages are said.
#include <cctype>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"
#include "tests/catch.hpp"
#include "tests/lib/core/sources.hpp"
#include "tests/tools/speaking.hpp"
#include "tools/language/tr.hpp"
#include "tools/option_table.hpp"

using namespace heed;

namespace {

std::size_t behind_blanks(const std::string& source, std::size_t at) {
  while (at < source.size() && std::isspace(static_cast<unsigned char>(source[at])) != 0) ++at;
  return at;
}

/// The text of the literals side by side from `at` on, and where they end; nothing if there are none.
std::optional<std::string> literal(const std::string& source, std::size_t& at) {
  std::optional<std::string> text;
  for (;;) {
    at = behind_blanks(source, at);
    if (source.compare(at, 3, "R\"(") == 0) {
      const std::size_t end = source.find(")\"", at);
      text = text.value_or("") + source.substr(at + 3, end - at - 3);
      at = end + 2;
    } else if (source[at] == '"') {
      text = text.value_or("");
      for (++at; source[at] != '"'; ++at) {
        const bool escaped = source[at] == '\\';
        if (escaped) ++at;
        *text += escaped && source[at] == 'n' ? '\n' : source[at];
      }
      ++at;
    } else {
      return text;
    }
  }
}

/// The source without lines that are comments.
std::string code_of(const std::string& path) {
  std::istringstream lines(read_text_file(std::filesystem::path(HEED_SOURCE_DIR) / path));
  std::string code;
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(behind_blanks(line, 0), 2, "//") != 0) code += line + '\n';
  }
  return code;
}

/// The texts of tr(), trn() and tr_noop(), with the second form of trn(), and those of commands and options.
std::map<std::string, std::string> marked_texts() {
  std::map<std::string, std::string> texts;
  for (const std::string& path : house::sources()) {
    const std::string source = code_of(path);
    for (const std::string call : {"tr(", "trn(", "tr_noop("}) {
      for (std::size_t at = 0; (at = source.find(call, at)) != std::string::npos;) {
        const bool whole = at == 0 || (std::isalnum(static_cast<unsigned char>(source[at - 1])) == 0 &&
                                       source[at - 1] != '_');
        at += call.size();
        const std::optional<std::string> text = whole ? literal(source, at) : std::nullopt;
        if (!text) continue;
        texts.emplace(*text, call == "trn(" ? literal(source, ++at).value_or("") : "");
      }
    }
  }
  static const std::regex with_words("\\[.* .*\\]|\\(");  // a default that is no word to type
  for (const auto& [name, set] : option_table()) {
    texts.emplace(set.text, "");
    texts.emplace(set.examples, "");
    for (const OptionRow& row : set.rows) {
      texts.emplace(row.text, "");
      texts.emplace(row.group, "");
      if (std::regex_search(row.value, with_words)) texts.emplace(row.value, "");
    }
  }
  texts.erase("");
  return texts;
}

std::set<std::size_t> blanks(const std::string& text) {
  std::set<std::size_t> found;
  fill(text, [&](std::size_t index, std::string_view) {
    found.insert(index);
    return "";
  });
  return found;
}

}  // namespace

TEST_CASE("every text of the sources has its Korean, with the same {}, and no other has") {
  const std::map<std::string, std::string> texts = marked_texts();
  CHECK(texts.size() > 800);
  const Catalogue& korean = korean_catalogue();
  for (const auto& [english, more] : texts) {
    CAPTURE(english);
    const auto found = korean.find(english);
    CHECK(found != korean.end());
    if (found == korean.end()) continue;
    CHECK(!found->second.empty());
    CHECK(blanks(found->second) == blanks(english));
    if (!more.empty()) CHECK(blanks(more) == blanks(english));
  }
  for (const auto& [english, translation] : korean) {
    CAPTURE(english);
    CHECK(texts.contains(english));
  }
}

TEST_CASE("Korean has the words of the glossary, and none that stands for another there") {
  const nlohmann::json glossary = read_json(HEED_SOURCE_DIR "/exercises/glossary.json");
  for (const nlohmann::json& entry : glossary) {
    for (const std::string& other : entry.value("not_ko", std::vector<std::string>())) {
      for (const auto& [english, korean] : korean_catalogue()) {
        INFO(korean << ": \"" << other << "\" is called " << entry.dump());
        CHECK(korean.find(other) == korean.npos);
      }
    }
  }
}

TEST_CASE("a catalogue is read as gettext writes it") {
  Catalogue catalogue;
  read_po(
      "msgid \"\"\nmsgstr \"Language: ko\\n\"\n\n#: a.cpp:1\nmsgid \"\"\n\"a \\\"b\\\"\\n\"\n\"c\\\\\"\n"
      "msgstr \"가\\t\"\n\"나\"\n\nmsgid \"{} line\"\nmsgid_plural \"{} lines\"\nmsgstr[0] \"{}줄\"\n"
      "\n#~ msgid \"old\"\n",
      catalogue);
  CHECK(catalogue == Catalogue{{"a \"b\"\nc\\", "가\t나"}, {"{} line", "{}줄"}});
  CHECK_THROWS_AS(read_po("msgid none", catalogue), FormatError);
  CHECK_THROWS_AS(read_po("msgid \"once\"\nmsgstr \"\"\nmsgid \"once\"\nmsgstr \"\"", catalogue),
                  FormatError);
}

TEST_CASE("fill() replaces what stands in braces") {
  const auto shown = [](std::size_t index, std::string_view spec) {
    return "<" + std::to_string(index) + std::string(spec) + ">";
  };
  CHECK(fill("{{a}} {} {:.2f}, {5} {1:>3}", shown) == "{a} <0> <1:.2f>, <5> <1:>3>");
}

TEST_CASE("a message is said in either language, whatever it is made of") {
  const Message advice = Message::of(tr_noop("check the path"));
  const Error error(make_message(tr_noop("{}: cannot read: {}; {}"), "{}", system_message(2), advice));
  CHECK(error.what() == std::string("{}: cannot read: No such file or directory; check the path"));
  CHECK(localized(error.message(), Language::english) == error.what());
  CHECK(localized(error.message(), Language::korean) ==
        "{}: 읽을 수 없습니다 (그런 파일이나 폴더가 없음). 경로를 확인하세요");
  // A format without a translation is the same in both, and what stands in it is not.
  const Message more = make_message("{0:>4}: {1}", 7, error.message());
  CHECK(localized(more, Language::korean) == "   7: " + localized(error.message(), Language::korean));
  const Speaking korean(Language::korean);
  CHECK(localized(error) == localized(error.message(), Language::korean));
  CHECK(localized(std::runtime_error("check the path")) == "check the path");
  CHECK(tr("{} excludes {}", "--a", "--b") == "--a 옵션은 --b 옵션과 함께 쓸 수 없습니다");
  CHECK(trn("{} line", "{} lines", 1200) == "1,200줄");
  CHECK(tr("{} of more than {} cut into pieces (--context)", "2줄", "토큰 3개") ==
        "토큰 3개보다 긴 2줄을 나눔 (--context)");
  const Speaking english(Language::english);
  CHECK(trn("{} line", "{} lines", 1200) == "1,200 lines");
  CHECK(trn("{} line", "{} lines", 1) == "1 line");
}

TEST_CASE("durations are said in either language") {
  const auto english = [](double seconds) { return duration_in(seconds, Language::english); };
  CHECK(english(0.4) == "< 1 s");
  CHECK(english(59.6) == "1 min 00 s");
  CHECK(english(200) == "3 min 20 s");
  CHECK(english(3900) == "1 h 05 min");
  CHECK(english(183600) == "2 d 03 h");
  CHECK(english(-1) == "?");
  CHECK(english(std::numeric_limits<double>::infinity()) == "?");
  CHECK(duration_in(7, Language::korean) == "7초");
  CHECK(duration_in(3900, Language::korean) == "1시간 5분");
}
