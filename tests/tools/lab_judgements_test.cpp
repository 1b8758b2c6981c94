// How the lab judges what it measured: by intervals, of facts made by hand.
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tools/lab/heads.hpp"
#include "tools/lab/masks.hpp"
#include "tools/lab/ratio_interval.hpp"

using namespace heed;

TEST_CASE("the interval of a ratio's median is that of the sign test, and a verdict needs all of it") {
  std::vector<double> one(31, 2.0), times;
  for (int i = 1; i <= 31; ++i) times.push_back(2.0 * i);  // ratios 1 … 31
  const RatioInterval ratio = ratio_interval(times, one);
  CHECK(ratio.median == 16);
  CHECK(ratio.least == 10);  // tables of the sign test: of 31, the 10th from either end
  CHECK(ratio.most == 22);
  CHECK(ratio_text({1.5, 1.25, 2}) == "1.50 (1.25 … 2.00)");
  const RatioInterval few = ratio_interval({1, 3, 2}, {1, 1, 1});
  CHECK((few.least == 1 && few.median == 2 && few.most == 3));
  CHECK_THROWS_AS(ratio_interval({1, 2}, {1}), Error);
  // What slows one round down slows both.
  CHECK(ratio_interval({1, 10, 100}, {2, 20, 200}).most == 0.5);

  CHECK(verdict_of_ratio({1.1, 1.0, 1.2}) == ClaimVerdict::holds);
  CHECK(verdict_of_ratio({1.2, 1.0, 1.3}) == ClaimVerdict::inside_the_noise);
  CHECK(verdict_of_ratio({1.5, 1.3, 1.9}) == ClaimVerdict::holds_in_part);
  CHECK(verdict_of_ratio({1.9, 1.8, 2.1}) == ClaimVerdict::inside_the_noise);
  CHECK(verdict_of_ratio({3, 2.5, 3.5}) == ClaimVerdict::does_not_hold);
}

namespace {

HeadFacts sharp_head(std::int64_t number, BleuDifference silenced) {
  return {.place = HeadPlace::cross, .head = number, .sharpness = 0.8, .silenced = silenced};
}

}  // namespace

TEST_CASE("attention is no explanation where a sharp head's silence is inside the noise, and surely cheap") {
  const HeadFacts missed = sharp_head(0, {-3, 1, 0.01, 1}), idle = sharp_head(1, {-0.2, 0.6, 1, 0.01}),
                  unsure = sharp_head(2, {-0.9, 1.5, 0.3, 0.45});
  HeadFacts flat = sharp_head(3, {-0.1, 0.2, 1, 0.0005});
  flat.sharpness = 0.4;
  const auto verdict = [](std::vector<HeadFacts> heads) {
    return found_of_silence({.heads = std::move(heads), .bleu = 95}).verdict;
  };
  CHECK(verdict({missed, flat}) == LabVerdict::does_not_hold);
  CHECK(verdict({missed, unsure}) == LabVerdict::inside_the_noise);
  const Finding found = found_of_silence({.heads = {missed, unsure, idle, flat}, .bleu = 95});
  CHECK(found.verdict == LabVerdict::holds);
  CHECK_THAT(found.measured.english,
             Catch::Contains("of 4 heads 3 put more than half") &&
                 Catch::Contains("without 2 of these is inside the noise") &&
                 Catch::Contains("(cross 1.2: -0.2 ± 0.6 BLEU; p of 1 BLEU lost 0.030)"));
  CHECK_THAT(found.measured.korean, Catch::Contains("(교차 1.2: -0.2 ± 0.6 BLEU; BLEU 1을 잃을 p 0.030)"));
  // The surest of many is sure by luck: of six, 0.01 is not enough.
  CHECK(verdict({idle, unsure, unsure, unsure, unsure, unsure}) == LabVerdict::inside_the_noise);
  const auto& rows = found.tables.at(0).table.rows;
  REQUIRE(rows.size() == 3);
  CHECK(rows[0] == std::vector<std::string>{"cross 1.1", "80 %", "-3.0 ± 1.0", "0.010", "1.000", "0.00"});
  CHECK(rows[1][3] == "0.300 ~");
}

TEST_CASE("without the mask training cheats where loss and translations are lower beyond their intervals") {
  const MeanInterval lower{-0.05, 0.01}, same{-0.01, 0.02}, higher{0.05, 0.01};
  const BleuDifference fails{-90, 2}, worse{-10, 2}, equal{-1, 2}, better{10, 2};
  CHECK(verdict_of_cheating(lower, fails, 95) == LabVerdict::holds);
  CHECK(verdict_of_cheating(lower, worse, 95) == LabVerdict::holds_in_part);
  CHECK(verdict_of_cheating(same, fails, 95) == LabVerdict::holds_in_part);
  CHECK(verdict_of_cheating(lower, {-49, 2}, 95) == LabVerdict::holds_in_part);  // half, but for the interval
  CHECK(verdict_of_cheating(same, equal, 95) == LabVerdict::inside_the_noise);
  CHECK(verdict_of_cheating(higher, equal, 95) == LabVerdict::does_not_hold);
  CHECK(verdict_of_cheating(same, better, 95) == LabVerdict::does_not_hold);
}

TEST_CASE("heads specialise where one aligns twice as often as by chance, and another half as often as it") {
  const auto verdict = [](MeanInterval best, MeanInterval least) {
    HeadFacts a = sharp_head(0, {}), b = sharp_head(1, {}), of_encoder = sharp_head(2, {});
    a.alignment = best, b.alignment = least;
    a.chance = b.chance = 0.2;
    of_encoder.place = HeadPlace::encoder;
    return found_of_alignment({.heads = {a, b, of_encoder}, .bleu = 95}).verdict;
  };
  CHECK(verdict({0.9, 0.02}, {0.3, 0.02}) == LabVerdict::holds);
  HeadFacts head = sharp_head(0, {});
  head.example = {{"i", "나는", "나는", 0.9}, {"love", "좋아한다", "<eos>", 0.6}};
  const Finding found = found_of_alignment({.heads = {head}, .bleu = 95});
  CHECK_THAT(found.measured.english, Catch::Contains("right at 1 of the documents' 2 words"));
  CHECK(found.tables.at(1).table.rows.at(1) == std::vector<std::string>{"love", "좋아한다", "<eos>", "60 %"});
  CHECK(verdict({0.9, 0.02}, {0.3, 0.2}) == LabVerdict::holds_in_part);
  CHECK(verdict({0.5, 0.15}, {0.1, 0.02}) == LabVerdict::holds_in_part);
  CHECK(verdict({0.35, 0.1}, {0.1, 0.02}) == LabVerdict::does_not_hold);
}
