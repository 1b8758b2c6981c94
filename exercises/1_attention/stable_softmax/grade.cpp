#include "exercises/grading/exercise.hpp"

Tensor softmax(const Tensor& logits);

namespace {

void run(Case& c) { c.give("probabilities", softmax(c.tensor("logits"))); }

}  // namespace

void describe(Exercise& e) {
  e.without({"softmax", "log_softmax", "attention", "multi_head_attention"});
  e.part("forward", {.points = 6}, run, [](Cases& cases, Draw& draw) {
    cases.add("2 rows of 3").tensor("logits", Tensor::of({2, 3}, {0, std::log(2.0), 0, 1, 1, 1}));
    cases.add("one logit").tensor("logits", draw.normal({1, 1}));
    cases.add("3 rows of 5").tensor("logits", draw.normal({3, 5}));
    cases.add("7 rows of 2").tensor("logits", draw.normal({7, 2}, {.std = 3}));
    cases.add("4 rows of 4").tensor("logits", draw.uniform({4, 4}, -5, 5));
    cases.add("one row of 9").tensor("logits", draw.normal({1, 9}));
  });
  e.part("stability", {.points = 4}, run, [](Cases& cases, Draw& draw) {
    cases.add("a thousand").tensor("logits", Tensor::of({1, 3}, {1000, 1001, 1000}));
    cases.add("minus a thousand").tensor("logits", Tensor::of({2, 2}, {-1000, -1000, -1002, -1001}));
    cases.add("rows far apart").tensor("logits", Tensor::of({2, 3}, {900, 901, 902, -902, -901, -900}));
    cases.add("far apart within a row")
        .tensor("logits", Tensor::of({2, 3}, {-2000, 2000, 1999, 2000, -2000, 0}));
    cases.add("the largest comes last").tensor("logits", Tensor::of({2, 3}, {0, -2000, 2000, 0, 0, 800}));
    cases.add("each place is the largest of a row")
        .tensor("logits", Tensor::of({4, 4}, {2000, 1, 0, 2, 3, 2000, 1, 0, 0, 1, 2000, 2, 1, 0, 3, 2000}));
    cases.add("a million")
        .tensor("logits", Tensor::of({2, 3}, {1e6, 1e6 + 1, 1e6 - 1, -1e6, -1e6 + 1, -1e6}));
    cases.add("logits of −100000").tensor("logits", Tensor::of({2, 3}, {-2e5, -1e5, -3e5, -1e5, -3e5, -2e5}));
    cases.add("large logits").tensor("logits", draw.normal({4, 5}, {.std = 300}));
    cases.add("far below 0").tensor("logits", draw.normal({3, 4}, {.std = 2, .mean = -800}));
    cases.add("far above 0").tensor("logits", draw.normal({3, 4}, {.std = 2, .mean = 800}));
  });
  e.now([](Demo& d) {
    const Tensor p = softmax(Tensor::of({1, 3}, {2000, 2001, 1999}));
    d.say(
        fmt::format(
            "Your softmax turns the scores 2000, 2001, 1999 into {:.3f}, {:.3f}, {:.3f}: no overflow, where "
            "exp(2000) alone is infinite.",
            p(0, 0), p(0, 1), p(0, 2)),
        fmt::format("여러분의 소프트맥스는 점수 2000, 2001, 1999를 {:.3f}, {:.3f}, {:.3f}(으)로 바꿉니다. "
                    "exp(2000)은 "
                    "무한대이지만 오버플로가 일어나지 않습니다.",
                    p(0, 0), p(0, 1), p(0, 2)));
  });
}
