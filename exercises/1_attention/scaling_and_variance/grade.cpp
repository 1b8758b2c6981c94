#include <fmt/format.h>

#include "exercises/grading/exercise.hpp"

Tensor scale_scores(const Tensor& scores, int d_k);
double variance_of_products(const Tensor& query, const Tensor& key);

void describe(Exercise& e) {
  e.without({"attention", "scaled_dot_product_attention", "multi_head_attention"});
  e.part(
      "scale", {.points = 4},
      [](Case& c) { c.give("scaled", scale_scores(c.tensor("scores"), c.integer("d_k"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("d_k = 4").tensor("scores", Tensor::of({2, 3}, {2, 4, 6, -8, 0, 1})).integer("d_k", 4);
        cases.add("d_k = 64").tensor("scores", draw.normal({3, 2}, {.std = 8})).integer("d_k", 64);
        cases.add("d_k = 2").tensor("scores", draw.normal({4, 3})).integer("d_k", 2);
        cases.add("d_k = 1").tensor("scores", draw.normal({2, 5})).integer("d_k", 1);
        cases.add("one score, d_k = 9").tensor("scores", draw.normal({1, 1})).integer("d_k", 9);
        cases.add("d_k = 512").tensor("scores", draw.normal({5, 7}, {.std = 20})).integer("d_k", 512);
      });
  e.part(
      "variance", {.points = 6},
      [](Case& c) { c.give("variance", variance_of_products(c.tensor("query"), c.tensor("key"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("the products are 3, 7 and 2")
            .tensor("query", Tensor::of({3, 2}, {1, 2, 3, 1, 0, 2}))
            .tensor("key", Tensor::of({3, 2}, {1, 1, 2, 1, 5, 1}));
        cases.add("5 pairs of 3").tensor("query", draw.normal({5, 3})).tensor("key", draw.normal({5, 3}));
        cases.add("2 pairs of 6").tensor("query", draw.normal({2, 6})).tensor("key", draw.normal({2, 6}));
        cases.add("8 pairs, one dimension")
            .tensor("query", draw.normal({8, 1}))
            .tensor("key", draw.normal({8, 1}));
        cases.add("6 pairs of 4 with means that are not 0")
            .tensor("query", draw.normal({6, 4}, {.mean = 1}))
            .tensor("key", draw.normal({6, 4}, {.std = 2, .mean = 2}));
        cases.add("40 pairs of 16")
            .tensor("query", draw.normal({40, 16}))
            .tensor("key", draw.normal({40, 16}));
      });
  e.now([](Demo& d) {
    Draw draw(1);
    const int pairs = 4000;
    for (const int d_k : {1, 16, 256}) {
      const Tensor query = draw.normal({pairs, d_k}), key = draw.normal({pairs, d_k});
      const double variance = variance_of_products(query, key);
      Tensor scaled({1, 1});
      scaled(0, 0) = std::sqrt(variance);  // the spread shrinks as a score does
      const double after = std::pow(scale_scores(scaled, d_k)(0, 0), 2);
      d.say(fmt::format("d_k = {}: your variance of q·k over {} random pairs is {:.2f}; that of your scaled "
                        "scores {:.3f}",
                        d_k, pairs, variance, after),
            fmt::format("d_k = {}: 무작위 {}쌍에서 구한 q·k의 분산 {:.2f}, 스케일링한 뒤 {:.3f}", d_k, pairs,
                        variance, after));
    }
  });
}
