// What heed recall and the lab say of measurements.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/tools/measure/made_up_recall.hpp"
#include "tools/measure/recall_claims.hpp"

using namespace heed;

namespace {

RecallJudgement judged(const std::function<void(RecallCell& cell)>& change) {
  const RecallResults results = made_up_recall(change);
  return judge_recall(results.plan, results.cells);
}

}  // namespace

TEST_CASE("claims of paths and of linear time are judged by what was measured") {
  const RecallJudgement good = judged({});
  CHECK(good.path.verdict == ClaimVerdict::holds);
  CHECK(good.gradient.verdict == ClaimVerdict::holds);
  CHECK(good.learning.verdict == ClaimVerdict::holds);
  CHECK(good.linear.verdict == ClaimVerdict::holds);
  CHECK_THAT(good.learning.measured.english,
             Catch::Contains("over 512 tokens (375 steps at most, 6,000 over 8): attention 100 %") &&
                 Catch::Contains("LSTM 30 %") && Catch::Contains("attention > RNN"));
  CHECK_THAT(good.learning.measured.korean,
             Catch::Contains("512 토큰 너머(많아야 375걸음, 8 토큰에서는 6,000걸음): 어텐션 100 %"));

  const RecallJudgement bad = judged([](RecallCell& c) {
    const bool longer = token_by_token(c.kind);
    c.gradient_norm = longer ? 0.1 : std::pow(0.5, c.distance);
    c.accuracy = longer || c.distance < 512 ? 1 : 0.3;
    c.us_a_token = static_cast<double>(c.distance);
  });
  CHECK(bad.path.verdict == ClaimVerdict::holds);  // however the gradient shrinks
  CHECK(bad.gradient.verdict == ClaimVerdict::does_not_hold);
  CHECK(bad.learning.verdict == ClaimVerdict::does_not_hold);
  CHECK(bad.linear.verdict == ClaimVerdict::does_not_hold);

  const RecallJudgement part = judged([](RecallCell& c) {
    if (c.kind == "state space") c.accuracy = 1, c.gradient_norm = 0.1;
  });
  CHECK(part.gradient.verdict == ClaimVerdict::holds_in_part);
  CHECK(part.learning.verdict == ClaimVerdict::holds_in_part);
}

TEST_CASE("a path is judged by the steps that were counted, whatever the net is called") {
  const Statement part = judged([](RecallCell& c) {
                           if (c.kind == "LSTM") c.path = 1;
                         }).path;
  CHECK(part.verdict == ClaimVerdict::holds_in_part);
  CHECK_THAT(part.measured.english, Catch::Contains("attention O(1) (1), convolution O(log n) (3 … 9)") &&
                                        Catch::Contains("LSTM O(1) (1), RNN O(n) (8 … 512)"));
  CHECK(judged([](RecallCell& c) {
          c.path = c.kind == "attention" ? c.distance : c.distance * c.distance;
        }).path.verdict == ClaimVerdict::does_not_hold);
  // of two distances any two numbers lie on a line
  CHECK(judged([](RecallCell& c) {
          if (c.distance == 32) c.distance = 8;
        }).path.verdict == ClaimVerdict::not_measured);
}

TEST_CASE("linear time is told from quadratic by lengths that differ enough, with attention as the control") {
  const RecallJudgement good = judged({});
  CHECK_THAT(good.linear.measured.english,
             Catch::Contains("to the power 1.00 ± 0.00") && Catch::Contains("the control, to 1.5"));
  const RecallJudgement near = judged([](RecallCell& c) {
    if (c.distance == 512) c.tokens = 129;
  });
  CHECK(near.linear.verdict == ClaimVerdict::not_measured);
  CHECK_THAT(near.linear.measured.english, Catch::Contains("at least 32 times"));
  // where attention seems linear as well, nothing is told
  CHECK(judged([](RecallCell& c) { c.us_a_token = 2; }).linear.verdict == ClaimVerdict::inside_the_noise);
}

TEST_CASE("by majority a claim holds where more than half hold") {
  using enum ClaimVerdict;
  CHECK(by_majority({holds, holds, does_not_hold}) == holds);
  CHECK(by_majority({holds, not_measured}) == holds_in_part);
  CHECK(by_majority({does_not_hold, does_not_hold}) == does_not_hold);
  CHECK(by_majority({does_not_hold, not_measured}) == inside_the_noise);
  CHECK(by_majority({not_measured}) == not_measured);
}

