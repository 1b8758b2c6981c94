// The rules of the claims, by facts made by hand.
#include <algorithm>

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
  return {.place = HeadPlace::cross, .head = number, .sharpness = 0.8, .uniform = 0.25, .silenced = silenced};
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
  const auto of_three = [&](const std::vector<HeadFacts>& one, const std::vector<HeadFacts>& others) {
    return found_of_silence({training(one), training(others), training(others)}).verdict;
  };
  CHECK(of_three({missed, unsure}, {idle}) == ClaimVerdict::holds);
  CHECK(of_three({idle}, {flat}) == ClaimVerdict::holds_in_part);  // one is not most, whatever the others are
  CHECK(of_three({idle}, {missed}) == ClaimVerdict::holds_in_part);
  CHECK(of_three({missed}, {missed}) == ClaimVerdict::does_not_hold);
  CHECK(of_three({missed}, {unsure}) == ClaimVerdict::inside_the_noise);

  const auto each = texts_of(found.tables.at(0));
  REQUIRE(each.size() == 2);
  CHECK(each[0][4] == "cross 1.2");
  CHECK(each[0][7] == "0.030");
  CHECK(each[1][4] == "cross 1.3");  // by p itself, though both are 1 corrected or nearly so
  CHECK(each[1][3] == "1");          // that surely lose more
  const auto rows = texts_of(found.tables.at(1));
  REQUIRE(rows.size() == 3);
  CHECK(rows[0] == std::vector<std::string>{"cross 1.1", "80 %", "25 %", "-3.0 ± 1.0", "1.000", "0.00"});
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

  CHECK(verdict_of_ffn({0.9, 0.01}, {0.1, 0.05}) == holds);  // C9
  CHECK(verdict_of_ffn({0.03, 0.01}, {0.97, 0.01}) == holds_in_part);
  CHECK(verdict_of_ffn({0.03, 0.04}, {0.97, 0.01}) == inside_the_noise);
  CHECK(verdict_of_ffn({-0.03, 0.01}, {0.97, 0.01}) == does_not_hold);

  const MeanInterval lower{-0.05, 0.01}, same{-0.01, 0.02}, higher{0.05, 0.01};
  const BleuDifference fails{-90, 2}, worse{-10, 2}, equal{-1, 2}, better{10, 2};
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

  const CellNumber learned{5, 4, 6}, open{2.1, 1.9, 2.3}, not_learned{1.5, 1.2, 1.9};
  CHECK(verdict_of_learning({learned, learned, learned}) == holds);  // C17
  CHECK(verdict_of_learning({learned, open, learned}) == holds_in_part);
  CHECK(verdict_of_learning({open, open, open}) == inside_the_noise);
  CHECK(verdict_of_learning({not_learned, open}) == does_not_hold);
}

