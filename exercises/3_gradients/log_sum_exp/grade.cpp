#include "exercises/grading/exercise.hpp"

Tensor log_sum_exp(const Tensor& x);
Tensor log_sum_exp_backward(const Tensor& x, const Tensor& grad);

namespace {

// Each row gets numbers of its own size: 1,000, −1,000, 2,000, −2,000, … around the normal ones.
Tensor far_apart(Draw& draw, int rows, int length) {
  Tensor x = draw.normal({rows, length});
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < length; ++j) x(i, j) += (i % 2 == 0 ? 1000.0 : -1000.0) * (i / 2 + 1);
  return x;
}

std::string size_of(const Tensor& x) { return fmt::format("({}, {})", x.dim(0), x.dim(1)); }

}  // namespace

void describe(Exercise& e) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  e.without({"softmax", "log_softmax", "attention", "multi_head_attention", "Variable::backward"});
  const auto forward = [](Case& c) { c.give("log_sum_exp", log_sum_exp(c.tensor("x"))); };
  const auto backward = [](Case& c) {
    c.give("grad_x", log_sum_exp_backward(c.tensor("x"), c.tensor("grad")));
  };

  e.part("values", {.points = 3}, forward, [](Cases& cases, Draw& draw) {
    cases.add("2 rows of 3").tensor("x", Tensor::of({2, 3}, {0, 0, 0, 1, 2, 3}));
    for (const auto& [rows, length] : {std::pair{1, 5}, {3, 3}, {2, 4}, {3, 1}, {6, 2}}) {
      const Tensor x = draw.normal({rows, length});
      cases.add(size_of(x)).tensor("x", x);
    }
  });
  e.part("large_numbers", {.points = 2}, forward, [](Cases& cases, Draw& draw) {
    cases.add("1,000 and −1,000").tensor("x", Tensor::of({2, 2}, {1000, 1000, -1000, -1000}));
    cases.add("far apart within a row").tensor("x", Tensor::of({2, 3}, {-2000, 2000, 1999, 2000, -2000, 0}));
    cases.add("the largest comes last").tensor("x", Tensor::of({2, 3}, {0, -2000, 2000, 0, 0, 800}));
    cases.add("each place is the largest of a row")
        .tensor("x", Tensor::of({4, 4}, {2000, 1, 0, 2, 3, 2000, 1, 0, 0, 1, 2000, 2, 1, 0, 3, 2000}));
    for (const auto& [rows, length] : {std::pair{1, 4}, {3, 4}, {4, 3}}) {
      const Tensor x = far_apart(draw, rows, length);
      cases.add(size_of(x)).tensor("x", x);
    }
  });
  e.part("minus_infinity", {.points = 1}, forward, [](Cases& cases, Draw& draw) {
    cases.add("some, and all")
        .tensor("x", Tensor::of({2, 3}, {0, -infinity, 0, -infinity, -infinity, -infinity}));
    cases.add("nothing but −∞").tensor("x", Tensor::full({1, 2}, -infinity));
    for (const int rows : {3, 5, 4}) {
      Tensor x = draw.normal({rows, 4});
      for (int j = 0; j < 4; ++j) x(2, j) = -infinity;
      x(0, 0) = -infinity;
      cases.add(size_of(x)).tensor("x", x);
    }
  });
  e.part("gradient", {.points = 3}, backward, [](Cases& cases, Draw& draw) {
     cases.add("2 rows of 2")
         .tensor("x", Tensor::of({2, 2}, {0, 0, 0, std::log(3)}))
         .tensor("grad", Tensor::of({2}, {10, 1}));
     for (const auto& [rows, length] : {std::pair{1, 5}, {3, 3}, {2, 4}, {6, 2}, {4, 3}}) {
       const Tensor x = draw.normal({rows, length});
       cases.add(size_of(x)).tensor("x", x).tensor("grad", draw.normal({rows}));
     }
     cases.add("some are −∞")
         .tensor("x", Tensor::of({2, 3}, {0, -infinity, 1, 2, 1, -infinity}))
         .tensor("grad", Tensor::of({2}, {10, -1}));
   }).gradient_of("values", {.output = "log_sum_exp", .upstream = "grad", .inputs = {{"x", "grad_x"}}});
  e.part("large_gradient", {.points = 1}, backward, [](Cases& cases, Draw& draw) {
    for (const auto& [rows, length] : {std::pair{2, 2}, {1, 3}, {4, 3}, {3, 4}, {5, 2}}) {
      const Tensor x = far_apart(draw, rows, length);
      cases.add(size_of(x)).tensor("x", x).tensor("grad", draw.normal({rows}));
    }
  });

  e.now([](Demo& d) {
    // The scores that the study note calls [0.99, 0.01, 0, 0].
    const double total = log_sum_exp(Tensor::of({1, 4}, {100, 50, 30, 20}))(0);
    d.say(fmt::format("Your function gives softmax its logarithm without overflow: for the scores (100, 50, "
                      "30, 20) the "
                      "second probability is exp(50 − {:.6g}) = {:.2g}.",
                      total, std::exp(50 - total)),
          fmt::format(
              "여러분의 함수로 오버플로 없이 소프트맥스의 로그를 구합니다. 점수 (100, 50, 30, 20)에서 두 "
              "번째 확률은 "
              "exp(50 − {:.6g}) = {:.2g}입니다.",
              total, std::exp(50 - total)));
  });
}
