#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"

Tensor similarity_scores(const Tensor& query, const Tensor& key);
Tensor mix_values(const Tensor& weights, const Tensor& value);
Tensor cosine_scores(const Tensor& query, const Tensor& key);

namespace {

/// Rows that are positive and 1 in sum, no two weights equal.
Tensor rows_of_weights(Draw& draw, int rows, int columns) {
  Tensor weights = draw.uniform({rows, columns}, 0.1, 2);
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int j = 0; j < columns; ++j) sum += weights(i, j);
    for (int j = 0; j < columns; ++j) weights(i, j) /= sum;
  }
  return weights;
}

void add_pairs(Cases& cases, Draw& draw) {
  cases.add("3 queries, 2 keys").tensor("query", draw.normal({3, 4})).tensor("key", draw.normal({2, 4}));
  cases.add("2 queries, 5 keys").tensor("query", draw.normal({2, 3})).tensor("key", draw.normal({5, 3}));
  cases.add("as many as dimensions").tensor("query", draw.normal({3, 3})).tensor("key", draw.normal({3, 3}));
  cases.add("one query, one key").tensor("query", draw.normal({1, 6})).tensor("key", draw.normal({1, 6}));
  cases.add("7 queries, 4 keys, 16 dimensions")
      .tensor("query", draw.normal({7, 16}, {.mean = 0.5}))
      .tensor("key", draw.normal({4, 16}, {.std = 2}));
  cases.add("4 queries, 3 keys, one dimension")
      .tensor("query", draw.normal({4, 1}))
      .tensor("key", draw.normal({3, 1}));
}

}  // namespace

void describe(Exercise& e) {
  e.without({"attention", "scaled_dot_product_attention", "multi_head_attention"});
  e.part(
      "scores", {.points = 4},
      [](Case& c) { c.give("scores", similarity_scores(c.tensor("query"), c.tensor("key"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("\"The\" asks The, dog and chased")
            .tensor("query", Tensor::of({1, 2}, {0.31, -0.22}))
            .tensor("key", Tensor::of({3, 2}, {-0.05, -1.34, 1.12, -0.26, 0.53, -0.80}));
        cases.add("The, dog and chased ask each other")
            .tensor("query", Tensor::of({3, 2}, {0.31, -0.22, -0.86, 0.48, -0.28, 0.13}))
            .tensor("key", Tensor::of({3, 2}, {-0.05, -1.34, 1.12, -0.26, 0.53, -0.80}));
        add_pairs(cases, draw);
      });
  e.part(
      "mixture", {.points = 3},
      [](Case& c) { c.give("output", mix_values(c.tensor("weights"), c.tensor("value"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("one query, three values")
            .tensor("weights", Tensor::of({1, 3}, {0.2, 0.5, 0.3}))
            .tensor("value", Tensor::of({3, 2}, {0.1, 0.3, 0.2, 0.4, 0.0, 0.5}));
        cases.add("2 queries, 3 values")
            .tensor("weights", rows_of_weights(draw, 2, 3))
            .tensor("value", draw.normal({3, 4}));
        cases.add("4 queries, 3 values")
            .tensor("weights", rows_of_weights(draw, 4, 3))
            .tensor("value", draw.normal({3, 1}));
        cases.add("3 queries, 3 values")
            .tensor("weights", rows_of_weights(draw, 3, 3))
            .tensor("value", draw.normal({3, 3}));
        cases.add("a small weight of a large value, and a weight of 0")
            .tensor("weights", Tensor::of({2, 3}, {0.9, 0.0995, 0.0005, 0.25, 0, 0.75}))
            .tensor("value", Tensor::of({3, 2}, {1, 2, -3, 1, 800, -900}));
        cases.add("one value")
            .tensor("weights", Tensor::of({1, 1}, {1}))
            .tensor("value", draw.normal({1, 2}));
        cases.add("5 queries, 6 values")
            .tensor("weights", rows_of_weights(draw, 5, 6))
            .tensor("value", draw.normal({6, 2}, {.std = 3}));
      });
  e.part(
      "cosine", {.points = 3},
      [](Case& c) { c.give("cosine", cosine_scores(c.tensor("query"), c.tensor("key"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("at right angles, the same way, the other way")
            .tensor("query", Tensor::of({1, 2}, {3, 4}))
            .tensor("key", Tensor::of({3, 2}, {-4, 3, 6, 8, -3, -4}));
        add_pairs(cases, draw);
      });

  e.now([](Demo& d) {
    // Positions have a vector each; neighbours are alike.
    const Tensor positions = given::sinusoidal_encoding(16, 64);
    const Tensor scores = similarity_scores(positions, positions);
    Tensor wide({16, 32});  // letters are twice as tall as they are wide
    for (int i = 0; i < 16; ++i) {
      for (int j = 0; j < 32; ++j) wide(i, j) = scores(i, j / 2);
    }
    const std::string lines = heed::demos::picture(wide);
    d.say(
        "Your scores of 16 positions with each other (chapter 2 says where their vectors come from): near "
        "ones are alike." +
            lines,
        "위치 16개가 서로에게 갖는 점수입니다(벡터가 어디서 오는지는 2장에 있습니다). 가까울수록 "
        "비슷합니다." +
            lines);
  });
}
