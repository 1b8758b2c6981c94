#include "exercises/grading/exercise.hpp"

Tensor sinusoidal_encoding(int length, int dim);
Tensor add_positions(const Tensor& embeddings, const Tensor& encoding);

void describe(Exercise& e) {
  e.without({"sinusoidal_encoding", "sinusoidal_positions"});
  e.part(
      "encoding", {.points = 6},
      [](Case& c) { c.give("encoding", sinusoidal_encoding(c.integer("length"), c.integer("dim"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("3 positions, 4 columns").integer("length", 3).integer("dim", 4);
        cases.add("6 columns").integer("length", 4).integer("dim", 6);
        cases.add("one position").integer("length", 1).integer("dim", 4);
        cases.add("one pair").integer("length", 5).integer("dim", 2);
        cases.add("8 columns, any length").integer("length", draw.integer(2, 9)).integer("dim", 8);
        cases.add("wide").integer("length", 7).integer("dim", 32);
        cases.add("far positions").integer("length", 120).integer("dim", 10);
      });
  e.part(
      "add_positions", {.points = 4},
      [](Case& c) { c.give("sum", add_positions(c.tensor("embeddings"), c.tensor("encoding"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("one sentence, 2 positions of 4 features")
            .tensor("embeddings", Tensor::of({1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}))
            .tensor("encoding",
                    Tensor::of({4, 4}, {0, 1, 0, 1, 0.5, -0.5, 0.25, 0.75, 0.1, 0.2, 0.3, 0.4, 0, 0, 1, 1}));
        cases.add("one position")
            .tensor("embeddings", draw.normal({1, 1, 3}))
            .tensor("encoding", draw.normal({4, 3}));
        cases.add("2 sentences")
            .tensor("embeddings", draw.normal({2, 3, 6}))
            .tensor("encoding", draw.normal({9, 6}));
        cases.add("3 sentences")
            .tensor("embeddings", draw.normal({3, 4, 5}))
            .tensor("encoding", draw.normal({20, 5}));
        cases.add("wide")
            .tensor("embeddings", draw.normal({2, 2, 16}))
            .tensor("encoding", draw.normal({7, 16}));
        cases.add("as many positions as features")
            .tensor("embeddings", draw.normal({2, 4, 4}))
            .tensor("encoding", draw.normal({8, 4}));
      });
}