TEST_CASE("the lab's C8 says both of its claims together, C18 the times") {
  using enum ClaimVerdict;
  CHECK(together({holds, holds}) == holds);
  CHECK(together({holds, not_measured}) == holds_in_part);
  CHECK(together({not_measured, inside_the_noise}) == inside_the_noise);
  CHECK(together({one_seed, holds}) == holds_in_part);
  CHECK(together({not_measured, one_seed}) == one_seed);
  CHECK(together({holds, inside_the_noise}) == holds_in_part);
  CHECK(together({does_not_hold, holds}) == holds_in_part);
  CHECK(together({holds_in_part, does_not_hold}) == holds_in_part);
  CHECK(together({inside_the_noise, does_not_hold}) == does_not_hold);
  CHECK(together({measured_once, not_measured}) == measured_once);
  CHECK(together({measured_once, holds, holds}) == holds_in_part);
  CHECK(together({does_not_hold, measured_once, inside_the_noise, holds}) == holds_in_part);
  CHECK(together({}) == not_measured);
  const RecallResults r = made_up_recall([](RecallCell& c) { c.accuracy = 1; });  // learned alike
  const Finding paths = found_by_distance(r.plan, r.cells), times = found_by_time(r.plan, r.cells);
  CHECK(paths.verdict == holds_in_part);
  CHECK_THAT(paths.measured.english,
             Catch::Contains("less than 5 points apart: attention − state space +0.0 ± 0.0 points") &&
                 !Catch::Contains("inside the noise") && Catch::Contains("before training: from 8") &&
                 Catch::Contains("this project's choice"));
  CHECK_THAT(paths.measured.korean, Catch::Contains("학습 전에: 8 토큰에서"));
  const RecallResults none = made_up_recall([](RecallCell& c) { c.accuracy = 0.06; });  // learned nothing
  const Finding half = found_by_distance(none.plan, none.cells);
  CHECK(half.verdict == holds_in_part);
  CHECK((half.statements.at(0).verdict == holds && half.statements.at(1).verdict == not_measured));
  REQUIRE(paths.tables.size() == 3);
  const std::vector<TableCell>& row = paths.tables[0].rows.at(1);
  CHECK((row[0].text.english == "convolution" && row[0].text.korean == "합성곱"));
  CHECK((row[1].text.english == "O(log n)" && row[2].text.english == "3" && row[4].text.english == "9"));
  CHECK(row[4].number->value == 9);
  const TableCell& recalled = paths.tables[1].rows.at(4).at(4);
  CHECK((recalled.text.english == "100 %" && recalled.number->value == 100 && recalled.number->unit == "%"));
  CHECK(paths.tables[2].rows.at(0).at(2).text.english == "1e-01");
  CHECK(times.verdict == holds);
  CHECK(times.answer == ClaimAnswer::yes);  // twice the length, twice the time
  CHECK(times.tables.at(0).rows.at(2).at(4).text.english == "2.0");
}

