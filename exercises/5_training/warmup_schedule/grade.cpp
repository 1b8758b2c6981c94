#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"

double learning_rate(int step, int d_model, int warmup, double factor);
Tensor schedule(int count, int d_model, int warmup, double factor);
double peak(int d_model, int warmup, double factor);

void describe(Exercise& e) {
  const auto add =
      [](Cases & cases, const std::string& label, int d_model, int warmup, double factor) -> auto& {
    return cases.add(label).integer("d_model", d_model).integer("warmup", warmup).number("factor", factor);
  };

  e.part(
      "rate", {.points = 5, .atol = 1e-15},
      [](Case& c) {
        c.give("rate", learning_rate(c.integer("step"), c.integer("d_model"), c.integer("warmup"),
                                     c.number("factor")));
      },
      [add](Cases& cases, Draw& draw) {
        add(cases, "rising", 64, 4, 1).integer("step", 2);
        add(cases, "at the top", 64, 4, 1).integer("step", 4);
        add(cases, "falling", 64, 4, 1).integer("step", 16);
        add(cases, "the first step", 512, 4000, 2).integer("step", 1);
        add(cases, "far behind the warm-up", 512, 4000, 0.5).integer("step", 100000);
        for (int i = 0; i < 4; ++i) {
          const int warmup = draw.integer(10, 500);
          const int step = i % 2 == 0 ? draw.integer(2, warmup - 1) : draw.integer(warmup + 1, 5000);
          const std::string label =
              (i % 2 == 0 ? "rising, drawn " : "falling, drawn ") + std::to_string(i / 2 + 1);
          add(cases, label, draw.integer(16, 1024), warmup, draw.integer(2, 5)).integer("step", step);
        }
        add(cases, "12,288 wide, warm-up 400,000", 12288, 400000, 1).integer("step", 300000);
        add(cases, "warm-up 1", 32, 1, 2).integer("step", 3);
        add(cases, "warm-up 1, the first step", 32, 1, 2).integer("step", 1);
      });

  e.part(
      "schedule", {.points = 3, .atol = 1e-15},
      [](Case& c) {
        c.give("rates",
               schedule(c.integer("count"), c.integer("d_model"), c.integer("warmup"), c.number("factor")));
      },
      [add](Cases& cases, Draw& draw) {
        add(cases, "8 steps, warm-up 4", 64, 4, 1).integer("count", 8);
        add(cases, "one step", 16, 2, 1).integer("count", 1);
        add(cases, "far behind the warm-up", 16, 2, 1).integer("count", 40);
        add(cases, "shorter than the warm-up", 8, 10, 3).integer("count", 5);
        for (int i = 0; i < 3; ++i) {
          const int warmup = draw.integer(2, 8);
          add(cases, "drawn " + std::to_string(i + 1), draw.integer(16, 512), warmup, draw.integer(2, 5))
              .integer("count", warmup + 4);
        }
        add(cases, "5 steps, warm-up 1", 32, 1, 2).integer("count", 5);
      });

  e.part(
      "peak", {.points = 2, .atol = 1e-15},
      [](Case& c) { c.give("peak", peak(c.integer("d_model"), c.integer("warmup"), c.number("factor"))); },
      [add](Cases& cases, Draw& draw) {
        add(cases, "64 wide, warm-up 4", 64, 4, 1);
        add(cases, "the paper's", 512, 4000, 1);
        for (int i = 0; i < 4; ++i) {
          add(cases, "drawn " + std::to_string(i + 1), draw.integer(16, 1024), draw.integer(10, 500),
              draw.integer(2, 5));
        }
        add(cases, "12,288 wide, warm-up 400,000", 12288, 400000, 1);  // the product is no int
        add(cases, "32 wide, warm-up 1", 32, 1, 2);
      });

  e.now([](Demo& d) {
    constexpr int columns = 60, rows = 8, warmup = 4000;
    const double top = peak(512, warmup, 1);
    Tensor drawn({rows, columns});
    for (int j = 0; j < columns; ++j) {
      const double height = rows * learning_rate(500 * (j + 1), 512, warmup, 1) / top;
      for (int i = 0; i < rows; ++i) drawn(i, j) = height > rows - i - 0.5 ? 1 : 0;
    }
    const std::string lines = heed::demos::picture(drawn);
    d.say(fmt::format(
              "Your schedule of the paper over 30,000 steps (d_model 512, warm-up 4,000, at most {:.6f}):",
              top) +
              lines,
          fmt::format(
              "30,000단계에 걸친, 여러분이 만든 논문의 학습률입니다(d_model 512, 워밍업 4,000, 최대 {:.6f}):",
              top) +
              lines);
  });
}
