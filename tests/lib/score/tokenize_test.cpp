// The words of BLEU's tokenisers: sacreBLEU's rules applied by hand, rule by rule.
#include "lib/score/tokenize.hpp"

#include "lib/score/bleu.hpp"
#include "tests/catch.hpp"

using namespace heed;
using Words = std::vector<std::string>;

namespace {

Words words(const char* tokenizer, const char* line) {
  return Bleu({.tokenize = parse_bleu_tokenizer(tokenizer)}).tokens(line);
}

}  // namespace

TEST_CASE("13a unescapes entities in its order and knows digits") {
  CHECK(words("13a", "&amp;lt;a&gt; &quot;x&quot;") == Words{"<", "a", ">", "\"", "x", "\""});
  CHECK(words("13a", "3.14, 1,000. 5-6 a-b x.5 5.x") ==
        Words{"3.14", ",", "1,000", ".", "5", "-", "6", "a-b", "x", ".", "5", "5", ".", "x"});
  CHECK(words("13a", "it's <skipped>here-\nand\nthere") == Words{"it's", "hereand", "there"});
  CHECK(words("13a", "한국, 서울.\u3000") == Words{"한국", ",", "서울", "."});
}

TEST_CASE("intl sets Unicode's punctuation apart unless between numbers, and symbols always") {
  CHECK(words("intl", "it's 3.14, not 1,000 !") == Words{"it", "'", "s", "3.14", ",", "not", "1,000", "!"});
  CHECK(words("intl", "「집」은 100원…") == Words{"「", "집", "」", "은", "100원", "…"});
  CHECK(words("intl", "€5 + 2^3=x") == Words{"€", "5", "+", "2", "^", "3", "=", "x"});
  CHECK(words("intl", "&lt;") == Words{"&", "lt", ";"});  // entities are not unescaped
  // After a number at the end of the line: the first rule wants a non-number before the period, the second
  // a character after it.
  CHECK(words("intl", "in 2015.") == Words{"in", "2015."});
  CHECK(words("intl", "in 2015. x") == Words{"in", "2015", ".", "x"});
  // Each character is in one pair at most: of "a,,5" the first rule takes "a,", and then no pair is left.
  CHECK(words("intl", "a,,5") == Words{"a", ",", ",5"});
  CHECK(words("intl", ".5") == Words{".5"});
  CHECK(words("intl", "Ⅷ.½") == Words{"Ⅷ.½"});  // numbers are more than digits
}

TEST_CASE("zh takes Han characters one by one and the rest as 13a without entities") {
  CHECK(words("zh", "你好，world 3.5. ok") == Words{"你", "好", "，", "world", "3.5", ".", "ok"});
  CHECK(words("zh", "Ａb ㈱") == Words{"Ａ", "b", "㈱"});
  CHECK(words("zh", "&quot;") == Words{"&", "quot", ";"});
  // No spaces are put around the line: nothing follows the last period, so the second rule does not see it,
  // and nothing precedes the first.
  CHECK(words("zh", "in 2015.") == Words{"in", "2015."});
  CHECK(words("zh", "so.") == Words{"so", "."});
  CHECK(words("zh", ".5") == Words{".5"});
  // The table's slips: curly quotation marks and dashes are "Chinese", extension B is not, nor is Hangul or
  // kana.
  CHECK(words("zh", "“a–b”") == Words{"“", "a", "–", "b", "”"});
  CHECK(words("zh", "\U00020000\U00020001 한국 カナ") == Words{"\U00020000\U00020001", "한국", "カナ"});
  CHECK(words("zh", "a\u2000b \u2001c") == Words{"a", "b", "c"});
}

TEST_CASE("char takes each character that is no space") {
  CHECK(words("char", "나는 a.") == Words{"나", "는", "a", "."});
}
