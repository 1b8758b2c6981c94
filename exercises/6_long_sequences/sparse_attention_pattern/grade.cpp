#include "exercises/grading/costs.hpp"
#include "exercises/grading/exercise.hpp"

Tensor sparse_attention_pattern(int length, int window, const std::vector<int>& global);
Tensor sparse_attention(const Tensor& q, const Tensor& k, const Tensor& v, int window,
                        const std::vector<int>& global);

namespace {

struct CostSize {
  int length, window;
  std::vector<int> global{};
  int dim = 2;
};

void add_attention(Cases& cases, const std::string& label, const Tensor& q, const Tensor& k, const Tensor& v,
                   int window, const std::vector<int>& global = {}) {
  cases.add(label)
      .tensor("q", q)
      .tensor("k", k)
      .tensor("v", v)
      .integer("window", window)
      .ids("global", global);
}

void add_cost(Cases& cases, Draw& draw, const CostSize& s) {
  const Tensor q = draw.normal({s.length, s.dim}), k = draw.normal({s.length, s.dim});
  add_attention(cases,
                std::to_string(s.length) + " positions, window " + std::to_string(s.window) +
                    (s.global.empty() ? "" : ", one global"),
                q, k, draw.normal({s.length, s.dim}), s.window, s.global);
}

}  // namespace

void describe(Exercise& e) {
  e.without({"attention", "multi_head_attention"});
  const auto pattern = [](Case& c) {
    c.give("pattern", sparse_attention_pattern(c.integer("length"), c.integer("window"), c.ids("global")));
  };
  e.part("window", {.points = 2}, pattern, [](Cases& cases, Draw& draw) {
    for (const auto& [length, window] :
         std::vector<std::array<int, 2>>{{5, 1}, {1, 0}, {6, 2}, {7, 3}, {8, 1}, {3, 5}, {5, 0}, {90, 70}})
      cases.add(std::to_string(length) + " positions, window " + std::to_string(window))
          .integer("length", length)
          .integer("window", window)
          .ids("global", {});
    cases.add("any length").integer("length", draw.integer(6, 12)).integer("window", 2).ids("global", {});
  });
  e.part("global", {.points = 2}, pattern, [](Cases& cases, Draw& draw) {
    cases.add("5 positions, window 1, position 4 is global")
        .integer("length", 5)
        .integer("window", 1)
        .ids("global", {4});
    cases.add("two global positions").integer("length", 7).integer("window", 1).ids("global", {3, 6});
    cases.add("the first is global").integer("length", 6).integer("window", 2).ids("global", {0});
    cases.add("no window but two global positions")
        .integer("length", 6)
        .integer("window", 0)
        .ids("global", {5, 2});
    cases.add("any position")
        .integer("length", 9)
        .integer("window", 1)
        .ids("global", {draw.integer(2, 4), draw.integer(6, 8)});
    cases.add("not in order").integer("length", 9).integer("window", 1).ids("global", {7, 2});
    cases.add("in order, window 0").integer("length", 6).integer("window", 0).ids("global", {1, 4});
    cases.add("none is global").integer("length", 4).integer("window", 1).ids("global", {});
  });
  e.part(
      "attention", {.points = 3},
      [](Case& c) {
        c.give("output", sparse_attention(c.tensor("q"), c.tensor("k"), c.tensor("v"), c.integer("window"),
                                          c.ids("global")));
      },
      [](Cases& cases, Draw& draw) {
        add_attention(cases, "4 positions, window 1", Tensor({4, 1}), Tensor::of({4, 1}, {1, 2, 3, 4}),
                      Tensor::of({4, 1}, {6, 12, 24, 48}), 1);
        struct Size {
          int length, dim, values, window;
          std::vector<int> global;
        };
        for (const Size& s : std::vector<Size>{{5, 2, 3, 1, {}},
                                               {7, 3, 2, 2, {}},
                                               {6, 4, 2, 1, {5}},
                                               {8, 2, 2, 2, {0, 4, 7}},
                                               {1, 2, 2, 3, {}},
                                               {9, 5, 2, 3, {6}},
                                               {5, 6, 7, 0, {3, 1, 4}},
                                               {9, 2, 2, 1, {7, 2}},
                                               {6, 2, 3, 0, {2}},
                                               {150, 1, 1, 100, {}}}) {
          const Tensor q = draw.normal({s.length, s.dim}), k = draw.normal({s.length, s.dim});
          add_attention(cases, std::to_string(s.length) + " positions, window " + std::to_string(s.window), q,
                        k, draw.normal({s.length, s.values}), s.window, s.global);
        }
        const auto add_far = [&](const char* label, const Tensor& q, const std::vector<int>& global) {
          const Tensor k = draw.uniform({5, 1}, 19, 21);
          add_attention(cases, label, q, k, draw.normal({5, 2}), 1, global);
        };
        // exp of these scores, about 400 and -400, is still a number, but their difference in it is none
        add_far("scores far above 0, then far below", Tensor::of({5, 1}, {20, 20, -20, -20, -20}), {});
        add_far("scores far below 0, then far above", Tensor::of({5, 1}, {-20, -20, 20, 20, 20}), {});
        add_far("scores that exp cannot hold", Tensor::full({5, 1}, 45), {2});
        add_far("scores far below 0", Tensor::full({5, 1}, -45), {2});
        add_attention(cases, "one score far above the others", Tensor::full({5, 1}, 1),
                      Tensor::of({5, 1}, {1, 0, 1500, 2, 1}), draw.normal({5, 2}), 1);
      });
  e.part(
      "cost", {.points = 3},
      [](Case& c) {
        Tensor out;
        const heed::grading::Costs costs = heed::grading::costs_of([&] {
          out = sparse_attention(c.tensor("q"), c.tensor("k"), c.tensor("v"), c.integer("window"),
                                 c.ids("global"));
        });
        c.give("output", out);
        // The pairs that may attend, and for each of them its dot product and its share of the sum, several
        // times over. What grows with T² goes beyond it soon.
        const long length = c.tensor("q").dim(0), dim = c.tensor("q").dim(1), values = c.tensor("v").dim(1);
        const long pairs = length * (2 * c.integer("window") + 1) + 2 * length * long(c.ids("global").size());
        c.measure("elements read or written", costs.elements,
                  {.at_most = double(pairs * (6 * dim + 9 * values + 24))});
        // several lists of the pairs
        c.measure(heed::grading::held_label, costs.held, {.at_most = 50.0 * double(pairs) + 8192});
      },
      [](Cases& cases, Draw& draw) {
        for (const CostSize& s :
             std::vector<CostSize>{{4, 1}, {100, 2}, {450, 1}, {500, 1, {300}}, {1500, 1}})
          add_cost(cases, draw, s);
      });
  e.now([](Demo& d) {
    Draw draw(1);
    const Tensor q = draw.normal({4000, 4}), k = draw.normal({4000, 4}), v = draw.normal({4000, 4});
    const long before = Tensor::element_reads();
    sparse_attention(q, k, v, 8, {0});
    const double reads = double(Tensor::element_reads() - before) / 1e6;
    d.say(fmt::format("Your sparse attention read 4,000 positions with {:.1f} million accesses to elements; "
                      "a full (T, T) table "
                      "alone has 16 million.",
                      reads),
          fmt::format("여러분의 희소 어텐션은 위치 4,000개를 원소 접근 {:.0f}만 번으로 읽었습니다. 전체 "
                      "(T, T) 표에는 원소만 "
                      "1,600만 개가 있습니다.",
                      reads * 100));
  });
}
