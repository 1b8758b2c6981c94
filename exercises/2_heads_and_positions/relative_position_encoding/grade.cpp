#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"

Tensor relative_position_encoding(const Tensor& table, int queries, int keys);
Tensor relative_scores(const Tensor& q, const Tensor& k, const Tensor& table);

void describe(Exercise& e) {
  e.part(
      "encoding", {.points = 5},
      [](Case& c) {
        c.give("encoding",
               relative_position_encoding(c.tensor("table"), c.integer("queries"), c.integer("keys")));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("4 positions, distances −2 … 2, one feature")
            .tensor("table", Tensor::of({5, 1}, {-20, -10, 0, 10, 20}))
            .integer("queries", 4)
            .integer("keys", 4);
        struct Size {
          const char* label;
          int rows, features, queries, keys;
        };
        for (const Size& s : std::vector<Size>{{"nothing to clip", 7, 2, 3, 3},
                                               {"more queries than keys", 5, 3, 6, 2},
                                               {"more keys than queries", 5, 3, 2, 6},
                                               {"clipped to −1 … 1", 3, 2, 5, 5},
                                               {"one position", 3, 4, 1, 1},
                                               {"one row for all distances", 1, 3, 4, 2}})
          cases.add(s.label)
              .tensor("table", draw.normal({s.rows, s.features}))
              .integer("queries", s.queries)
              .integer("keys", s.keys);
      });
  e.part(
      "scores", {.points = 5},
      [](Case& c) { c.give("scores", relative_scores(c.tensor("q"), c.tensor("k"), c.tensor("table"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 queries, 2 keys, 4 features")
            .tensor("q", Tensor::of({2, 4}, {1, 0, 0, 0, 0, 1, 0, 0}))
            .tensor("k", Tensor::of({2, 4}, {2, 4, 0, 0, 6, 8, 0, 0}))
            .tensor("table", Tensor::of({3, 4}, {10, 20, 0, 0, 0, 0, 0, 0, 30, 40, 0, 0}));
        for (const auto& [tq, tk, dim, reach] : std::vector<std::array<int, 4>>{{3, 3, 2, 1},
                                                                                {4, 2, 3, 2},
                                                                                {2, 5, 3, 2},
                                                                                {6, 6, 5, 2},
                                                                                {1, 1, 2, 1},
                                                                                {4, 4, 4, 5},
                                                                                {3, 2, 3, 0},
                                                                                {3, 4, 1, 1}})
          cases
              .add("Tq " + std::to_string(tq) + ", Tk " + std::to_string(tk) + ", d " + std::to_string(dim) +
                   ", k " + std::to_string(reach))
              .tensor("q", draw.normal({tq, dim}))
              .tensor("k", draw.normal({tk, dim}))
              .tensor("table", draw.normal({2 * reach + 1, dim}));
      });
  e.now([](Demo& d) {
    // A query prefers, among equal words, those that lie 2 or 3 places back.
    const Tensor table = Tensor::of({9, 1}, {0, 0, 0, 0, 0, 1, 3, 3, 1}), ones = Tensor::full({12, 1}, 1);
    const std::string lines = heed::demos::picture(relative_scores(ones, ones, table));
    d.say(
        "Your scores of twelve equal words by distance alone, queries in rows; all prefer what lies 2 or 3 "
        "back:" +
            lines,
        "똑같은 단어 열두 개의 점수를 거리만으로 매겼습니다(행이 쿼리). 모두 두세 칸 앞을 선호합니다:" +
            lines);
  });
}
