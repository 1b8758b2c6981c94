// TER: the vectors of sacreBLEU's own tests, and cases whose edits are counted by hand.
#include "lib/score/ter.hpp"

#include "lib/score/bootstrap.hpp"
#include "lib/score/translation_edits.hpp"
#include "lib/text/unicode.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden.hpp"

using namespace heed;
using golden::Json;
using Words = std::vector<std::string>;

namespace {

std::size_t edits(const std::string& hypothesis, const std::string& reference) {
  return translation_edits(split_whitespace(hypothesis), split_whitespace(reference));
}

/// "a1 a2 … an".
std::string row(const std::string& word, int n) {
  std::string text;
  for (int i = 1; i <= n; ++i) text += word + std::to_string(i) + " ";
  return text;
}

Words words(const std::string& line, const TercomOptions& options) {
  const std::string text = tokenize_tercom(line, options);
  const auto found = split_whitespace(text);
  return {found.begin(), found.end()};
}

}  // namespace

TEST_CASE("TER equals the published vectors") {
  const Json data = golden::load("published_ter.json");
  REQUIRE(data.at("cases").size() == 5);
  for (const Json& c : data.at("cases")) {
    INFO(c.dump());
    const Score s = Ter().corpus(golden::strings(c[0]), {golden::strings(c[1])});
    CHECK(s.score == Approx(100 * c[2].get<double>()).margin(1e-3));
  }
}

TEST_CASE("a shift of neighbouring words is one edit") {
  CHECK(edits("a b", "b a") == 1);          // b moves, or a; without shifts two substitutions
  CHECK(edits("c a b x", "a b c d") == 2);  // c moves behind b, x becomes d
  CHECK(edits("a b c", "c b a") == 2);      // two shifts, no fewer than two substitutions
  CHECK(edits("a b c d", "b c d a") == 1);  // a moves to the end
  CHECK(edits("a b c", "a b c") == 0);
  CHECK(edits("", "a b") == 2);  // insertions
  CHECK(edits("a b", "") == 2);  // deletions
  CHECK(edits("", "") == 0);
  CHECK(edits("a a a", "a") == 2);
}

TEST_CASE("Tercom's limits: ten words a shift, fifty places, a thousand tries") {
  // Ten words can change places with ten in one shift. Eleven need two: ten of them, then the last.
  CHECK(edits(row("a", 10) + row("b", 10), row("b", 10) + row("a", 10)) == 1);
  CHECK(edits(row("a", 11) + row("b", 11), row("b", 11) + row("a", 11)) == 2);
  // x moves over 50 words in one shift; 51 places are too far, so it is left out here and put in there.
  CHECK(edits("x " + row("a", 50), row("a", 50) + "x") == 1);
  CHECK(edits("x " + row("a", 51), row("a", 51) + "x") == 2);
  // Thirty a's before thirty b's, turned round: a few shifts would do, but so many pairs match that the
  // thousand tries are used up while the first is looked for, and then it is not made. 30 out and 30 in.
  std::string as, bs;
  for (int i = 0; i < 30; ++i) {
    as += "a ";
    bs += "b ";
  }
  CHECK(edits(as + bs, bs + as) == 60);
}

TEST_CASE("TER of a line that would take all memory is refused, and the line named") {
  std::string words;
  for (int i = 0; i < 6000; ++i) words += "a ";
  CHECK_THROWS_WITH(Ter().corpus(std::vector<std::string>{"a", words}, {{"a", words}}),
                    Catch::Contains("segment 2 has 6000 words and its reference 6000"));
}

TEST_CASE("several references: the fewest edits over the mean length") {
  // 1 edit to "a" (2 to "a b c"), over (3 + 1) / 2 words
  CHECK(Ter().sentence("a x", {"a b c", "a"}).score == Approx(50));
  // of a corpus the edits and the lengths are added up: (1 + 0) / (2 + 2)
  CHECK(Ter().corpus(Words{"a x", "a b"}, {{"a b c", "a b"}, {"a", "b a"}}).score == Approx(25));
  CHECK(Ter().sentence("a b c d", {"x"}).score == Approx(400));
  CHECK(Ter().sentence("a", {""}).score == 100);
  CHECK(Ter().sentence("", {""}).score == 0);
}

TEST_CASE("the words of TER, by Tercom's rules") {
  CHECK(words("It's 3.14, OK? ", {}) == Words{"it's", "3.14,", "ok?"});
  CHECK(words("It's OK", {.case_sensitive = true}) == Words{"It's", "OK"});
  CHECK(words("it's 3.14, &amp;lt; 5-6 (x's)", {.normalized = true}) ==
        Words{"it", "'s", "3.14", ",", "<", "5", "-", "6", "(", "x", "'s", ")"});
  CHECK(words("(it's) 3.14, ok?", {.no_punct = true}) == Words{"it's", "314", "ok"});
  CHECK(words("你好。カナ かな", {.normalized = true, .asian_support = true}) ==
        Words{"你", "好", "。", "カナ", "かな"});
  CHECK(words("你好。", {.normalized = true}) == Words{"你好。"});
  CHECK(words("你好。ok.", {.no_punct = true, .asian_support = true}) == Words{"你好ok"});
}

TEST_CASE("a TER line as sacreBLEU prints it") {
  const Score s = Ter().corpus(Words{"d e f g h a b c"}, {{"a b c d e f g h"}});
  CHECK(format(s, {.width = 1, .signature = true}) ==
        "TER|nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.3.1 = 12.5");
  CHECK(Ter({.normalized = true, .no_punct = true, .asian_support = true, .case_sensitive = true})
            .signature(-1)
            .format({.brief = true}) == "#:var|c:mixed|t:tercom|nr:yes|pn:no|as:yes|v:2.3.1");
}

TEST_CASE("TER of a resampled corpus of one sentence is its TER, in float") {
  const Ter ter;
  const SegmentStatistics one = ter.statistics(Words{"a x y"}, {{"a b c"}});
  CHECK(one.values == std::vector<double>{2, 3});
  const std::vector<double> scores = bootstrap_scores(ter, one, {.resamples = 3});
  CHECK(scores == std::vector<double>(3, 100 * static_cast<double>(2.0F / 3.0F)));
}
