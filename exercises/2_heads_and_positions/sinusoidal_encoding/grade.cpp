#include "exercises/demos/picture.hpp"
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
        cases.add("3000 positions").integer("length", 3000).integer("dim", 4);
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
        cases.add("as many encodings as positions")
            .tensor("embeddings", draw.normal({7, 5, 2}))
            .tensor("encoding", draw.normal({5, 2}));
      });
  e.now([](Demo& d) {
    const Tensor pe = sinusoidal_encoding(50, 128);
    const auto likeness = [&](int a, int b) {
      double sum = 0;
      for (int c = 0; c < 128; ++c) sum += pe(a, c) * pe(b, c);
      return sum;
    };
    Tensor sines({16, 64});  // those of each pair, so that the waves can be seen
    for (int i = 0; i < 16; ++i) {
      for (int c = 0; c < 64; ++c) sines(i, c) = pe(i, c / 2 * 2);
    }
    const std::string lines = heed::demos::picture(sines);
    d.say(fmt::format("In your encoding of 50 positions the product of rows 10 and 12 is {:.2f}, and that of "
                      "rows 30 and 32 "
                      "is {:.2f}: it knows the distance. Rows 10 and 40 give {:.2f}. The sines of 16 "
                      "positions (rows):{}",
                      likeness(10, 12), likeness(30, 32), likeness(10, 40), lines),
          fmt::format("여러분이 만든 위치 50개의 인코딩에서 행 10과 12의 곱은 {:.2f}, 행 30과 32의 곱은 "
                      "{:.2f}입니다. 거리를 알고 "
                      "있습니다. 행 10과 40의 곱은 {:.2f}입니다. 위치 16개(행)의 사인:{}",
                      likeness(10, 12), likeness(30, 32), likeness(10, 40), lines));
  });
}
