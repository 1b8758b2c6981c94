#include <fmt/format.h>

#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"

using Model = std::function<Tensor(const Tensor&)>;

int prediction(int which);
Tensor influence(const std::function<Tensor(const Tensor&)>& model, const Tensor& x, double step);
double leak(const Tensor& influence);

namespace {

/// Attention of x to itself under the case's mask, its results mixed by a matrix.
Tensor run_model(const Tensor& x, const Tensor& mask, const Tensor& weight) {
  return matmul(given::attention(x, x, x, mask), weight);
}

Tensor sees_one_ahead(int length) {
  Tensor mask = given::causal_mask(length);
  for (int i = 0; i + 1 < length; ++i) mask(i, i + 1) = 1;
  return mask;
}

}  // namespace

void describe(Exercise& e) {
  ask_for_predictions(e, [](int which) { return prediction(which); });
  e.part(
      "influence", {.points = 5},
      [](Case& c) {
        const Model model = [&](const Tensor& x) {
          return run_model(x, c.tensor("mask"), c.tensor("weight"));
        };
        c.give("influence", influence(model, c.tensor("x"), c.number("step")));
      },
      [](Cases& cases, Draw& draw) {
        const auto add = [&](const Tensor& x, const Tensor& mask, double step, int outputs = 3) {
          cases.add(fmt::format("{} token{} of {} numbers", x.dim(0), x.dim(0) == 1 ? "" : "s", x.dim(1)))
              .tensor("x", x)
              .tensor("mask", mask)
              .tensor("weight", draw.normal({x.dim(1), outputs}))
              .number("step", step);
        };
        add(Tensor::of({2, 2}, {1, 0, 0, 1}), given::causal_mask(2), 0.5);
        add(draw.normal({3, 2}), Tensor::full({3, 3}, 1), 0.5);
        add(draw.normal({4, 3}), given::causal_mask(4), 0.25);
        add(draw.normal({5, 2}), sees_one_ahead(5), 2);
        add(draw.normal({6, 4}), Tensor::full({6, 6}, 1), -0.5);
        add(draw.normal({4, 5}), Tensor::full({4, 4}, 1), 0.5, 1);
        add(draw.normal({1, 3}), Tensor::full({1, 1}, 1), 0.5);
      });
  e.part(
      "leak", {.points = 3}, [](Case& c) { c.give("leak", leak(c.tensor("influence"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 tokens").tensor("influence", Tensor::of({2, 2}, {2, 1, 4, 1}));
        cases.add("a causal model").tensor("influence", given::causal_mask(4));
        cases.add("little influence").tensor("influence", Tensor::of({2, 2}, {0.25, 0.125, 0.25, 0.125}));
        cases.add("no influence at all").tensor("influence", Tensor({3, 3}));
        cases.add("the first token sees only the last")
            .tensor("influence", Tensor::of({3, 3}, {0, 0, 5, 0, 0, 0, 0, 0, 0}));
        for (const int length : {3, 5, 6})
          cases.add(fmt::format("{} tokens", length))
              .tensor("influence", draw.uniform({length, length}, 0, 2));
        cases.add("hardly any influence")
            .tensor("influence", Tensor::of({2, 2}, {4e-60, 3e-60, 2e-60, 1e-60}));
        cases.add("one token").tensor("influence", Tensor::of({1, 1}, {2}));
      });
  e.now([](Demo& d) {
    Draw draw(4);
    const int length = 12;
    const Tensor x = draw.normal({length, 8}), weight = draw.normal({8, 8});
    const auto of = [&](const Tensor& mask) {
      return influence([&](const Tensor& v) { return run_model(v, mask, weight); }, x, 0.5);
    };
    const Tensor causal = of(given::causal_mask(length)), open = of(Tensor::full({length, length}, 1));
    const std::string lines = heed::demos::picture(causal);
    d.say(fmt::format("What each output of attention depends on under the causal mask (leak {:.0f} %; "
                      "without the mask {:.0f} %):{}",
                      100 * leak(causal), 100 * leak(open), lines),
          fmt::format("인과 마스크를 쓴 어텐션의 출력이 어느 토큰에 달려 있는지입니다(새는 비율 {:.0f} %, "
                      "마스크가 없으면 {:.0f} %):{}",
                      100 * leak(causal), 100 * leak(open), lines));
  });
}
