// Against sacreBLEU: tests/golden/make_sacrebleu.py wrote sacrebleu_bleu.json; published_*.json come from its
// own tests.
#include "lib/score/bleu.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden_metrics.hpp"

using namespace heed;
using golden::Json;

namespace {

constexpr double tight = 1e-9;

BleuScore corpus(const Bleu& bleu, const Json& hypotheses, const Json& references) {
  return bleu.corpus(golden::strings(hypotheses), references.get<References>());
}

void check_close(const std::vector<double>& ours, const Json& theirs) {
  REQUIRE(ours.size() == theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i)
    CHECK(ours[i] == Approx(theirs[i].get<double>()).epsilon(0).margin(tight));
}

std::vector<double> sums_of(const Json& statistics) {
  std::vector<double> sums{statistics[1].get<double>(), statistics[2].get<double>()};
  for (const char* key : {"common", "total"})
    for (const Json& count : statistics[0][key]) sums.push_back(count);
  return sums;
}

}  // namespace

TEST_CASE("BLEU equals sacreBLEU's on random text") {
  const Json data = golden::load_json("sacrebleu_bleu.json");
  REQUIRE(data.at("cases").size() == 300);
  int width = 0;
  for (const Json& c : data["cases"]) {
    INFO(c.dump());
    const Bleu bleu = golden::bleu_of(c["options"]);
    const BleuScore s = bleu.from_statistics(
        bleu.statistics_by_segment(golden::strings(c["hypotheses"]), golden::by_segment(c["references"])));
    CHECK(s.score == Approx(c["score"].get<double>()).epsilon(0).margin(tight));
    CHECK(s.bp == Approx(c["bp"].get<double>()).epsilon(0).margin(tight));
    check_close(s.counts, c["counts"]);
    check_close(s.totals, c["totals"]);
    check_close(s.precisions, c["precisions"]);
    CHECK(s.sys_len == c["sys_len"].get<std::int64_t>());
    CHECK(s.ref_len == c["ref_len"].get<std::int64_t>());
    CHECK(format(s) == c["text"].get<std::string>());
    CHECK(s.signature.format() == c["signature"].get<std::string>());
    CHECK(s.signature.format({.brief = true}) == c["brief"].get<std::string>());
    CHECK(to_json(s, {.width = width++ % 5}) == c["json"].get<std::string>());
  }
}

TEST_CASE("BLEU equals the published corpus vectors") {
  const Json data = golden::load_json("published_bleu.json");
  for (const Json& c : data["corpus_bleu"]["cases"]) {
    INFO(c.dump());
    CHECK(corpus(golden::bleu_of(c[2]), c[0], c[1]).score == Approx(c[3].get<double>()).margin(1e-6));
  }
  const BleuOptions raw{.tokenize = BleuTokenizer::none,
                        .smooth = Smoothing::floor,
                        .smooth_value = 0.01,
                        .effective_order = true};
  for (const char* group : {"raw_corpus_bleu", "effective_order"})
    for (const Json& c : data[group]["cases"])
      CHECK(corpus(Bleu(raw), c[0], c[1]).score / 100 == Approx(c[2].get<double>()).margin(1e-8));
  for (const Json& c : data["statistics"]["cases"]) {
    const BleuScore s = corpus(Bleu(raw), c[0], c[1]);
    check_close(s.counts, c[2]["common"]);
    check_close(s.totals, c[2]["total"]);
  }
  for (const Json& c : data["offset"]["cases"]) {
    BleuOptions options{.tokenize = BleuTokenizer::none, .smooth = Smoothing::floor, .effective_order = true};
    options.smooth_value = 0.1;
    CHECK(corpus(Bleu(options), c[0], c[1]).score / 100 == Approx(c[2].get<double>()).margin(1e-8));
    options.smooth_value = 0.0;
    CHECK(corpus(Bleu(options), c[0], c[1]).score / 100 == Approx(c[3].get<double>()).margin(1e-8));
  }
  for (const Json& c : data["max_ngram_order"]["cases"])
    CHECK(fmt::format("{:.2f}", corpus(Bleu({.max_order = c[0]}), c[1], c[2]).score) ==
          c[3].get<std::string>());
}

