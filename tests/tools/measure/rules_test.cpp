// The rules of the claims, by facts made by hand.
#include "tests/catch.hpp"
#include "tests/tools/measure/head_runs.hpp"
#include "tools/measure/claims.hpp"

using namespace heed;

namespace {

std::vector<std::vector<std::string>> texts_of(const ResultTable& table) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : table.rows) {
    rows.emplace_back();
    for (const TableCell& cell : row) rows.back().push_back(cell.text.english);
  }
  return rows;
}

HeadFacts sharp_head(std::int64_t number, BleuDifference silenced) {
  return {.place = HeadPlace::cross, .head = number, .sharpness = 0.8, .silenced = silenced};
}

}  // namespace

TEST_CASE("attention is no explanation where a sharp head surely loses less than a point, in each training") {
  const HeadFacts missed = sharp_head(0, {-3, 1, 1}), idle = sharp_head(1, {-0.2, 0.6, 0.01}),
                  unsure = sharp_head(2, {-0.9, 1.5, 0.45}), little = sharp_head(4, {-0.7, 0.1, 0.001});
  HeadFacts flat = sharp_head(3, {-0.1, 0.2, 0.0005});
  flat.sharpness = 0.4;
  const auto training = [](std::vector<HeadFacts> heads) {
    return ExaminedHeads{.heads = std::move(heads), .bleu = 95};
  };
  const auto verdict = [&](std::vector<HeadFacts> heads) {
    return found_of_silence({training(std::move(heads))}).verdict;
  };
  CHECK(verdict({missed, flat}) == ClaimVerdict::does_not_hold);
  CHECK(verdict({missed, unsure}) == ClaimVerdict::inside_the_noise);
  CHECK(verdict({missed, idle}) == ClaimVerdict::holds);
  // A loss that is beyond the noise, and surely less than a point: more data must not turn the verdict.
  CHECK(verdict({missed, little}) == ClaimVerdict::holds);
  CHECK(verdict({flat}) == ClaimVerdict::not_measured);
  // The surest of many is sure by luck: of six, 0.01 is not enough.
  CHECK(verdict({idle, unsure, unsure, unsure, unsure, unsure}) == ClaimVerdict::inside_the_noise);

  const Finding found =
      found_of_silence({training({missed, unsure, idle, flat}), training({missed, unsure})});
  CHECK(found.verdict == ClaimVerdict::holds_in_part);
  CHECK_THAT(found.measured.english, Catch::Contains("in 1 of 2 trainings a head"));
  CHECK_THAT(found.measured.korean, Catch::Contains("학습 2번 가운데 1번"));
  const auto each = texts_of(found.tables.at(0));
  REQUIRE(each.size() == 2);
  CHECK((each[0][4] == "cross 1.2" && each[0][7] == "0.030"));
  CHECK(each[1][4] == "cross 1.3");  // by p itself, though both are 1 corrected or nearly so
  CHECK(each[1][3] == "1");          // that surely lose more
}

