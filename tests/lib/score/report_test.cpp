// Expects what the sacrebleu program prints, byte for byte: tests/golden/make_sacrebleu.py ran it.
#include <algorithm>
#include <cctype>
#include <sstream>

#include "lib/score/bleu.hpp"
#include "lib/score/bootstrap.hpp"
#include "lib/score/chrf.hpp"
#include "lib/score/compare_systems.hpp"
#include "lib/text/display.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden.hpp"

using namespace heed;
using golden::Json;

namespace {

std::vector<NamedSystem> systems_of(const Json& c) {
  std::vector<NamedSystem> systems;
  for (const Json& s : c["systems"]) systems.push_back({s[0], golden::strings(s[1])});
  return systems;
}

// Objects alike but for numbers, which may differ by rounding.
void check_alike(const Json& ours, const Json& theirs) {
  if (theirs.is_number()) {
    CHECK(ours.get<double>() == Approx(theirs.get<double>()).epsilon(0).margin(1e-9));
  } else if (theirs.is_structured()) {
    REQUIRE(ours.size() == theirs.size());
    for (auto it = theirs.begin(); it != theirs.end(); ++it)
      check_alike(theirs.is_object() ? ours.at(it.key()) : ours.at(it - theirs.begin()), *it);
  } else {
    CHECK(ours == theirs);
  }
}

}  // namespace

TEST_CASE("one system, as the sacrebleu program prints it") {
  const Json data = golden::load_json("sacrebleu_command_line.json");
  REQUIRE(data.at("cases").size() == 4);
  for (const Json& c : data.at("cases")) {
    const Bleu bleu;
    const Chrf chrf;
    const NamedSystem system = systems_of(c)[0];
    const auto references = c["references"].get<References>();
    std::vector<Score> plain, resampled;
    for (const Metric* metric : std::initializer_list<const Metric*>{&bleu, &chrf}) {
      const SegmentStatistics statistics = metric->statistics(system.hypotheses, references);
      plain.push_back(metric->score(statistics));
      resampled.push_back(score_with_confidence(*metric, statistics));
    }
    const auto printed = [&](const char* key) { return c[key].get<std::string>(); };
    const std::span<const Score> only_bleu(plain.data(), 1);
    CHECK(format(plain, {.width = 1, .signature = true}) + "\n" == printed("text"));
    CHECK(format(plain, {.width = 1, .signature = true, .brief_signature = true}) + "\n" == printed("brief"));
    CHECK(format(only_bleu, {.width = 1, .signature = true}) + "\n" == printed("bleu_text"));
    CHECK(format(resampled, {.width = 3, .signature = true}) + "\n" == printed("confidence_text"));
    CHECK(format(resampled, {.width = 1, .score_only = true}) + "\n" == printed("score_only"));
    CHECK(to_json(plain, {.width = 1}) + "\n" == printed("json"));
    CHECK(to_json(only_bleu, {.width = 1}) + "\n" == printed("bleu_json"));
    CHECK(to_json(resampled, {.width = 1}) + "\n" == printed("confidence_json"));

    const Bleu by_sentence({.effective_order = true});
    std::string sentences;
    for (std::size_t i = 0; i < system.hypotheses.size(); ++i) {
      std::vector<std::string> own;
      for (const auto& stream : references) own.push_back(stream[i]);
      sentences +=
          format(by_sentence.sentence(system.hypotheses[i], own), {.width = 1, .signature = true}) + "\n";
    }
    CHECK(sentences == printed("sentences"));
  }
}

TEST_CASE("a paired test, as the sacrebleu program prints it") {
  const Json data = golden::load_json("sacrebleu_command_line.json");
  REQUIRE(data.at("cases").size() == 4);
  for (const Json& c : data.at("cases")) {
    const Bleu bleu;
    const Chrf chrf;
    const SystemTable test =
        paired_bootstrap(systems_of(c), c["references"].get<References>(), {bleu, chrf}, {.resamples = 200});
    const std::string text = format(test, {.width = 1}), table = c["paired_table"];
    const std::string theirs = c["paired_json"], ours = to_json(test) + "\n";
    check_alike(Json::parse(ours), Json::parse(theirs));
    // the last digits may differ with the processor, the rest may not
    const auto without_numbers = [](std::string s) {
      s.erase(std::remove_if(s.begin(), s.end(),
                             [](char ch) { return std::isdigit(static_cast<unsigned char>(ch)) != 0; }),
              s.end());
      return s;
    };
    CHECK(without_numbers(ours) == without_numbers(theirs));
    if (test.systems.back() ==
        "셋.txt") {  // sacreBLEU takes it for 5 columns, a terminal shows 6: there we differ
      std::istringstream lines(text.substr(0, text.find("\n\n")));
      const int width = display_width(text.substr(0, text.find('\n')));
      for (std::string line; std::getline(lines, line);) CHECK(display_width(line) == width);
    } else {
      CHECK(text.substr(0, table.size()) == table);
    }
    CHECK_THAT(text, Catch::Contains("Paired bootstrap resampling test with 200 resampling trials"));
    CHECK_THAT(text, Catch::Contains("\n - BLEU       nrefs:") && Catch::Contains("\n - chrF2      nrefs:"));
  }
}
