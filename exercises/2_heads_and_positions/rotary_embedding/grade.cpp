#include "exercises/grading/exercise.hpp"

Tensor rotary_embedding(const Tensor& x, int first_position);
Tensor rotary_scores(const Tensor& q, const Tensor& k, int query_position, int key_position);

void describe(Exercise& e) {
  e.without({"rotary"});

  e.part(
      "turn", {.points = 6},
      [](Case& c) { c.give("turned", rotary_embedding(c.tensor("x"), c.integer("first_position"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("3 positions, 4 features")
            .tensor("x", Tensor::of({3, 4}, {1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1}))
            .integer("first_position", 0);
        cases.add("6 features").tensor("x", draw.normal({4, 6})).integer("first_position", 0);
        cases.add("from position 3").tensor("x", draw.normal({3, 6})).integer("first_position", 3);
        cases.add("one pair").tensor("x", draw.normal({5, 2})).integer("first_position", 1);
        cases.add("one position").tensor("x", draw.normal({1, 4})).integer("first_position", 7);
        cases.add("wide").tensor("x", draw.normal({2, 16})).integer("first_position", 2);
        cases.add("further away").tensor("x", draw.normal({3, 6})).integer("first_position", 20000);
        cases.add("far away")
            .tensor("x", draw.normal({2, 8}))
            .integer("first_position", draw.integer(100, 200));
      });
  e.part(
      "scores", {.points = 4},
      [](Case& c) {
        const int query = c.integer("query_position"), key = c.integer("key_position"),
                  by = c.integer("moved by");
        c.give("scores", rotary_scores(c.tensor("q"), c.tensor("k"), query, key));
        c.give("scores, both moved", rotary_scores(c.tensor("q"), c.tensor("k"), query + by, key + by));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("one query, one key, 4 features")
            .tensor("q", Tensor::of({1, 4}, {1, 0, 0, 0}))
            .tensor("k", Tensor::of({1, 4}, {2, 0, 0, 0}))
            .integer("query_position", 3)
            .integer("key_position", 1)
            .integer("moved by", 5);
        for (const auto& [tq, tk, dim, query, key, by] : std::vector<std::array<int, 6>>{{2, 3, 2, 0, 0, 1},
                                                                                         {3, 2, 6, 4, 1, 10},
                                                                                         {1, 5, 4, 5, 1, 50},
                                                                                         {4, 4, 8, 0, 0, 3},
                                                                                         {5, 2, 4, 1, 6, 2}})
          cases.add("Tq " + std::to_string(tq) + ", Tk " + std::to_string(tk) + ", d " + std::to_string(dim))
              .tensor("q", draw.normal({tq, dim}))
              .tensor("k", draw.normal({tk, dim}))
              .integer("query_position", query)
              .integer("key_position", key)
              .integer("moved by", by);
      });
  e.now([](Demo& d) {
    Draw draw(1);
    const Tensor q = draw.normal({1, 64}), k = draw.normal({1, 64});
    const double near = rotary_scores(q, k, 12, 7)(0, 0), far = rotary_scores(q, k, 100012, 100007)(0, 0);
    d.say(fmt::format("With your rotary embedding a query at 12 and a key at 7 score {:.6f}; at 100012 and "
                      "100007, {:.6f}.",
                      near, far),
          fmt::format("여러분의 회전 임베딩에서 위치 12의 쿼리와 위치 7의 키의 점수는 {:.6f}, 위치 100012와 "
                      "100007에서는 "
                      "{:.6f}입니다.",
                      near, far));
  });
}
