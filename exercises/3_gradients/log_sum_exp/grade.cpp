#include "exercises/grading/exercise.hpp"

Tensor log_sum_exp(const Tensor& x, int axis);
Tensor log_sum_exp_backward(const Tensor& x, int axis, const Tensor& grad);

namespace {

std::vector<int> reduced(std::vector<int> shape, int axis) {
  shape.erase(shape.begin() + axis);
  return shape;
}

// Each slice along the axis gets numbers of its own size: 1,000, −1,000, 2,000, −2,000, … around the normal
// ones.
Tensor far_apart(Draw& draw, const std::vector<int>& shape, int axis) {
  Tensor x = draw.normal(shape);
  int after = 1;
  for (int a = axis + 1; a < x.rank(); ++a) after *= x.dim(a);
  for (int i = 0; i < x.size(); ++i) {
    const int slice = i / (after * x.dim(axis)) * after + i % after;
    x.flat(i) += (slice % 2 == 0 ? 1000.0 : -1000.0) * (slice / 2 + 1);
  }
  return x;
}

}  // namespace

void describe(Exercise& e) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  e.without({"softmax", "log_softmax", "attention", "multi_head_attention", "Variable::backward"});
  const auto forward = [](Case& c) { c.give("log_sum_exp", log_sum_exp(c.tensor("x"), c.integer("axis"))); };
  const auto backward = [](Case& c) {
    c.give("grad_x", log_sum_exp_backward(c.tensor("x"), c.integer("axis"), c.tensor("grad")));
  };

  e.part("values", {.points = 3}, forward, [](Cases& cases, Draw& draw) {
    const auto add = [&](const char* label, const std::vector<int>& shape, int axis) {
      cases.add(label).tensor("x", draw.normal(shape)).integer("axis", axis);
    };
    cases.add("2 rows of 3, along the rows")
        .tensor("x", Tensor::of({2, 3}, {0, 0, 0, 1, 2, 3}))
        .integer("axis", 1);
    add("one axis", {5}, 0);
    add("(3, 3), axis 0", {3, 3}, 0);
    add("(3, 3), axis 1", {3, 3}, 1);
    add("(2, 4), axis 0", {2, 4}, 0);
    add("(3, 1), axis 1", {3, 1}, 1);
    add("(2, 3, 4), axis 0", {2, 3, 4}, 0);
    add("(4, 3, 2), axis 1", {4, 3, 2}, 1);
    add("(2, 3, 4), axis 2", {2, 3, 4}, 2);
  });
  e.part("large_numbers", {.points = 2}, forward, [](Cases& cases, Draw& draw) {
    cases.add("1,000 and −1,000")
        .tensor("x", Tensor::of({2, 2}, {1000, 1000, -1000, -1000}))
        .integer("axis", 1);
    const auto add = [&](const char* label, const std::vector<int>& shape, int axis) {
      cases.add(label).tensor("x", far_apart(draw, shape, axis)).integer("axis", axis);
    };
    cases.add("far apart within a row")
        .tensor("x", Tensor::of({2, 3}, {-2000, 2000, 1999, 2000, -2000, 0}))
        .integer("axis", 1);
    cases.add("the largest comes last")
        .tensor("x", Tensor::of({2, 3}, {0, -2000, 2000, 0, 0, 800}))
        .integer("axis", 1);
    cases.add("each place is the largest of a row")
        .tensor("x", Tensor::of({4, 4}, {2000, 1, 0, 2, 3, 2000, 1, 0, 0, 1, 2000, 2, 1, 0, 3, 2000}))
        .integer("axis", 1);
    add("one axis", {4}, 0);
    add("(3, 4), axis 1", {3, 4}, 1);
    add("(3, 4), axis 0", {3, 4}, 0);
    add("(2, 2, 3), axis 1", {2, 2, 3}, 1);
  });
  e.part("minus_infinity", {.points = 1}, forward, [](Cases& cases, Draw& draw) {
    cases.add("some, and all")
        .tensor("x", Tensor::of({2, 3}, {0, -infinity, 0, -infinity, -infinity, -infinity}))
        .integer("axis", 1);
    cases.add("nothing but −∞").tensor("x", Tensor::full({2}, -infinity)).integer("axis", 0);
    for (const int number : {1, 2, 3, 4}) {
      // One slice along the axis is −∞ as a whole, another one in one place.
      const int axis = number % 2;
      Tensor x = draw.normal({3, 4});
      for (int i = 0; i < 4; ++i) x(axis == 0 ? i % 3 : 2, axis == 0 ? 2 : i) = -infinity;
      x(0, 0) = -infinity;
      cases.add(fmt::format("(3, 4), axis {}, number {}", axis, number)).tensor("x", x).integer("axis", axis);
    }
  });
  e.part("gradient", {.points = 3}, backward, [](Cases& cases, Draw& draw) {
     const auto add = [&](const char* label, const std::vector<int>& shape, int axis) {
       cases.add(label)
           .tensor("x", draw.normal(shape))
           .integer("axis", axis)
           .tensor("grad", draw.normal(reduced(shape, axis)));
     };
     cases.add("2 rows of 2")
         .tensor("x", Tensor::of({2, 2}, {0, 0, 0, std::log(3)}))
         .integer("axis", 1)
         .tensor("grad", Tensor::of({2}, {10, 1}));
     add("one axis", {5}, 0);
     add("(3, 3), axis 0", {3, 3}, 0);
     add("(3, 3), axis 1", {3, 3}, 1);
     add("(2, 4), axis 0", {2, 4}, 0);
     add("(2, 3, 4), axis 0", {2, 3, 4}, 0);
     add("(4, 3, 2), axis 0", {4, 3, 2}, 0);
     add("(4, 3, 2), axis 1", {4, 3, 2}, 1);
     add("(2, 3, 4), axis 2", {2, 3, 4}, 2);
     cases.add("some are −∞")
         .tensor("x", Tensor::of({2, 3}, {0, -infinity, 1, 2, 1, -infinity}))
         .integer("axis", 1)
         .tensor("grad", Tensor::of({2}, {10, -1}));
   }).gradient_of("values", {.output = "log_sum_exp", .upstream = "grad", .inputs = {{"x", "grad_x"}}});
  e.part("large_gradient", {.points = 1}, backward, [](Cases& cases, Draw& draw) {
    const auto add = [&](const char* label, const std::vector<int>& shape, int axis) {
      cases.add(label)
          .tensor("x", far_apart(draw, shape, axis))
          .integer("axis", axis)
          .tensor("grad", draw.normal(reduced(shape, axis)));
    };
    add("2 rows of 2", {2, 2}, 1);
    add("one axis", {3}, 0);
    add("(4, 3), axis 1", {4, 3}, 1);
    add("(3, 4), axis 0", {3, 4}, 0);
    add("(2, 2, 3), axis 1", {2, 2, 3}, 1);
  });

  e.now([](Demo& d) {
    // The scores that the study note calls [0.99, 0.01, 0, 0].
    const double total = log_sum_exp(Tensor::of({4}, {100, 50, 30, 20}), 0).flat(0);
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