TEST_CASE("BLEU equals the published vectors of counts") {
  const Json data = golden::load_json("published_bleu.json");
  for (const Json& c : data["scoring"]["cases"]) {
    const double score = Bleu({.smooth = Smoothing::none}).from_sums(sums_of(c[0])).score;
    CHECK(score / 100 == Approx(c[1].get<double>()).margin(1e-8));
  }
  for (const Json& c : data["degenerate"]["cases"]) {
    const Bleu bleu({.smooth = Smoothing::floor, .smooth_value = c[1].get<double>()});
    CHECK(bleu.from_sums(sums_of(c[0])).score == c[2].get<double>());
  }
  CHECK_THROWS_AS(Bleu().from_sums(std::vector<double>{1, 2, 3}), Error);
}

TEST_CASE("sentence BLEU equals the published vectors") {
  const Json data = golden::load_json("published_sentence_bleu.json");
  const auto check = [](const Json& cases, const std::string& hypothesis, const std::string& reference) {
    int checked = 0;
    for (const Json& c : cases) {
      INFO(c.dump());
      const Bleu bleu({.tokenize = parse_bleu_tokenizer(c[3].get<std::string>()),
                       .smooth = parse_smoothing(c[0].get<std::string>()),
                       .smooth_value = golden::number_or_nothing(c[1]),
                       .lowercase = c[2],
                       .effective_order = true});
      CHECK(bleu.sentence(hypothesis, {reference}).score == Approx(c[4].get<double>()).margin(1e-3));
      ++checked;
    }
    CHECK(checked >= 6);
  };
  check(data["cases"], data["sys"], data["ref"]);
  check(data["zero"]["cases"], data["zero"]["sys"], data["zero"]["ref"]);
}

TEST_CASE("a BLEU line as sacreBLEU prints it") {
  const std::vector<std::string> hypotheses{"The dog bit the man.", "It wasn't surprising.",
                                            "The man had just bitten him."};
  const References references{
      {"The dog bit the man.", "It was not unexpected.", "The man bit him first."},
      {"The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."}};
  const BleuScore s = Bleu().corpus(hypotheses, references);
  CHECK(format(s) == "BLEU = 48.53 82.4/50.0/45.5/37.5 (BP = 0.943 ratio = 0.944 hyp_len = 17 ref_len = 18)");
  CHECK(format(s, {.width = 1, .signature = true}) ==
        "BLEU|nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:2.3.1 = 48.5 82.4/50.0/45.5/37.5 (BP = "
        "0.943 ratio = "
        "0.944 hyp_len = 17 ref_len = 18)");
  CHECK(format(s, {.score_only = true}) == "48.53");
  CHECK(Bleu({.smooth = Smoothing::floor}).corpus(hypotheses, references).signature.format() ==
        "nrefs:2|case:mixed|eff:no|tok:13a|smooth:floor[0.10]|version:2.3.1");
}

TEST_CASE("the closest reference length counts, of two as close the shorter") {
  const Bleu bleu({.tokenize = BleuTokenizer::none});
  CHECK(bleu.sentence("a b c d e", {"a b c d e f g", "a b c", "a b c d e f g h i"}).ref_len == 3);
  CHECK(bleu.sentence("a b c d e", {"a b c", "a b c d e f"}).ref_len == 6);
  CHECK(bleu.sentence("", {"a"}).bp == 0);
}

TEST_CASE("BLEU refuses what it cannot score") {
  const std::vector<std::string> one{"a"}, none;
  CHECK_THROWS_WITH(Bleu().corpus(one, {{"a", "b"}}),
                    Catch::Contains("1 hypotheses but 2 lines in reference 1"));
  CHECK_THROWS_AS(Bleu().corpus(none, {{}}), Error);
  CHECK_THROWS_AS(Bleu().corpus(one, {}), Error);
  CHECK_THROWS_AS(Bleu().sentence("a", {}), Error);
  CHECK_THROWS_WITH(Bleu().corpus(std::vector<std::string>{"a", "\xFF"}, {{"a", "b"}}),
                    Catch::Contains("hypothesis 2 is not valid UTF-8 at byte 0"));
  CHECK_THROWS_AS(Bleu({.max_order = 0}), UsageError);
  CHECK_THROWS_AS(Bleu({.smooth_value = -1.0}), UsageError);
  CHECK_THROWS_AS(parse_bleu_tokenizer("ko-mecab"), UsageError);
  CHECK_THROWS_AS(parse_smoothing("laplace"), UsageError);
}

TEST_CASE("text that looks tokenised is noticed") {
  std::vector<std::string> lines(99, "a b .");
  CHECK_FALSE(tokenized_text_warning(lines));
  lines.emplace_back("c .");
  CHECK(tokenized_text_warning(lines));
  CHECK_FALSE(tokenized_text_warning(std::vector<std::string>(200, "a b.")));
}
