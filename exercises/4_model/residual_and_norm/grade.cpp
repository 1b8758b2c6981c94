#include "exercises/grading/exercise.hpp"

Tensor post_norm(const Tensor& x, const std::function<Tensor(const Tensor&)>& sublayer,
                 const given::Norm& norm);
Tensor pre_norm(const Tensor& x, const std::function<Tensor(const Tensor&)>& sublayer,
                const given::Norm& norm);
Tensor pre_norm_stack(const Tensor& x, const std::vector<std::function<Tensor(const Tensor&)>>& sublayers,
                      const std::vector<given::Norm>& norms, const given::Norm& last);

using Sublayer = std::function<Tensor(const Tensor&)>;

void describe(Exercise& e) {
  const auto norm = [](Case& c, int i) {
    return given::Norm{element(c.tensor("norm_weights"), i), element(c.tensor("norm_biases"), i)};
  };
  // A sub-layer in place of attention or the feed-forward network: sublayer(x) = max(0, x A) + 1.
  const auto sublayer = [](Case& c, int i) {
    return Sublayer(
        [a = element(c.tensor("sublayers"), i)](const Tensor& x) { return given::relu(matmul(x, a)) + 1.0; });
  };

  struct Size {
    int layers, norms, length, width;
  };
  const auto add = [](Cases& cases, Draw& draw, const std::string& label, Size s, double least_weight = 0.5) {
    Tensor weights = draw.uniform({s.norms, s.width}, least_weight, 2);
    if (least_weight < 0) weights(0, 0) = -1.5, weights(0, 1) = 0;
    cases.add(label)
        .tensor("x", draw.normal({s.length, s.width}, {.std = 2, .mean = 0.5}))
        .tensor("sublayers", draw.normal({s.layers, s.width, s.width}))
        .tensor("norm_weights", weights)
        .tensor("norm_biases", draw.normal({s.norms, s.width}, {.std = 0.5}));
  };
  const auto draw_cases = [add](Cases& cases, Draw& draw, int layers) {
    if (layers == 1) {
      cases.add("the example")
          .tensor("x", Tensor::of({1, 2}, {1, 3}))
          .tensor("sublayers", Tensor::of({1, 2, 2}, {1, 0, 1, -1}))
          .tensor("norm_weights", Tensor::of({1, 2}, {1, 2}))
          .tensor("norm_biases", Tensor::of({1, 2}, {0.5, 0}));
    }
    const auto put = [&](const std::string& label, int length, int width, double least_weight = 0.5) {
      add(cases, draw, layers > 1 ? label + ", " + std::to_string(layers) + " sub-layers" : label,
          {layers, layers + (layers > 1), length, width}, least_weight);
    };
    put("4 positions, 3 wide", 4, 3);
    put("3 positions, 4 wide", 3, 4);
    put("one position", 1, 5);
    put("square", 4, 4);
    put("5 positions, 6 wide", 5, 6);
    put("negative weights, and a weight of 0", 3, 4, -2);
  };
  const auto one = [draw_cases](Cases& cases, Draw& draw) { draw_cases(cases, draw, 1); };

  e.part(
      "post_norm", {.points = 3},
      [=](Case& c) { c.give("y", post_norm(c.tensor("x"), sublayer(c, 0), norm(c, 0))); }, one);

  e.part(
      "pre_norm", {.points = 3},
      [=](Case& c) { c.give("y", pre_norm(c.tensor("x"), sublayer(c, 0), norm(c, 0))); }, one);

  // The last row of norm_weights and norm_biases belongs to the norm that closes the stack.
  e.part(
      "stack", {.points = 4},
      [=](Case& c) {
        const int layers = c.tensor("sublayers").dim(0);
        std::vector<Sublayer> sublayers;
        std::vector<given::Norm> norms;
        for (int i = 0; i < layers; ++i) {
          sublayers.push_back(sublayer(c, i));
          norms.push_back(norm(c, i));
        }
        c.give("y", pre_norm_stack(c.tensor("x"), sublayers, norms, norm(c, layers)));
      },
      [add, draw_cases](Cases& cases, Draw& draw) {
        draw_cases(cases, draw, 2);
        draw_cases(cases, draw, 4);
        add(cases, draw, "3 positions, 2 wide, 3 sub-layers", {3, 4, 3, 2});
        add(cases, draw, "one sub-layer", {1, 2, 4, 3});
        cases.add("no sub-layer: the last norm alone")
            .tensor("x", draw.normal({3, 4}, {.std = 2, .mean = 0.5}))
            .tensor("sublayers", Tensor({0, 4, 4}))
            .tensor("norm_weights", draw.uniform({1, 4}, 0.5, 2))
            .tensor("norm_biases", draw.normal({1, 4}, {.std = 0.5}));
      });

  e.now([](Demo& d) {
    // How much of a small change of the input is left behind 30 sub-layers that do little.
    constexpr int width = 8, layers = 30;
    Draw draw(1);
    const given::Norm plain{Tensor::full({width}, 1), Tensor({width})};
    std::vector<Sublayer> sublayers;
    for (int l = 0; l < layers; ++l)
      sublayers.emplace_back(
          [weight = draw.normal({width, width})](const Tensor& x) { return matmul(x, weight); });
    const Tensor x = draw.normal({1, width});
    Tensor moved = x;
    moved(0, 0) += 1e-4;
    const auto left = [&](const auto& stack) {
      const Tensor a = stack(x), b = stack(moved);
      double sum = 0;
      for (int i = 0; i < a.size(); ++i) sum += std::pow(b.flat(i) - a.flat(i), 2);
      return std::sqrt(sum) / 1e-4;
    };
    const double pre = left([&](Tensor t) {
      for (const Sublayer& s : sublayers) t = pre_norm(t, s, plain);
      return t;
    });
    const double post = left([&](Tensor t) {
      for (const Sublayer& s : sublayers) t = post_norm(t, s, plain);
      return t;
    });
    d.say(fmt::format("A change of the input comes out of {} of your random sub-layers {:.3g} times as large "
                      "with pre-norm, and {:.3g} "
                      "times with post-norm.",
                      layers, pre, post),
          fmt::format("입력의 작은 변화가 여러분의 무작위 하위 층 {}개를 지나면 pre-norm에서는 {:.3g}배, "
                      "post-norm에서는 {:.3g}배가 "
                      "됩니다.",
                      layers, pre, post));
  });
}