TEST_CASE("claims that rest on intervals hold, do not, or are inside the noise") {
  using enum ClaimVerdict;
  const MeanInterval with{1, 0.05}, small{0.2, 0.05}, near{0.48, 0.05}, large{0.8, 0.05};
  CHECK(verdict_of_scale(small, with, {0.3, 0.1}) == holds);  // C3
  CHECK(verdict_of_scale(small, with, {0.05, 0.1}) == inside_the_noise);
  CHECK(verdict_of_scale(small, with, {-0.3, 0.1}) == does_not_hold);
  CHECK(verdict_of_scale(near, with, {0.3, 0.1}) == inside_the_noise);
  CHECK(verdict_of_scale(large, with, {0.3, 0.1}) == does_not_hold);
  CHECK(verdict_of_scale(small, with, {0.3, std::nullopt}) == inside_the_noise);

  CHECK(verdict_of_heads({1.2, 0.5}) == holds);          // C6
  CHECK(verdict_of_heads({2.3, 1.0}) == holds_in_part);  // worse, but not by 0.9
  CHECK(verdict_of_heads({0.5, 0.2}) == holds_in_part);
  CHECK(verdict_of_heads({0.5, 2.0}) == inside_the_noise);
  CHECK(verdict_of_heads({0.1, 0.3}) == does_not_hold);
  CHECK(verdict_of_heads({-2.0, 1.0}) == does_not_hold);
  CHECK(verdict_of_heads({5, std::nullopt}) == one_seed);

  CHECK(verdict_of_costs({1.1, 1.0, 1.2}) == holds);  // C7
  CHECK(verdict_of_costs({1.2, 1.0, 1.3}) == inside_the_noise);
  CHECK(verdict_of_costs({1.5, 1.3, 1.9}) == holds_in_part);
  CHECK(verdict_of_costs({3, 2.5, 3.5}) == does_not_hold);

  CHECK(verdict_of_ffn({0.9, 0.01}, {0.1, 0.05}) == holds);  // C9
  CHECK(verdict_of_ffn({0.03, 0.01}, {0.97, 0.01}) == holds_in_part);
  CHECK(verdict_of_ffn({0.03, 0.04}, {0.97, 0.01}) == inside_the_noise);
  CHECK(verdict_of_ffn({-0.03, 0.01}, {0.97, 0.01}) == does_not_hold);

  const MeanInterval lower{-0.05, 0.01}, same{-0.01, 0.02}, higher{0.05, 0.01};
  const MeanInterval fails{-90, 2}, worse{-10, 2}, equal{-1, 2}, better{10, 2};
  CHECK(verdict_of_cheating(lower, fails, 95) == holds);  // C10
  CHECK(verdict_of_cheating(lower, worse, 95) == holds_in_part);
  CHECK(verdict_of_cheating(same, fails, 95) == holds_in_part);
  CHECK(verdict_of_cheating(lower, {-49, 2}, 95) == holds_in_part);  // half, but for the interval
  CHECK(verdict_of_cheating(same, worse, 95) == inside_the_noise);   // worse, but not by half
  CHECK(verdict_of_cheating(same, equal, 95) == inside_the_noise);
  CHECK(verdict_of_cheating(higher, equal, 95) == does_not_hold);
  CHECK(verdict_of_cheating(same, better, 95) == does_not_hold);
  // Nothing is sure of what has no interval.
  CHECK(verdict_of_cheating({-0.05, std::nullopt}, equal, 95) == inside_the_noise);

  CHECK(holds_above(2, 4, 6) == holds);  // C17, C13
  CHECK(holds_above(2, 1.9, 2.3) == inside_the_noise);
  CHECK(holds_above(2, 1.2, 1.9) == does_not_hold);
}

TEST_CASE("printed figures and sizes are right where the true ones round to them") {
  CHECK(rounds_to(0.40436, "0.4044"));
  CHECK_FALSE(rounds_to(0.40426, "0.4044"));
  CHECK(rounds_to(7.4, "7"));
  CHECK_FALSE(rounds_to(7.6, "7"));
  constexpr double gib = 1 << 30;
  CHECK(printed_size_is_right(2 * gib, 3.4 * gib));  // several GB
  CHECK_FALSE(printed_size_is_right(2 * gib, 0.4 * gib));
  CHECK_FALSE(printed_size_is_right(2 * gib, 12 * gib));
  CHECK(printed_size_is_right(64 * gib, 61 * gib));  // ~
  CHECK_FALSE(printed_size_is_right(64 * gib, 60.7 * gib));
  CHECK_FALSE(printed_size_is_right(64 * gib, 67.3 * gib));
}

