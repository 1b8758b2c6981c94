#include <fmt/format.h>

#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"

int prediction(int which);
Tensor attention_without(const Tensor& x, const given::AttentionWeights& weights, int head);
std::vector<int> order_to_prune(int heads, const std::function<double(const std::vector<int>&)>& score);

namespace {

given::AttentionWeights weights_of(Case& c) {
  const auto linear = [&](const char* name) {
    return given::Linear{c.tensor(std::string("w_") + name), c.tensor(std::string("b_") + name)};
  };
  return {c.integer("heads"), linear("query"), linear("key"), linear("value"), linear("output")};
}

void add_attention(Cases& cases, Draw& draw, int tokens, int width, int heads, int head) {
  auto& c = cases.add(fmt::format("head {} of {}, {} token{}", head, heads, tokens, tokens == 1 ? "" : "s"))
                .integer("heads", heads)
                .integer("head", head)
                .tensor("x", draw.normal({tokens, width}));
  for (const char* name : {"query", "key", "value", "output"})
    c.tensor(std::string("w_") + name, draw.normal({width, width}))
        .tensor(std::string("b_") + name, draw.normal({width}));
}

/// Each head adds its worth; two that do the same are worth it once.
double score_of(Case& c, const std::vector<int>& silenced) {
  const Tensor& worth = c.tensor("worth");
  const auto silent = [&](int head) {
    return std::find(silenced.begin(), silenced.end(), head) != silenced.end();
  };
  double sum = 0;
  for (int head = 0; head < worth.size(); ++head) sum += silent(head) ? 0 : worth(head);
  const std::vector<int> twins = c.ids("twins");
  if (!silent(twins[0]) || !silent(twins[1])) sum += c.number("worth_of_twins");
  return sum;
}

}  // namespace

void describe(Exercise& e) {
  e.without({"multi_head_attention"});
  ask_for_predictions(e, [](int which) { return prediction(which); });
  e.part(
      "silence", {.points = 4},
      [](Case& c) { c.give("output", attention_without(c.tensor("x"), weights_of(c), c.integer("head"))); },
      [](Cases& cases, Draw& draw) {
        add_attention(cases, draw, 2, 2, 2, 0);
        add_attention(cases, draw, 3, 4, 2, 1);
        add_attention(cases, draw, 2, 6, 3, 1);
        add_attention(cases, draw, 5, 8, 4, 3);
        add_attention(cases, draw, 5, 4, 2, -1);
        add_attention(cases, draw, 2, 3, 1, 0);
        add_attention(cases, draw, 1, 4, 2, 1);
      });
  e.part(
      "prune", {.points = 4},
      [](Case& c) {
        c.give("order", order_to_prune(c.tensor("worth").size(), [&](const std::vector<int>& silenced) {
                 return score_of(c, silenced);
               }));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("three heads")
            .tensor("worth", Tensor::of({3}, {3, 1, 2}))
            .ids("twins", {0, 0})
            .number("worth_of_twins", 0);
        // Either twin alone can go for nothing; once one is gone, the other is worth the most.
        cases.add("two heads that do the same")
            .tensor("worth", Tensor::of({4}, {1, 0, 2, 0}))
            .ids("twins", {1, 3})
            .number("worth_of_twins", 5);
        cases.add("equal heads")
            .tensor("worth", Tensor::of({3}, {1, 1, 1}))
            .ids("twins", {0, 0})
            .number("worth_of_twins", 0);
        cases.add("all scores below 0")
            .tensor("worth", Tensor::of({4}, {-2, -5, -3, -4}))
            .ids("twins", {0, 3})
            .number("worth_of_twins", -1);
        cases.add("scores close together")
            .tensor("worth", Tensor::of({4}, {2.0001, 2.0004, 2.0002, 2.0003}))
            .ids("twins", {0, 0})
            .number("worth_of_twins", 0);
        cases.add("scores far below 0")
            .tensor("worth", Tensor::of({4}, {-20000, -50000, -30000, -40000}))
            .ids("twins", {0, 0})
            .number("worth_of_twins", 0);
        for (const int heads : {4, 6, 2})
          cases.add(fmt::format("{} heads", heads))
              .tensor("worth", draw.uniform({heads}, -1, 3))
              .ids("twins", {0, heads - 1})
              .number("worth_of_twins", 4);
        cases.add("one head")
            .tensor("worth", Tensor::of({1}, {2}))
            .ids("twins", {0, 0})
            .number("worth_of_twins", 0);
      });
  e.now([](Demo& d) {
    const heed::grading::RealEncoder encoder = heed::grading::real_encoder();
    const given::AttentionWeights& weights = encoder.layers[0].attention;
    const Tensor whole = attention_without(encoder.input, weights, -1);
    for (int head = 0; head < weights.heads; ++head) {
      const Tensor apart = attention_without(encoder.input, weights, head) - whole;
      double moved = 0, size = 0;
      for (int n = 0; n < whole.size(); ++n)
        moved += apart.flat(n) * apart.flat(n), size += whole.flat(n) * whole.flat(n);
      const double share = 100 * std::sqrt(moved / size);
      d.say(
          fmt::format("Without head {} the output of a heed encoder's first attention moves by {:.1f} %.",
                      head, share),
          fmt::format("헤드 {}을(를) 끄면 heed 인코더의 첫 어텐션 출력이 {:.1f} % 달라집니다.", head, share));
    }
  });
}
