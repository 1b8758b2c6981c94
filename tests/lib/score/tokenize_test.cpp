// The words of BLEU's tokenisers: sacreBLEU's rules applied by hand, rule by rule.
#include "lib/score/bleu.hpp"
#include "tests/catch.hpp"

using namespace heed;
using Words = std::vector<std::string>;

namespace {

Words words(BleuTokenizer tokenizer, const char* line) { return Bleu({.tokenize = tokenizer}).tokens(line); }

}  // namespace

TEST_CASE("13a unescapes entities in its order and knows digits") {
  CHECK(words(BleuTokenizer::mteval_13a, "&amp;lt;a&gt; &quot;x&quot;") ==
        Words{"<", "a", ">", "\"", "x", "\""});
  CHECK(words(BleuTokenizer::mteval_13a, "3.14, 1,000. 5-6 a-b x.5 5.x") ==
        Words{"3.14", ",", "1,000", ".", "5", "-", "6", "a-b", "x", ".", "5", "5", ".", "x"});
  CHECK(words(BleuTokenizer::mteval_13a, "it's <skipped>here-\nand\nthere") ==
        Words{"it's", "hereand", "there"});
  CHECK(words(BleuTokenizer::mteval_13a, "한국, 서울.\u3000") == Words{"한국", ",", "서울", "."});
}

TEST_CASE("char takes each character that is no space") {
  CHECK(words(BleuTokenizer::character, "나는 a.") == Words{"나", "는", "a", "."});
}
