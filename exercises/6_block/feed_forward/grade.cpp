#include "exercises/grading/exercise.hpp"

Tensor feed_forward(const Tensor& x, const given::Linear& first, const given::Linear& second);
Tensor feed_forward_backward(const Tensor& x, const given::Linear& first, const given::Linear& second,
                             const Tensor& grad);

void describe(Exercise& e) {
  e.without({"feed_forward"});

  const auto first = [](Case& c) { return given::Linear{c.tensor("weight1"), c.tensor("bias1")}; };
  const auto second = [](Case& c) { return given::Linear{c.tensor("weight2"), c.tensor("bias2")}; };

  const auto draw_cases = [](Cases& cases, Draw& draw) {
    cases.add("the example")
        .tensor("x", Tensor::of({2, 2}, {1, 2, -1, 1}))
        .tensor("weight1", Tensor::of({3, 2}, {1, 0, 0, 1, 1, -1}))
        .tensor("bias1", Tensor::of({3}, {0.5, -1.5, -0.5}))
        .tensor("weight2", Tensor::of({2, 3}, {1, 2, 3, -1, 1, 2}))
        .tensor("bias2", Tensor::of({2}, {0.5, -0.5}))
        .tensor("grad", Tensor::of({2, 2}, {1, -2, 3, 1}));
    const auto add = [&](const std::string& label, int length, int width, int hidden) {
      cases.add(label)
          .tensor("x", draw.normal({length, width}))
          .tensor("weight1", draw.normal({hidden, width}))
          .tensor("bias1", draw.normal({hidden}))
          .tensor("weight2", draw.normal({width, hidden}))
          .tensor("bias2", draw.normal({width}))
          .tensor("grad", draw.normal({length, width}));
    };
    add("3 positions, 2 wide, 5 hidden", 3, 2, 5);
    add("2 positions, 4 wide, 8 hidden", 2, 4, 8);
    add("one position", 1, 3, 6);
    add("fewer hidden than in and out", 5, 4, 3);
    add("all alike", 4, 4, 4);
  };

  e.part(
      "forward", {.points = 5},
      [=](Case& c) { c.give("y", feed_forward(c.tensor("x"), first(c), second(c))); }, draw_cases);

  e.part(
       "backward", {.points = 5},
       [=](Case& c) {
         c.give("grad_x", feed_forward_backward(c.tensor("x"), first(c), second(c), c.tensor("grad")));
       },
       draw_cases)
      .gradient_of("forward", {.output = "y", .upstream = "grad", .inputs = {{"x", "grad_x"}}});
}
