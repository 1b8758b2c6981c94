#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"

Tensor feed_forward(const Tensor& x, const given::Linear& first, const given::Linear& second);
Tensor feed_forward_backward(const Tensor& x, const given::Linear& first, const given::Linear& second,
                             const Tensor& grad);

void describe(Exercise& e) {
  e.without({"feed_forward", "Variable::backward"});

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
    cases.add("units at exactly 0")
        .tensor("x", Tensor::of({2, 2}, {1, 2, -1, 1}))
        .tensor("weight1", Tensor::of({3, 2}, {2, -1, 1, 1, 0, 1}))
        .tensor("bias1", Tensor::of({3}, {0, 0, -0.5}))
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
    const auto of_size = [&](const std::string& label, double x, double low, double high) {
      cases.add(label)
          .tensor("x", draw.normal({3, 2}, {.std = x}))
          .tensor("weight1", draw.normal({4, 2}))
          .tensor("bias1", draw.uniform({4}, low, high))
          .tensor("weight2", draw.normal({2, 4}))
          .tensor("bias2", draw.normal({2}))
          .tensor("grad", draw.normal({3, 2}));
    };
    of_size("hidden numbers just above 0", 1e-5, 2e-4, 9e-4);
    of_size("large hidden numbers", 30, -20, 20);
    add("3 positions, 2 wide, 5 hidden", 3, 2, 5);
    add("2 positions, 4 wide, 8 hidden", 2, 4, 8);
    add("one position", 1, 3, 6);
    add("fewer hidden than in and out", 5, 4, 3);
    add("all alike", 4, 4, 4);
    add("4 positions, 3 wide, one hidden", 4, 3, 1);
    add("3 positions, one wide, 2 hidden", 3, 1, 2);
  };

  e.part(
      "forward", {.points = 5},
      [=](Case& c) { c.give("y", feed_forward(c.tensor("x"), first(c), second(c))); }, draw_cases);

  // For the self-test's central differences: a unit at exactly 0 stays 0 nearby, as a slope of 0 says.
  const auto flat_at_zero = [](const Case& c) {
    Tensor hidden = given::linear(c.tensor("x"), c.tensor("weight1"), c.tensor("bias1"));
    for (int i = 0; i < hidden.size(); ++i) hidden.flat(i) = hidden.flat(i) > 1e-4 ? hidden.flat(i) : 0;
    return given::linear(hidden, c.tensor("weight2"), c.tensor("bias2"));
  };
  e.part(
       "backward", {.points = 5},
       [=](Case& c) {
         c.give("grad_x", feed_forward_backward(c.tensor("x"), first(c), second(c), c.tensor("grad")));
       },
       [=](Cases& cases, Draw& draw) {
         draw_cases(cases, draw);
         // differences drown in what the other inputs give
         Tensor weight = draw.normal({5, 3});
         for (int h = 0; h < 5; ++h) weight(h, 1) *= 1e-12;
         cases.add("large gradients, and an input that hardly counts")
             .tensor("x", draw.normal({2, 3}))
             .tensor("weight1", weight)
             .tensor("bias1", draw.uniform({5}, 0.5, 2))
             .tensor("weight2", draw.normal({3, 5}))
             .tensor("bias2", draw.normal({3}))
             .tensor("grad", draw.normal({2, 3}, {.std = 1e9}));
       })
      .gradient_of(flat_at_zero, {.upstream = "grad", .inputs = {{"x", "grad_x"}}});

  e.now([](Demo& d) {
    // Sums of max(0, ·) can draw: six inner units make two hills of a line.
    const given::Linear units{Tensor::full({6, 1}, 1), Tensor::of({6}, {-4, -10, -16, -26, -34, -42})},
        hills{Tensor::of({1, 6}, {1, -2, 1, 0.7, -1.4, 0.7}), Tensor({1})};
    constexpr int columns = 50, rows = 8;
    Tensor x({columns, 1}), drawn({rows, columns});
    for (int j = 0; j < columns; ++j) x(j, 0) = j;
    const Tensor y = feed_forward(x, units, hills);
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i < rows; ++i) drawn(i, j) = y(j, 0) >= rows - i ? 1 : 0;
    }
    const std::string picture = heed::demos::picture(drawn);
    d.say("Six inner units of your network turn a straight line into two hills:" + picture,
          "여러분의 FFN에서 안쪽 유닛 여섯 개가 직선을 언덕 둘로 바꾸었습니다:" + picture);
  });
}
