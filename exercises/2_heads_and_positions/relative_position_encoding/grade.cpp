#include "exercises/grading/costs.hpp"
#include "exercises/grading/exercise.hpp"

Tensor relative_position_encoding(const Tensor& table, int queries, int keys);
Tensor relative_scores(const Tensor& q, const Tensor& k, const Tensor& table);
Tensor skew(const Tensor& by_distance);
Tensor relative_term(const Tensor& q, const Tensor& table);

void describe(Exercise& e) {
  e.part(
      "encoding", {.points = 3},
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
      "scores", {.points = 3},
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
  e.part(
      "skew", {.points = 2}, [](Case& c) { c.give("by pair", skew(c.tensor("by_distance"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("3 positions; the units digit is the column")
            .tensor("by_distance",
                    Tensor::of({3, 5}, {10, 11, 12, 13, 14, 20, 21, 22, 23, 24, 30, 31, 32, 33, 34}));
        cases.add("one position").tensor("by_distance", draw.normal({1, 1}));
        for (const int length : {2, 4, 5, 7})
          cases.add(std::to_string(length) + " positions")
              .tensor("by_distance", draw.normal({length, 2 * length - 1}));
      });
  e.part(
      "cost", {.points = 2},
      [](Case& c) {
        const Tensor& q = c.tensor("q");
        const Tensor& table = c.tensor("table");
        Tensor part;
        const heed::grading::Costs costs = heed::grading::costs_of([&] { part = relative_term(q, table); });
        c.give("positions' part", part);
        // Twice what the products by distance and the picking take; a product for every pair takes 2 T² d.
        const long length = q.dim(0), dim = q.dim(1), rows = table.dim(0);
        c.measure("elements read or written", costs.elements,
                  {.at_most = double(2 * (2 * length * rows * dim + 2 * rows * dim + length * rows) +
                                     14 * length * length)});
      },
      [](Cases& cases, Draw& draw) {
        cases.add("2 positions, one feature")
            .tensor("q", Tensor::of({2, 1}, {1, 2}))
            .tensor("table", Tensor::of({3, 1}, {-10, 0, 10}));
        for (const auto& [length, dim, reach] : std::vector<std::array<int, 3>>{
                 {5, 3, 1}, {40, 32, 2}, {30, 48, 3}, {4, 2, 3}, {2, 3, 4}, {6, 3, 0}, {80, 256, 3}})
          cases.add(std::to_string(length) + " positions, k " + std::to_string(reach))
              .tensor("q", draw.normal({length, dim}))
              .tensor("table", draw.normal({2 * reach + 1, dim}));
      });
  e.now([](Demo& d) {
    Draw draw(1);
    const Tensor q = draw.normal({200, 32}), table = draw.normal({17, 32});
    const long before = Tensor::element_reads();
    relative_term(q, table);
    const double reads = double(Tensor::element_reads() - before), pairs = 2.0 * 200 * 200 * 32;
    d.say(fmt::format("For 200 positions and distances up to 8 your relative_term touched {:.0f} elements; "
                      "products for every "
                      "pair would have read {:.0f}.",
                      reads, pairs),
          fmt::format("위치 200개, 거리 8까지일 때 여러분의 relative_term은 원소 {:.0f}개에 접근했습니다. "
                      "쌍마다 곱했다면 "
                      "{:.0f}개를 읽었을 것입니다.",
                      reads, pairs));
  });
}
