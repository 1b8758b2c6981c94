#include "exercises/grading/exercise.hpp"

std::pair<Tensor, Tensor> matmul_backward(const Tensor& a, const Tensor& b, const Tensor& grad);
Tensor shared_weight_backward(const Tensor& x, const Tensor& grad);

void describe(Exercise& e) {
  e.without({"Variable::backward"});
  const auto add = [](Cases& cases, Draw& draw, const char* label, const std::vector<int>& a, int n) {
    std::vector<int> b = a, grad = a;
    const std::size_t last = a.size() - 1;
    b[last - 1] = a[last], b[last] = n, grad[last] = n;
    cases.add(label)
        .tensor("a", draw.normal(a))
        .tensor("b", draw.normal(b))
        .tensor("grad", draw.normal(grad));
  };
  // Square matrices: whatever is multiplied, shapes fit, so that the numbers alone say what was done.
  const auto square = [=](Cases& cases, Draw& draw) {
    cases.add("2 by 2, easy numbers")
        .tensor("a", Tensor::of({2, 2}, {1, 2, 3, 4}))
        .tensor("b", Tensor::of({2, 2}, {5, 6, 7, 8}))
        .tensor("grad", Tensor::of({2, 2}, {1, 0, 10, 100}));
    add(cases, draw, "3 by 3", {3, 3}, 3);
    add(cases, draw, "4 by 4", {4, 4}, 4);
    add(cases, draw, "1 by 1", {1, 1}, 1);
    add(cases, draw, "5 by 5", {5, 5}, 5);
  };
  const auto product = [](const Case& c) { return matmul(c.tensor("a"), c.tensor("b")); };
  e.part(
       "gradient_of_a", {.points = 2},
       [](Case& c) {
         c.give("grad_a", matmul_backward(c.tensor("a"), c.tensor("b"), c.tensor("grad")).first);
       },
       square)
      .gradient_of(product, {.upstream = "grad", .inputs = {{"a", "grad_a"}}});
  e.part(
       "gradient_of_b", {.points = 2},
       [](Case& c) {
         c.give("grad_b", matmul_backward(c.tensor("a"), c.tensor("b"), c.tensor("grad")).second);
       },
       square)
      .gradient_of(product, {.upstream = "grad", .inputs = {{"b", "grad_b"}}});
  e.part(
       "any_shape", {.points = 3},
       [](Case& c) {
         const auto [grad_a, grad_b] = matmul_backward(c.tensor("a"), c.tensor("b"), c.tensor("grad"));
         c.give("grad_a", grad_a);
         c.give("grad_b", grad_b);
       },
       [=](Cases& cases, Draw& draw) {
         add(cases, draw, "(1, 2) times (2, 3)", {1, 2}, 3);
         add(cases, draw, "(2, 3) times (3, 4)", {2, 3}, 4);
         add(cases, draw, "(5, 2) times (2, 3)", {5, 2}, 3);
         add(cases, draw, "outer product: (3, 1) times (1, 4)", {3, 1}, 4);
         add(cases, draw, "a batch: (2, 3, 4) times (2, 4, 5)", {2, 3, 4}, 5);
         add(cases, draw, "two leading axes: (2, 5, 3, 1) times (2, 5, 1, 2)", {2, 5, 3, 1}, 2);
         add(cases, draw, "a batch: (1, 3, 2) times (1, 2, 4)", {1, 3, 2}, 4);
       })
      .gradient_of(product, {.upstream = "grad", .inputs = {{"a", "grad_a"}, {"b", "grad_b"}}});
  e.part(
      "shared_weight", {.points = 3},
      [](Case& c) { c.give("grad_weight", shared_weight_backward(c.tensor("x"), c.tensor("grad"))); },
      [](Cases& cases, Draw& draw) {
        const auto batch = [&](const char* label, int b, int t, int k, int n) {
          cases.add(label).tensor("x", draw.normal({b, t, k})).tensor("grad", draw.normal({b, t, n}));
        };
        cases.add("2 sentences of 1 token")
            .tensor("x", Tensor::of({2, 1, 2}, {1, 2, 3, 4}))
            .tensor("grad", Tensor::of({2, 1, 1}, {1, 10}));
        batch("2 sentences of 3 tokens", 2, 3, 4, 2);
        batch("5 sentences of 2 tokens", 5, 2, 3, 3);
        batch("a batch of one", 1, 4, 2, 3);
        batch("3 sentences of 3 tokens", 3, 3, 3, 3);
      });

  e.now([](Demo& d) {
    // Solve X W = Y by gradient descent on ½‖X W − Y‖².
    const Tensor x = Tensor::of({1, 3, 2}, {1, 0, 0, 1, 1, 1}), y = Tensor::of({1, 3, 1}, {2, -1, 1});
    Tensor weight({1, 2, 1});
    for (int step = 0; step < 100; ++step) {
      const Tensor grad = matmul(x, weight) - y;
      weight -= (shared_weight_backward(x, grad) * 0.3).reshape({1, 2, 1});
    }
    d.say(
        fmt::format(
            "With your gradient a linear layer has learnt W = ({:.4f}, {:.4f}); the right one is (2, −1).",
            weight.flat(0), weight.flat(1)),
        fmt::format("여러분의 기울기로 선형층이 W = ({:.4f}, {:.4f})을(를) 배웠습니다. 정답은 (2, −1)입니다.",
                    weight.flat(0), weight.flat(1)));
  });
}
