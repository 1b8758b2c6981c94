#include "exercises/grading/exercise.hpp"

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps);
Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad);
std::pair<Tensor, Tensor> layer_norm_parameter_gradients(const Tensor& x, double eps, const Tensor& grad);

void describe(Exercise& e) {
  e.without({"layer_norm", "Variable::backward"});

  // An eps of the variance's own size, so that its place matters.
  const auto add = [](Cases& cases, Draw& draw, const std::string& label, int rows, int width, double eps) {
    cases.add(label)
        .tensor("x", draw.normal({rows, width}, {.std = 1.5, .mean = 0.7}))
        .tensor("weight", draw.uniform({width}, 0.5, 2))
        .tensor("bias", draw.normal({width}))
        .number("eps", eps)
        .tensor("grad", draw.normal({rows, width}));
  };
  const auto add_all = [add](Cases& cases, Draw& draw) {
    add(cases, draw, "3 rows of 4", 3, 4, 0.5);
    add(cases, draw, "2 rows of 6", 2, 6, 0.1);
    add(cases, draw, "5 rows of 3", 5, 3, 1e-5);
    add(cases, draw, "one row", 1, 5, 0.2);
    add(cases, draw, "square", 4, 4, 1);
    add(cases, draw, "4 rows of 2", 4, 2, 0.3);
    add(cases, draw, "3 rows of 1", 3, 1, 0.5);
    cases.add("tiny numbers")
        .tensor("x", draw.normal({3, 4}, {.std = 1e-6}))
        .tensor("weight", draw.uniform({4}, 0.5, 2))
        .tensor("bias", draw.normal({4}))
        .number("eps", 1e-13)
        .tensor("grad", draw.normal({3, 4}, {.std = 1e-6}));
    cases.add("negative weights, and a weight of 0")
        .tensor("x", draw.normal({3, 4}, {.std = 1.5, .mean = 0.7}))
        .tensor("weight", Tensor::of({4}, {-1.5, 0, 2, -0.5}))
        .tensor("bias", draw.normal({4}))
        .number("eps", 0.4)
        .tensor("grad", draw.normal({3, 4}));
  };

  e.part(
      "forward", {.points = 4},
      [](Case& c) {
        c.give("y", layer_norm(c.tensor("x"), c.tensor("weight"), c.tensor("bias"), c.number("eps")));
      },
      [add_all](Cases& cases, Draw& draw) {
        cases.add("the example")
            .tensor("x", Tensor::of({2, 4}, {2, 4, 4, 6, 1, 1, 5, 5}))
            .tensor("weight", Tensor::of({4}, {1, 2, 1, 2}))
            .tensor("bias", Tensor::of({4}, {0, 0, 1, 1}))
            .number("eps", 0.25);
        cases.add("a row of equal numbers")
            .tensor("x", Tensor::of({2, 4}, {3, 3, 3, 3, 1, 2, 3, 4}))
            .tensor("weight", Tensor::of({4}, {1, 2, 3, 4}))
            .tensor("bias", Tensor::of({4}, {0, 1, 2, 3}))
            .number("eps", 1e-5);
        add_all(cases, draw);
      });

  e.part(
       "backward", {.points = 4},
       [](Case& c) {
         c.give("grad_x",
                layer_norm_backward(c.tensor("x"), c.tensor("weight"), c.number("eps"), c.tensor("grad")));
       },
       [add_all](Cases& cases, Draw& draw) {
         cases.add("2 rows of 4")
             .tensor("x", Tensor::of({2, 4}, {2, 4, 4, 6, 1, 1, 5, 5}))
             .tensor("weight", Tensor::of({4}, {1, 2, 1, 2}))
             .tensor("bias", Tensor::of({4}, {0, 0, 1, 1}))
             .number("eps", 0.25)
             .tensor("grad", Tensor::of({2, 4}, {1, 0, 0, 0, 0, 1, 0, -1}));
         add_all(cases, draw);
         // no step of a difference suits all of them
         Tensor x = draw.normal({3, 5}, {.std = 1.5, .mean = 0.7});
         for (int c = 0; c < 5; ++c) x(0, c) *= 1e-6, x(2, c) *= 1e4;
         cases.add("rows of very different sizes")
             .tensor("x", x)
             .tensor("weight", draw.uniform({5}, 0.5, 2))
             .tensor("bias", draw.normal({5}))
             .number("eps", 1e-12)
             .tensor("grad", draw.normal({3, 5}));
       })
      .gradient_of("forward", {.output = "y", .upstream = "grad", .inputs = {{"x", "grad_x"}}});

  e.part(
       "parameters", {.points = 2},
       [](Case& c) {
         const auto [grad_weight, grad_bias] =
             layer_norm_parameter_gradients(c.tensor("x"), c.number("eps"), c.tensor("grad"));
         c.give("grad_weight", grad_weight);
         c.give("grad_bias", grad_bias);
       },
       add_all)
      .gradient_of(
          "forward",
          {.output = "y", .upstream = "grad", .inputs = {{"weight", "grad_weight"}, {"bias", "grad_bias"}}});

  e.now([](Demo& d) {
    // Forty random layers, with and without your norm between them.
    Draw draw(1);
    constexpr int width = 16, layers = 40;
    Tensor plain = draw.normal({1, width}), normed = plain;
    const Tensor ones = Tensor::full({width}, 1), zeros({width});
    for (int l = 0; l < layers; ++l) {
      const Tensor weight = draw.normal({width, width});
      plain = matmul(plain, weight);
      normed = layer_norm(matmul(normed, weight), ones, zeros, 1e-5);
    }
    const auto size = [](const Tensor& x) {
      double sum = 0;
      for (const double v : x.values()) sum += v * v;
      return std::sqrt(sum / x.size());
    };
    d.say(fmt::format("After {} random layers the numbers are about {:.0e} large; with your norm behind each "
                      "layer, {:.3f}.",
                      layers, size(plain), size(normed)),
          fmt::format("무작위 층 {}개를 지나면 수의 크기가 {:.0e}쯤 됩니다. 층마다 여러분의 정규화를 거치면 "
                      "{:.3f}입니다.",
                      layers, size(plain), size(normed)));
  });
}
