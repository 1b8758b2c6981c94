#include <fmt/format.h>

#include "exercises/grading/exercise.hpp"

int prediction(int which);
double jacobian_norm(const Tensor& probabilities);
double mean_norm(const Tensor& query, const Tensor& key, double scale);

void describe(Exercise& e) {
  ask_for_predictions(e, [](int which) { return prediction(which); });
  e.part(
      "norm", {.points = 4}, [](Case& c) { c.give("norm", jacobian_norm(c.tensor("probabilities"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("two halves").tensor("probabilities", Tensor::of({2}, {0.5, 0.5}));
        cases.add("0.2 and 0.8").tensor("probabilities", Tensor::of({2}, {0.2, 0.8}));
        cases.add("all on one").tensor("probabilities", Tensor::of({3}, {0, 1, 0}));
        cases.add("three").tensor("probabilities", Tensor::of({3}, {0.5, 0.3, 0.2}));
        for (const int count : {1, 4, 9})
          cases.add(fmt::format("{} numbers", count))
              .tensor("probabilities", given::softmax(draw.normal({count}, {.std = 2})));
      });
  e.part(
      "mean", {.points = 4},
      [](Case& c) { c.give("mean", mean_norm(c.tensor("query"), c.tensor("key"), c.number("scale"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("one query, two keys")
            .tensor("query", Tensor::of({1, 2}, {1, 1}))
            .tensor("key", Tensor::of({2, 2}, {2, 0, 0, 1}))
            .number("scale", 0.5);
        const auto add = [&](int queries, int keys, int width, double scale) {
          cases.add(fmt::format("{} queries, {} key{} of {}", queries, keys, keys == 1 ? "" : "s", width))
              .tensor("query", draw.normal({queries, width}))
              .tensor("key", draw.normal({keys, width}))
              .number("scale", scale);
        };
        add(3, 5, 4, 0.3);
        add(4, 3, 9, 0.25);
        add(5, 2, 3, 0.8);
        add(2, 6, 16, 0.25);
        add(3, 1, 2, 0.5);
        // Whole numbers times 300: the probabilities are 0, 0.5 and 1. With one that is only nearly 1,
        // √(Σp² − …) has no digits left, though it is right.
        cases.add("large scores")
            .tensor("query", Tensor::of({2, 2}, {3, 0, 0, 2}))
            .tensor("key", Tensor::of({3, 2}, {1, 0, -1, 1, 1, 3}))
            .number("scale", 300);
        cases.add("one query spread over keys, one on a single key")
            .tensor("query", Tensor::of({2, 2}, {0.1, 0.2, 60, -5}))
            .tensor("key", Tensor::of({3, 2}, {1, 0, 0, 1, -1, 1}))
            .number("scale", 1);
        add(4, 3, 1, 0.7);
      });
  e.now([](Demo& d) {
    Draw draw(1);
    for (const int width : {4, 64, 1024}) {
      const Tensor query = draw.normal({64, width}), key = draw.normal({32, width});
      const double without = mean_norm(query, key, 1), with = mean_norm(query, key, 1 / std::sqrt(width));
      d.say(fmt::format(
                "d_k = {:<5} norm of your Jacobian without the scale {:.4f}, with it {:.4f}: {:.2f} times",
                width, without, with, without / with),
            fmt::format(
                "d_k = {:<5} 여러분이 구한 야코비 행렬의 노름: 스케일링 없이 {:.4f}, 스케일링하면 {:.4f}. "
                "{:.2f}배",
                width, without, with, without / with));
    }
  });
}
