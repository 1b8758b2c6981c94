// Against sacreBLEU: tests/golden/make_sacrebleu.py wrote sacrebleu_bleu.json.
#include "lib/score/bleu.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden_metrics.hpp"

using namespace heed;
using golden::Json;
using Words = std::vector<std::string>;

namespace {

/// One sentence against its references.
std::vector<double> sums_of(const Bleu& bleu, const std::string& hypothesis,
                            const std::vector<std::string>& references) {
  References streams;
  for (const std::string& reference : references) streams.push_back({reference});
  return bleu.statistics({&hypothesis, 1}, streams).sums();
}

/// Gives the words of the tokenisers: sacreBLEU's rules are applied by hand, rule by rule.
Words words(BleuTokenizer tokenizer, const char* line) { return Bleu({.tokenize = tokenizer}).tokens(line); }

}  // namespace

TEST_CASE("BLEU equals sacreBLEU's on random text") {
  const Json data = golden::load_json("sacrebleu_bleu.json");
  REQUIRE(data.at("cases").size() == 47);
  for (const Json& c : data["cases"]) golden::check_case(golden::bleu_of(c["options"]), c);
}

TEST_CASE("a BLEU line as sacreBLEU prints it") {
  const std::vector<std::string> hypotheses{"The dog bit the man.", "It wasn't surprising.",
                                            "The man had just bitten him."};
  const References references{
      {"The dog bit the man.", "It was not unexpected.", "The man bit him first."},
      {"The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."}};
  const Score s = Bleu().corpus(hypotheses, references);
  CHECK(format(s) == "BLEU = 48.53 82.4/50.0/45.5/37.5 (BP = 0.943 ratio = 0.944 hyp_len = 17 ref_len = 18)");
  CHECK(format(s, {.width = 1, .signature = true}) ==
        "BLEU|nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:2.3.1 = 48.5 82.4/50.0/45.5/37.5 (BP = "
        "0.943 ratio = "
        "0.944 hyp_len = 17 ref_len = 18)");
  CHECK(format(s, {.score_only = true}) == "48.53");
}

TEST_CASE("the closest reference length counts, of two as close the shorter") {
  const Bleu bleu({.tokenize = BleuTokenizer::none});
  CHECK(sums_of(bleu, "a b c d e", {"a b c d e f g", "a b c", "a b c d e f g h i"})[1] == 3);
  CHECK(sums_of(bleu, "a b c d e", {"a b c", "a b c d e f"})[1] == 6);
  CHECK(bleu.score_of(sums_of(bleu, "", {"a"})) == 0);
}

TEST_CASE("BLEU refuses what it cannot score") {
  const Words one{"a"}, none;
  CHECK_THROWS_WITH(Bleu().corpus(one, {{"a", "b"}}),
                    Catch::Contains("1 hypotheses but 2 lines in reference 1"));
  CHECK_THROWS_AS(Bleu().corpus(none, {{}}), Error);
  CHECK_THROWS_AS(Bleu().corpus(one, {}), Error);
  CHECK_THROWS_WITH(Bleu().corpus(std::vector<std::string>{"a", "\xFF"}, {{"a", "b"}}),
                    Catch::Contains("hypothesis 2 is not valid UTF-8 at byte 0"));
}

TEST_CASE("text that looks tokenised is noticed") {
  std::vector<std::string> lines(99, "a b .");
  CHECK_FALSE(tokenized_text_warning(lines));
  lines.emplace_back("c .");
  CHECK(tokenized_text_warning(lines));
  CHECK_FALSE(tokenized_text_warning(std::vector<std::string>(200, "a b.")));
}

TEST_CASE("13a unescapes entities in its order and knows digits") {
  CHECK(words(BleuTokenizer::mteval_13a, "&amp;lt;a&gt; &quot;x&quot;") ==
        Words{"<", "a", ">", "\"", "x", "\""});
  CHECK(words(BleuTokenizer::mteval_13a, "3.14, 1,000. 5-6 a-b x.5 5.x") ==
        Words{"3.14", ",", "1,000", ".", "5", "-", "6", "a-b", "x", ".", "5", "5", ".", "x"});
  CHECK(words(BleuTokenizer::mteval_13a, "it's <skipped>here-\nand\nthere") ==
        Words{"it's", "hereand", "there"});
  CHECK(words(BleuTokenizer::mteval_13a, "한국, 서울.\u3000") == Words{"한국", ",", "서울", "."});
  // char takes each character that is no space
  CHECK(words(BleuTokenizer::character, "나는 a.") == Words{"나", "는", "a", "."});
}
