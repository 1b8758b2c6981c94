#include "exercises/grading/exercise.hpp"

Tensor softmax_jacobian(const Tensor& probabilities);
Tensor softmax_backward(const Tensor& probabilities, const Tensor& grad);
Tensor log_softmax_backward(const Tensor& log_probabilities, const Tensor& grad);

void describe(Exercise& e) {
  e.without({"softmax_backward", "Variable::backward"});
  e.part(
      "jacobian", {.points = 2},
      [](Case& c) { c.give("jacobian", softmax_jacobian(c.tensor("probabilities"))); },
      [](Cases& cases, Draw& draw) {
        // log of (5, 3, 2): the probabilities are 0.5, 0.3 and 0.2.
        cases.add("three classes").tensor("probabilities", Tensor::of({3}, {0.5, 0.3, 0.2}));
        cases.add("two classes").tensor("probabilities", given::softmax(draw.normal({2})));
        cases.add("five classes").tensor("probabilities", given::softmax(draw.normal({5})));
        cases.add("one class").tensor("probabilities", given::softmax(draw.normal({1})));
        cases.add("seven classes, sharp")
            .tensor("probabilities", given::softmax(draw.normal({7}, {.std = 3})));
      });
  // The learner gets p or log p, as the forward pass has kept them; the logits are there for the self-test.
  const auto rows = [](const char* kept, Tensor (*forward)(const Tensor&)) {
    return [=](Cases& cases, Draw& draw) {
      const auto add = [&](const char* label, const Tensor& logits, const Tensor& grad) {
        cases.add(label).tensor(kept, forward(logits)).tensor("grad", grad).tensor("logits", logits);
      };
      add("p = (0.5, 0.3, 0.2), the first is wanted",
          Tensor::of({1, 3}, {std::log(5), std::log(3), std::log(2)}), Tensor::of({1, 3}, {1, 0, 0}));
      add("2 rows of 3", draw.normal({2, 3}), draw.normal({2, 3}));
      add("4 rows of 4", draw.normal({4, 4}), draw.normal({4, 4}));
      add("5 rows of 2", draw.normal({5, 2}), draw.normal({5, 2}));
      add("a single class", draw.normal({3, 1}), draw.normal({3, 1}));
      add("sharp: scores of tens", draw.normal({3, 6}, {.std = 20}), draw.normal({3, 6}));
    };
  };
  const heed::grading::GradientOf of_logits{.upstream = "grad", .inputs = {{"logits", "grad_logits"}}};
  e.part(
       "softmax", {.points = 4},
       [](Case& c) { c.give("grad_logits", softmax_backward(c.tensor("probabilities"), c.tensor("grad"))); },
       rows("probabilities", given::softmax))
      .gradient_of([](const Case& c) { return given::softmax(c.tensor("logits")); }, of_logits);
  e.part(
       "log_softmax", {.points = 4},
       [](Case& c) {
         c.give("grad_logits", log_softmax_backward(c.tensor("log_probabilities"), c.tensor("grad")));
       },
       rows("log_probabilities", given::log_softmax))
      .gradient_of([](const Case& c) { return given::log_softmax(c.tensor("logits")); }, of_logits);

  e.now([](Demo& d) {
    const auto norm = [](double largest) {
      const Tensor p = given::softmax(Tensor::of({1, 4}, {largest, 0, 0, 0}));
      const Tensor grad = softmax_backward(p, Tensor::of({1, 4}, {1, 0, 0, 0}));
      double sum = 0;
      for (int i = 0; i < 4; ++i) sum += grad(0, i) * grad(0, i);
      return std::sqrt(sum);
    };
    d.say(fmt::format(
              "Your gradient shows how softmax saturates: with scores (z, 0, 0, 0) its length is {:.2g} for "
              "z = 1, {:.2g} for z = 5 and {:.2g} for z = 10.",
              norm(1), norm(5), norm(10)),
          fmt::format("여러분의 기울기로 소프트맥스의 포화가 보입니다. 점수가 (z, 0, 0, 0)일 때 기울기의 "
                      "길이는 z = 1에서 "
                      "{:.2g}, z = 5에서 {:.2g}, z = 10에서 {:.2g}입니다.",
                      norm(1), norm(5), norm(10)));
  });
}
