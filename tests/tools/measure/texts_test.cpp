// The texts of experiments: each that the sources name is there, in both languages.
#include <regex>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tools/measure/texts.hpp"

using namespace heed;

TEST_CASE("every text that the sources name is there in both languages, with as many places to fill") {
  const std::regex name(R"re(text_of\(\s*"([^"]+)")re"), place(R"(\{[^}]*\})");
  const auto places = [&](const std::string& text) {
    return std::distance(std::sregex_iterator(text.begin(), text.end(), place), std::sregex_iterator());
  };
  std::size_t found = 0;
  for (const char* folder : {"tools/measure", "tools/commands"}) {
    for (const auto& file :
         std::filesystem::directory_iterator(std::filesystem::path(HEED_SOURCE_DIR) / folder)) {
      if (file.path().extension() != ".cpp") continue;
      const std::string source = slurp(file.path());
      for (std::sregex_iterator i(source.begin(), source.end(), name), end; i != end; ++i, ++found) {
        INFO(i->str(1));
        const Bilingual& text = text_of(i->str(1));
        CHECK_FALSE((text.english.empty() || text.korean.empty()));
        if (text.english.find("{0") == std::string::npos) CHECK(places(text.english) == places(text.korean));
      }
    }
  }
  CHECK(found > 100);
  CHECK_THROWS_AS(text_of("C3.nothing"), Error);
}

TEST_CASE("sections are filled in both languages, and words get their Korean") {
  CHECK(text_of("C5.slope", 1.5).korean == "지수 1.50");
  CHECK(text_of("C6.in", Bilingual{"here", "여기"}).korean == "여기에서");
  CHECK(documents_of("C16") == "001");
  CHECK(word("distance").korean == "거리");
  CHECK(word("LSTM").in(Language::korean) == "LSTM");
}
