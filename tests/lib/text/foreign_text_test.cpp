#include "lib/text/foreign_text.hpp"

#include "tests/catch.hpp"

using namespace heed;
using namespace std::string_literals;
using Catch::Contains;

TEST_CASE("bytes of no text are called what they are, with what makes text of them") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"\xFF\xFE"
       "a\0",
       "this is UTF-16, not UTF-8; convert it with iconv -f UTF-16 -t UTF-8"},
      {"\xFE\xFF\0a"s, "iconv -f UTF-16 -t"},
      {"\x1F\x8B\x08\x00"s, "compressed (gzip), not UTF-8; unpack it with gunzip -c FILE > NEW"},
      {"PK\x03\x04..train.ko.."s,
       "compressed (zip, docx, xlsx, hwpx), not UTF-8; unpack it with unzip FILE"}};
  for (const auto& [bytes, said] : cases) CHECK_THAT(foreign_text(bytes).english, Contains(said));
  for (const std::string& text : {""s, "a"s, "나는 사과를 좋아한다\n"s, "a\nb\0c\n"s, "a\0b\n"s,
                                  "\xB3\xAA\xB4\xC2\n"s, "PK and more\n"s})
    CHECK(foreign_text(text).empty());
}

TEST_CASE("CP949 is guessed where the lines decode so, and nowhere else") {
  const std::string cp949 = "it looks like CP949; convert it with iconv -f CP949 -t UTF-8 FILE > NEW",
                    other = "save it as UTF-8";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"\xB3\xAA\xB4\xC2 \xBB\xE7\xB0\xFA\xB8\xA6\n", cp949},  // 나는 사과를
      {"\x8C\x63\xB9\xE6\xB0\xA2\xC7\xCF\n", cp949},           // 똠 of CP949 alone, 방각하
      {"good 글\n\xB3\xAA\xB4\xC2\n", cp949},                  // the line that is not UTF-8 counts
      {"the caf\xE9 is open\nna\xEFve\n", other},
      {"가\xFF나\n", other},
      {"나는\n\xEA\xB0\n", other},  // cut amid a character
      {"\x00\x80\xFF\x13"s, other}};
  for (const auto& [bytes, said] : cases) {
    CAPTURE(bytes);
    CHECK(encoding_advice(bytes).english == said);
  }
}