TEST_CASE("what was not measured alike is not judged") {
  SECTION("where no net learned anything, nothing is said of distance") {
    const RecallJudgement none = judged([](RecallCell& c) { c.accuracy = 0.06; });
    CHECK(none.learning.verdict == ClaimVerdict::not_measured);
    CHECK_THAT(none.learning.measured.english, Catch::Contains("not even learned over 8 by so many seeds") &&
                                                   Catch::Contains("attention 3/3"));
    CHECK(none.path.verdict == ClaimVerdict::holds);  // gradients need no training
  }
  SECTION("a net that learned nothing is one that recalls nothing") {
    const auto of_convolution = [](RecallCell& c) {
      if (c.kind == "convolution") c.accuracy = 0.06;
    };
    CHECK(judged(of_convolution).learning.verdict == ClaimVerdict::holds_in_part);
    CHECK_THAT(judged(of_convolution).learning.measured.english, Catch::Contains("convolution 6 %") &&
                                                                     Catch::Contains("convolution 3/3") &&
                                                                     Catch::Contains("LSTM > convolution"));
    const Statement of_rnn = judged([](RecallCell& c) { c.accuracy = c.kind == "RNN" ? 0.06 : 1; }).learning;
    CHECK(of_rnn.verdict == ClaimVerdict::holds_in_part);  // of RNN alone
    CHECK_THAT(of_rnn.measured.english, Catch::Contains("attention > RNN, convolution > RNN"));
  }
  SECTION("nor are two nets compared at different distances") {
    const RecallJudgement apart = judged([](RecallCell& c) {
      const bool longer = token_by_token(c.kind);
      if (longer ? c.distance == 512 : c.distance == 32) c.accuracy = std::nullopt;
    });
    CHECK(apart.learning.verdict == ClaimVerdict::not_measured);
  }
  SECTION("nor with different seeds") {
    const RecallJudgement apart = judged([](RecallCell& c) {
      if (c.seed == (token_by_token(c.kind) ? 1U : 2U) || c.seed == 3) c.accuracy = std::nullopt;
    });
    CHECK(apart.learning.verdict == ClaimVerdict::not_measured);
  }
  SECTION("a single seed cannot tell, and seeds that differ widely are noise") {
    const Statement one = judged([](RecallCell& c) {
                            if (c.seed > 1) c.accuracy = std::nullopt;
                          }).learning;
    CHECK(one.verdict == ClaimVerdict::one_seed);
    CHECK_THAT(one.measured.english, Catch::EndsWith("(one seed)"));
    CHECK_THAT(one.measured.korean, Catch::EndsWith("(시드 하나)"));
    CHECK(judged([](RecallCell& c) {
            if (token_by_token(c.kind) && c.distance == 512) c.accuracy = c.seed == 1 ? 0.3 : 1;
          }).learning.verdict == ClaimVerdict::inside_the_noise);
  }
  SECTION("a difference of less than five points is none, and said to be small, not noise") {
    const Statement small = judged([](RecallCell& c) {
                              if (c.accuracy == 0.3) c.accuracy = 0.96 + 0.001 * static_cast<double>(c.seed);
                            }).learning;
    CHECK(small.verdict == ClaimVerdict::does_not_hold);
    CHECK_THAT(small.measured.english,
               Catch::Contains("less than 5 points apart: attention − state space +3.8") &&
                   !Catch::Contains("inside the noise"));
  }
  SECTION("a mean below five points that might be more is noise, with its interval") {
    const Statement unsure = judged([](RecallCell& c) {
                               if (c.accuracy == 0.3) c.accuracy = c.seed == 1 ? 1.0 : 0.94;
                             }).learning;
    CHECK(unsure.verdict == ClaimVerdict::inside_the_noise);
    CHECK_THAT(unsure.measured.english,
               Catch::Contains("inside the noise: attention − state space +4.0 ± 8.6"));
  }
  SECTION("six pairs are corrected for: p 0.02 of each is not enough") {
    const auto one_pair_and_all = [](double spread) {
      Comparisons one(0.05), all(0.05);
      const BySeed good{{1, 1.0}, {2, 1.0}, {3, 1.0}}, bad{{1, 0.7 - spread}, {2, 0.7}, {3, 0.7 + spread}};
      one.add("attention", "RNN", good, bad);
      for (int i = 0; i < 6; ++i) all.add("attention", "RNN", good, bad);
      return std::pair(one.verdict(), all.verdict());
    };
    CHECK(one_pair_and_all(0.08) == std::pair(ClaimVerdict::holds, ClaimVerdict::inside_the_noise));
    CHECK(one_pair_and_all(0.01) == std::pair(ClaimVerdict::holds, ClaimVerdict::holds));
  }
  SECTION("a pair that shares one seed speaks for neither, one that shares none is no pair") {
    const BySeed good{{1, 1.0}, {2, 1.0}, {3, 1.0}}, bad{{1, 0.3}, {2, 0.31}, {3, 0.29}};
    const auto beside_one_seed = [&](const BySeed& longer, const BySeed& of_one) {
      Comparisons pairs(0.05);
      pairs.add("attention", "RNN", good, longer);
      pairs.add("attention", "LSTM", good, of_one);
      return pairs.verdict();
    };
    CHECK(beside_one_seed(bad, {{1, 0.3}}) == ClaimVerdict::holds_in_part);
    CHECK(beside_one_seed(good, {{1, 0.3}}) == ClaimVerdict::inside_the_noise);
    CHECK(beside_one_seed(bad, {}) == ClaimVerdict::holds);
    CHECK(beside_one_seed(good, {}) == ClaimVerdict::does_not_hold);
    CHECK(beside_one_seed({}, {{1, 0.3}}) == ClaimVerdict::one_seed);
  }
  SECTION("where floats hold nothing any more, a factor is a bound") {
    const RecallJudgement none = judged([](RecallCell& c) {
      if (c.kind == "RNN" && c.distance == 512) c.gradient_norm = 0;
    });
    CHECK(none.gradient.verdict == ClaimVerdict::holds);
    CHECK_THAT(none.gradient.measured.english,
               Catch::Contains("attention 1, ") && Catch::Contains("RNN > 3.7e+37"));
  }
  SECTION("nothing of nothing") {
    const RecallJudgement none = judge_recall({}, {});
    CHECK(none.path.verdict == ClaimVerdict::not_measured);
    CHECK(none.learning.verdict == ClaimVerdict::not_measured);
    CHECK(none.linear.verdict == ClaimVerdict::not_measured);
  }
}