TEST_CASE("one head or many is told from runs, by as many comparisons as there are") {
  std::vector<HeadRun> runs;
  for (const std::uint64_t seed : {1, 2, 3})
    runs.push_back(even_run(1, seed, 94)),
        runs.push_back(even_run(4, seed, 94.9 + 0.1 * static_cast<double>(seed)));
  const auto found_of = [](const std::vector<HeadRun>& some) {
    return found_of_heads(some, {"here", "여기서"});
  };
  const Finding found = found_of(runs);
  CHECK(found.verdict == ClaimVerdict::holds);
  CHECK_THAT(found.measured.english,
             Catch::Contains("here 4 heads, the best of the others, are +1.10 ± ") &&
                 Catch::Contains("(3 seeds, equal") &&
                 Catch::Contains("half of the interval, the smallest difference that these seeds "
                                 "can tell from none, is 0."));
  CHECK_THAT(found.measured.korean, Catch::StartsWith("여기서"));
  const auto cell = [](const Finding& f, std::size_t column) { return f.tables.at(0).rows.at(1).at(column); };
  CHECK_THAT(cell(found, 2).text.english, Catch::StartsWith("+1.10 ± "));
  std::vector<HeadRun> four = runs;  // numbers of heads, of which 4 stay the best
  for (const std::uint64_t seed : {1, 2, 3})
    for (const std::int64_t heads : {2, 8})
      four.push_back(even_run(heads, seed, 94.3 + 0.1 * static_cast<double>(seed)));
  const Finding of_four = found_of(four);
  CHECK_THAT(of_four.measured.english, Catch::Contains("here 4 heads, the best of the others, are +1.10"));
  const auto half = [&](const Finding& f) { return *cell(f, 2).number->high - cell(f, 2).number->value; };
  CHECK(half(of_four) > 1.5 * half(found));  // for three comparisons
  // the surest of three, by Holm
  CHECK(cell(of_four, 3).number->value == Approx(3 * cell(found, 3).number->value).epsilon(0.01));
  for (HeadRun& run : runs) run.last_rise = 1.7;  // less than twice the claim's 0.9
  CHECK(found_of(runs).verdict == found.verdict);
  for (HeadRun& run : runs) run.last_rise = 12;
  CHECK(found_of(runs).verdict == ClaimVerdict::not_measured);
  CHECK_THAT(found_of(runs).measured.english,
             Catch::Contains("still learning: validation BLEU rose by 12.0"));
  runs.resize(2);
  runs[0].last_rise = runs[1].last_rise = 0;
  CHECK(found_of(runs).verdict == ClaimVerdict::one_seed);
  CHECK(found_of({}).verdict == ClaimVerdict::not_measured);
}

TEST_CASE("as many heads as one likes take as many multiplications, by the shapes that are computed") {
  Rng rng(1);
  const Variable x(rng.normal({2, 6, 8}));
  std::vector<std::int64_t> counts;
  for (const std::int64_t heads : {1, 2, 8}) counts.push_back(multiplications({8, heads, rng}, x));
  // of each of two sequences four projections, and twice T² C
  for (const std::int64_t count : counts) CHECK(count == 2 * (4 * 6 * 8 * 8 + 2 * 6 * 6 * 8));
  CHECK(verdict_of_costs(counts, {1.1, 1.0, 1.2}) == ClaimVerdict::holds);
  CHECK(verdict_of_costs(counts, {1.2, 1.0, 1.3}) == ClaimVerdict::inside_the_noise);
  CHECK(verdict_of_costs(counts, {1.5, 1.3, 1.9}) == ClaimVerdict::holds_in_part);
  CHECK(verdict_of_costs(counts, {3, 2.5, 3.5}) == ClaimVerdict::does_not_hold);
  counts.back() += 1;
  CHECK(verdict_of_costs(counts, {1.1, 1.0, 1.2}) == ClaimVerdict::does_not_hold);
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
  const BleuDifference one = bleu_without_mask({{&good, &bad}});
  CHECK(one.difference == Approx(-60));
  CHECK(one.half_width < 0.01);  // all sentences are alike
  const BleuDifference two = bleu_without_mask({{&good, &bad}, {&better, &worst}});
  CHECK(two.difference == Approx(-65));
  CHECK(two.half_width > 10);  // the seeds are not
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

  // Tasks are two: without attention of a head to its own sequence, only one of them was measured.
  ExaminedHeads cross_alone = training({});
  cross_alone.heads.pop_back();
  const Finding one_task = found_of_alignment({cross_alone});
  CHECK(one_task.verdict == ClaimVerdict::holds_in_part);
  CHECK(one_task.statements.at(1).verdict == ClaimVerdict::holds_in_part);
  CHECK(found_of_alignment({training({}), cross_alone}).verdict == ClaimVerdict::holds_in_part);

  const Finding two = found_of_alignment({training({}), training({.previous = {0.3, 0.02}})});
  CHECK(two.verdict == ClaimVerdict::holds_in_part);
  CHECK_THAT(two.measured.korean, Catch::StartsWith("학습 2번. 정렬은 맞습니다"));
  REQUIRE(two.tables.at(0).rows.size() == 2);
  CHECK(texts_of(two.tables.at(2)).at(0) == std::vector<std::string>{"i", "나는", "나는", "90 %"});
}
