#include <fmt/format.h>

#include "exercises/grading/exercise.hpp"

int prediction(int which);
Tensor accuracy_by_distance(const std::vector<int>& distances, const std::vector<int>& right,
                            const std::vector<int>& edges);
double first_token_gradient(const Tensor& recurrent, int length);

void describe(Exercise& e) {
  ask_for_predictions(e, [](int which) { return prediction(which); });
  e.part(
      "distance", {.points = 4},
      [](Case& c) {
        c.give("accuracy", accuracy_by_distance(c.ids("distances"), c.ids("right"), c.ids("edges")));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("4 answers")
            .ids("distances", {3, 8, 9, 20})
            .ids("right", {1, 0, 1, 1})
            .ids("edges", {8, 32});
        cases.add("a bucket without answers")
            .ids("distances", {1, 30, 40})
            .ids("right", {1, 1, 0})
            .ids("edges", {4, 16, 64, 128});
        cases.add("a distance of 0")
            .ids("distances", {0, 3, 9, 0})
            .ids("right", {1, 0, 1, 0})
            .ids("edges", {8, 32});
        for (const int count : {12, 30, 60}) {
          std::vector<int> distances, right;
          for (int n = 0; n < count; ++n) {
            distances.push_back(draw.integer(1, 70));
            right.push_back(draw.integer(0, 2) > 0 ? 1 : 0);
          }
          distances[0] = 8;
          distances[1] = 32;
          distances[2] = 9;
          distances[3] = 65;
          cases.add(fmt::format("{} answers", count))
              .ids("distances", distances)
              .ids("right", right)
              .ids("edges", {8, 32, 64});
        }
        cases.add("one answer").ids("distances", {9}).ids("right", {1}).ids("edges", {8, 32});
        cases.add("one bucket").ids("distances", {16, 3, 1}).ids("right", {1, 0, 1}).ids("edges", {16});
      });
  e.part(
      "gradient", {.points = 4},
      [](Case& c) { c.give("gradient", first_token_gradient(c.tensor("recurrent"), c.integer("length"))); },
      [](Cases& cases, Draw& draw) {
        const auto add = [&](const Tensor& recurrent, int length) {
          cases.add(fmt::format("{} steps, width {}", length, recurrent.dim(0)))
              .tensor("recurrent", recurrent)
              .integer("length", length);
        };
        add(Tensor::of({2, 2}, {0.5, 1, 0, 0.5}), 3);
        add(draw.normal({3, 3}), 1);
        add(draw.normal({3, 3}), 2);
        add(draw.normal({2, 2}), 5);
        add(draw.normal({4, 4}) * 0.5, 9);
        add(draw.normal({5, 5}) * 0.4, 33);
        // T − 1 that is no power of two
        add(draw.normal({3, 3}), 4);
        add(draw.normal({2, 2}), 6);
        add(draw.normal({4, 4}) * 0.6, 7);
        add(draw.normal({3, 3}) * 0.6, 8);
        add(draw.normal({3, 3}) * 0.6, 12);
        add(Tensor::of({1, 1}, {-0.8}), 4);
      });
  e.now([](Demo& d) {
    Draw draw(8);
    const Tensor recurrent = draw.normal({16, 16}) * 0.2;
    const double near = first_token_gradient(recurrent, 8), far = first_token_gradient(recurrent, 128);
    d.say(fmt::format("Of an RNN with 16 states your gradient at the first token is {:.0e} over 8 tokens and "
                      "{:.0e} over 128.",
                      near, far),
          fmt::format("상태가 16개인 RNN에서 여러분이 구한 첫 토큰의 기울기는 8토큰에서 {:.0e}, 128토큰에서 "
                      "{:.0e}입니다.",
                      near, far));
  });
}
