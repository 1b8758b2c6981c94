#include "exercises/grading/exercise.hpp"

void adam_step(Tensor& parameter, const Tensor& gradient, given::AdamState& state,
               const given::AdamOptions& options);
void train(given::Parameter& parameter, const std::function<void(given::Parameter&)>& backward, int steps,
           const given::AdamOptions& options);
double learning_rate(int step, int d_model, int warmup, double factor);

void describe(Exercise& e) {
  e.without({"adam_step"});

  const auto options = [](Case& c) {
    return given::AdamOptions{.learning_rate = c.number("learning_rate"),
                              .beta1 = c.number("beta1"),
                              .beta2 = c.number("beta2"),
                              .eps = c.number("eps")};
  };
  // The parameter after each step; row i of `gradients` is the gradient of step i.
  const auto run = [options](Case& c) {
    Tensor parameter = c.tensor("parameter");
    const Tensor& gradients = c.tensor("gradients");
    const int size = parameter.size();
    given::AdamState state{Tensor(parameter.shape()), Tensor(parameter.shape())};
    Tensor path({gradients.dim(0), size});
    for (int step = 0; step < gradients.dim(0); ++step) {
      Tensor gradient(parameter.shape());
      for (int i = 0; i < size; ++i) gradient.flat(i) = gradients.flat(step * size + i);
      adam_step(parameter, gradient, state, options(c));
      for (int i = 0; i < size; ++i) path(step, i) = parameter.flat(i);
    }
    c.give("parameter_after_each_step", path);
  };

  // An eps of the gradients' own size, so that its place matters.
  struct Size {
    int steps, parameters;
    int rows = 0;  // of a matrix; 0: one axis
  };
  const auto add = [](Cases& cases, Draw& draw, const std::string& label, Size size, double eps) {
    const std::vector<int> matrix{size.rows, size.parameters / std::max(size.rows, 1)};
    cases.add(label)
        .tensor("parameter", draw.normal(size.rows > 0 ? matrix : std::vector{size.parameters}))
        .tensor("gradients", draw.normal({size.steps, size.parameters}, {.std = 2, .mean = 0.5}))
        .number("learning_rate", 0.01 * draw.integer(2, 20))
        .number("beta1", 0.01 * draw.integer(70, 92))
        .number("beta2", 0.01 * draw.integer(94, 99))
        .number("eps", eps);
  };
  const auto example = [](Cases& cases, const std::string& label, const Tensor& gradients) {
    cases.add(label)
        .tensor("parameter", Tensor::of({2}, {1, 1}))
        .tensor("gradients", gradients)
        .number("learning_rate", 0.1)
        .number("beta1", 0.9)
        .number("beta2", 0.99)
        .number("eps", 1);
  };

  e.part("first_step", {.points = 3}, run, [=](Cases& cases, Draw& draw) {
    example(cases, "the example", Tensor::of({1, 2}, {3, -1}));
    add(cases, draw, "3 numbers", {1, 3}, 0.5);
    add(cases, draw, "4 numbers", {1, 4}, 0.2);
    add(cases, draw, "one number", {1, 1}, 2);
    add(cases, draw, "the usual eps", {1, 5}, 1e-8);
    add(cases, draw, "a matrix of 2 rows", {.steps = 1, .parameters = 6, .rows = 2}, 0.5);
  });

  e.part("several_steps", {.points = 3}, run, [=](Cases& cases, Draw& draw) {
    example(cases, "the example, 2 steps", Tensor::of({2, 2}, {3, -1, 1, -1}));
    add(cases, draw, "3 steps", {3, 2}, 0.5);
    add(cases, draw, "5 steps", {5, 3}, 0.2);
    add(cases, draw, "one number", {4, 1}, 2);
    add(cases, draw, "the usual eps", {6, 3}, 1e-8);
    add(cases, draw, "a matrix of 4 rows", {.steps = 3, .parameters = 8, .rows = 4}, 0.5);
    example(cases, "gradients that become 0", Tensor::of({3, 2}, {3, -1, 0, -2, 0, 0}));
  });

  // A bowl: loss = Σ curvature · (value − lowest)² / 2.
  e.part(
      "training_loop", {.points = 2},
      [options](Case& c) {
        const Tensor lowest = c.tensor("lowest"), curvature = c.tensor("curvature");
        given::Parameter parameter{c.tensor("parameter"), Tensor(lowest.shape())};
        const auto backward = [&](given::Parameter& p) {
          if (p.gradient.shape() != p.value.shape()) p.gradient = Tensor(p.value.shape());
          p.gradient += curvature * (p.value - lowest);
        };
        train(parameter, backward, c.integer("steps"), options(c));
        c.give("parameter", parameter.value);
      },
      [](Cases& cases, Draw& draw) {
        const auto bowl = [&](const std::string& label, int steps, int size, const given::AdamOptions& with) {
          cases.add(label)
              .tensor("parameter", draw.normal({size}, {.std = 2}))
              .tensor("lowest", draw.normal({size}, {.mean = 3}))
              .tensor("curvature", draw.uniform({size}, 0.5, 2))
              .integer("steps", steps)
              .number("learning_rate", with.learning_rate)
              .number("beta1", with.beta1)
              .number("beta2", with.beta2)
              .number("eps", with.eps);
        };
        // The rate is neither 1 − beta1 nor 1 − beta2, so that no two mistakes coincide.
        const given::AdamOptions usual{.learning_rate = 0.15, .beta1 = 0.9, .beta2 = 0.98, .eps = 0.1};
        bowl("2 steps", 2, 2, usual);
        bowl("3 steps", 3, 5, usual);
        bowl("10 steps", 10, 4, usual);
        bowl("one number", 6, 1, usual);
        bowl("30 steps", 30, 2, usual);
        bowl("one step", 1, 3, usual);
        bowl("no step", 0, 2, usual);
        // half a step of rate 1 ends exactly at the lowest point, and the mean of the gradients goes on
        cases.add("a gradient of 0 on the way")
            .tensor("parameter", Tensor::of({2}, {1.5, 3.5}))
            .tensor("lowest", Tensor::of({2}, {1, 3}))
            .tensor("curvature", Tensor::of({2}, {2, 2}))
            .integer("steps", 4)
            .number("learning_rate", 1)
            .number("beta1", 0.5)
            .number("beta2", 0.5)
            .number("eps", 1);
        bowl("other options", 7, 3, {.learning_rate = 0.07, .beta1 = 0.8, .beta2 = 0.95, .eps = 0.3});
      });

  e.part(
      "rate", {.points = 2, .atol = 1e-15},
      [](Case& c) {
        c.give("rate", learning_rate(c.integer("step"), c.integer("d_model"), c.integer("warmup"),
                                     c.number("factor")));
      },
      [](Cases& cases, Draw& draw) {
        const auto rate = [&](const std::string& label, int step, int d_model, int warmup, double factor) {
          cases.add(label)
              .integer("step", step)
              .integer("d_model", d_model)
              .integer("warmup", warmup)
              .number("factor", factor);
        };
        rate("rising", 2, 64, 4, 1);
        rate("at the top", 4, 64, 4, 1);
        rate("falling", 16, 64, 4, 1);
        rate("the first step", 1, 512, 4000, 2);
        rate("far behind the warm-up", 100000, 512, 4000, 0.5);
        for (int i = 0; i < 4; ++i) {
          const int warmup = draw.integer(10, 500);
          const int step = i % 2 == 0 ? draw.integer(2, warmup - 1) : draw.integer(warmup + 1, 5000);
          rate(fmt::format("{}, drawn {}", i % 2 == 0 ? "rising" : "falling", i / 2 + 1), step,
               draw.integer(16, 1024), warmup, draw.integer(2, 5));
        }
        rate("warm-up 1", 3, 32, 1, 2);
        rate("warm-up 1, the first step", 1, 32, 1, 2);
      });

  e.now([](Demo& d) {
    // A valley a thousand times as steep across as along: plain steps have to be small, Adam's need not.
    const auto gradient = [](const Tensor& x) { return Tensor::of({2}, {x(0), 1000 * x(1)}); };
    Tensor adam = Tensor::of({2}, {1, 1}), plain = adam;
    given::AdamState state{Tensor({2}), Tensor({2}), 0};
    constexpr int steps = 300;
    for (int step = 0; step < steps; ++step) {
      adam_step(adam, gradient(adam), state, {.learning_rate = 0.02});
      plain -= gradient(plain) * 0.0019;
    }
    d.say(fmt::format("In a valley 1,000 times as steep across as along, {} of your steps went from 1 to "
                      "{:.4f} along it; plain "
                      "gradient descent, as fast as it may, to {:.4f}.",
                      steps, std::abs(adam(0)), plain(0)),
          fmt::format("가로가 세로보다 1,000배 가파른 골짜기에서 여러분의 {}스텝은 골짜기를 따라 1에서 "
                      "{:.4f}까지 갔습니다. 보통의 경사 "
                      "하강법은 낼 수 있는 가장 빠른 학습률로도 {:.4f}까지입니다.",
                      steps, std::abs(adam(0)), plain(0)));
  });
}
