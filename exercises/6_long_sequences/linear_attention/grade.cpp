#include "exercises/grading/costs.hpp"
#include "exercises/grading/exercise.hpp"

Tensor linear_attention(const Tensor& q, const Tensor& k, const Tensor& v);
Tensor causal_linear_attention(const Tensor& q, const Tensor& k, const Tensor& v);

void describe(Exercise& e) {
  struct Size {
    int queries, keys, dim, values;
  };
  static const auto add = [](Cases& cases, Draw& draw, const Size& s) {
    cases
        .add(std::to_string(s.queries) + " queries, " + std::to_string(s.keys) + " keys, d " +
             std::to_string(s.dim) + ", dv " + std::to_string(s.values))
        .tensor("q", draw.normal({s.queries, s.dim}))
        .tensor("k", draw.normal({s.keys, s.dim}))
        .tensor("v", draw.normal({s.keys, s.values}));
  };
  e.part(
      "forward", {.points = 4},
      [](Case& c) { c.give("output", linear_attention(c.tensor("q"), c.tensor("k"), c.tensor("v"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 queries, 2 keys, 2 features")
            .tensor("q", Tensor::of({2, 2}, {0, 0, 1, 0}))
            .tensor("k", Tensor::of({2, 2}, {0, 0, 0, 1}))
            .tensor("v", Tensor::of({2, 1}, {8, 16}));
        for (const Size& s : std::vector<Size>{
                 {3, 3, 4, 5}, {2, 5, 3, 2}, {5, 2, 2, 4}, {1, 1, 2, 3}, {6, 7, 4, 3}, {4, 5, 1, 2}})
          add(cases, draw, s);
      });
  e.part(
      "causal", {.points = 4},
      [](Case& c) { c.give("output", causal_linear_attention(c.tensor("q"), c.tensor("k"), c.tensor("v"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 positions, 2 features")
            .tensor("q", Tensor::of({2, 2}, {0, 0, 1, 0}))
            .tensor("k", Tensor::of({2, 2}, {0, 0, 0, 1}))
            .tensor("v", Tensor::of({2, 1}, {8, 16}));
        for (const Size& s : std::vector<Size>{
                 {3, 3, 4, 5}, {5, 5, 3, 2}, {4, 4, 2, 4}, {1, 1, 2, 3}, {7, 7, 4, 3}, {4, 4, 1, 2}})
          add(cases, draw, s);
      });
  e.part(
      "cost", {.points = 2},
      [](Case& c) {
        const auto costs = [&](const std::string& output, auto attention) {
          Tensor out;
          const heed::grading::Costs of_call =
              heed::grading::costs_of([&] { out = attention(c.tensor("q"), c.tensor("k"), c.tensor("v")); });
          c.give(output, out);
          return of_call;
        };
        const heed::grading::Costs all = costs("output", linear_attention);
        const heed::grading::Costs causal = costs("causal output", causal_linear_attention);
        // Linear in T: a few times d · dv for each position.
        const long length = c.tensor("q").dim(0), dim = c.tensor("q").dim(1), values = c.tensor("v").dim(1);
        const double limit = double(length * (10 * dim * values + 16 * dim + 16 * values + 8));
        c.measure("elements read or written", all.elements, {.at_most = limit});
        c.measure("elements read or written, causal", causal.elements, {.at_most = limit});
      },
      [](Cases& cases, Draw& draw) {
        for (const int length : {2, 40, 150, 1200}) add(cases, draw, {length, length, 2, 2});
        add(cases, draw, {200, 200, 3, 2});
      });
  e.now([](Demo& d) {
    Draw draw(1);
    const auto reads = [&](int length) {
      const Tensor q = draw.normal({length, 8}), k = draw.normal({length, 8}), v = draw.normal({length, 8});
      const long before = Tensor::element_reads();
      causal_linear_attention(q, k, v);
      return double(Tensor::element_reads() - before);
    };
    const double factor = reads(4000) / reads(1000);
    d.say(fmt::format("Four times the length costs your causal linear attention {:.2f} times the work; "
                      "softmax attention "
                      "would need 16 times.",
                      factor),
          fmt::format("길이가 네 배가 되자 여러분의 인과 선형 어텐션의 일은 {:.2f}배가 되었습니다. "
                      "소프트맥스 어텐션이라면 "
                      "16배입니다.",
                      factor));
  });
}