TEST_CASE("verdicts on several things") {
  using enum ClaimVerdict;
  CHECK(together({holds, holds}) == holds);
  CHECK(together({holds, not_measured}) == holds_in_part);
  CHECK(together({not_measured, inside_the_noise}) == inside_the_noise);
  CHECK(together({not_measured, one_seed}) == one_seed);
  CHECK(together({does_not_hold, holds}) == holds_in_part);
  CHECK(together({inside_the_noise, does_not_hold}) == does_not_hold);
  CHECK(together({measured_once, not_measured}) == measured_once);
  CHECK(together({}) == not_measured);
  CHECK(by_majority({holds, holds, does_not_hold}) == holds);
  CHECK(by_majority({holds, not_measured}) == holds_in_part);
  CHECK(by_majority({does_not_hold, does_not_hold}) == does_not_hold);
  CHECK(by_majority({does_not_hold, not_measured}) == inside_the_noise);
  CHECK(by_majority({not_measured}) == not_measured);
}

TEST_CASE("translations without the mask are compared with those of the same seed, and worse is below 0") {
  const auto even = [](double bleu) { return counts_of(std::vector<double>(20, bleu / 100)); };
  const SegmentStatistics good = even(90), bad = even(30), better = even(91), worst = even(21);
  const MeanInterval one = bleu_without_mask({{&good, &bad}});
  CHECK(one.mean == Approx(-60));
  CHECK(*one.half_width < 0.01);  // all sentences are alike
  const MeanInterval two = bleu_without_mask({{&good, &bad}, {&better, &worst}});
  CHECK(two.mean == Approx(-65));
  CHECK(*two.half_width > 10);  // the seeds are not
}

TEST_CASE("alignment and tasks of heads are judged apart") {
  struct Shares {
    MeanInterval next{0.9, 0.02}, others_next{0.1, 0.02}, last{0.1, 0.02}, others_last{0.8, 0.02},
        previous{0.7, 0.02};
    std::string looked = "나는";
  };
  const auto training = [](const Shares& shares) {
    HeadFacts a = sharp_head(0, {}), b = sharp_head(1, {}), of_encoder = sharp_head(2, {});
    a.next_word = shares.next, a.last_word = shares.last;
    b.next_word = shares.others_next, b.last_word = shares.others_last;
    a.chance = b.chance = 0.2;
    a.example = {{"i", "나는", shares.looked, 0.9}};
    of_encoder.place = HeadPlace::encoder, of_encoder.previous = shares.previous;
    return ExaminedHeads{.heads = {a, b, of_encoder}, .bleu = 95};
  };
  const auto verdict = [&](const Shares& shares) { return found_of_alignment({training(shares)}).verdict; };
  CHECK(verdict({}) == ClaimVerdict::holds);
  CHECK(verdict({.looked = "<eos>"}) == ClaimVerdict::holds_in_part);        // a word of the documents
  CHECK(verdict({.previous = {0.3, 0.02}}) == ClaimVerdict::holds_in_part);  // no head for the token before
  // A bad head beside a good one is no specialist, nor are eight that do the same.
  const Shares alike{.others_next = {0.3, 0.02}, .others_last = {0.1, 0.02}, .previous = {0.3, 0.02}};
  CHECK(verdict(alike) == ClaimVerdict::holds_in_part);
  CHECK_THAT(
      found_of_alignment({training(alike)}).measured.english,
      Catch::Contains("1 training. Alignment holds") && Catch::Contains("Specialisation does not hold"));
  Shares bad = alike;
  bad.next = {0.4, 0.02}, bad.looked = "<eos>";
  CHECK(verdict(bad) == ClaimVerdict::does_not_hold);
  Shares near = alike;
  near.next = {0.51, 0.05};
  CHECK_THAT(found_of_alignment({training(near)}).measured.english,
             Catch::Contains("Alignment holds in part"));

  const Finding two = found_of_alignment({training({}), training({.previous = {0.3, 0.02}})});
  CHECK(two.verdict == ClaimVerdict::holds_in_part);
  CHECK_THAT(two.measured.korean, Catch::StartsWith("학습 2번. 정렬은 맞습니다"));
  REQUIRE(two.tables.at(0).rows.size() == 2);
  CHECK(texts_of(two.tables.at(2)).at(0) == std::vector<std::string>{"i", "나는", "나는", "90 %"});
}
