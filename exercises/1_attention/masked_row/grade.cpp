#include <fmt/format.h>

#include "exercises/grading/exercise.hpp"

Tensor masked_weights(const Tensor& scores, const Tensor& mask);
Tensor masked_attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask);
Tensor masked_weights_backward(const Tensor& scores, const Tensor& mask, const Tensor& upstream);

namespace {

/// Row `empty` sees nothing, row `full` everything (−1: no such row), the others some keys and not others.
/// Every key is seen by somebody, and not by everybody.
Tensor mask_with_rows(Draw& draw, int rows, int columns, int empty, int full) {
  Tensor mask({rows, columns});
  for (int i = 0; i < rows; ++i) {
    const int always = draw.integer(0, columns - 1),
              never = (always + draw.integer(1, columns - 1)) % columns;
    for (int j = 0; j < columns; ++j) {
      const int chance = draw.integer(0, 1);
      mask(i, j) = i == empty ? 0 : i == full || j == always ? 1 : j == never ? 0 : chance;
    }
  }
  for (int j = 0; j < columns; ++j) {
    double seen = 0;
    for (int i = 0; i < rows; ++i) seen += mask(i, j);
    if (seen == 0) return mask_with_rows(draw, rows, columns, empty, full);
  }
  return mask;
}

void add_scores(Cases& cases, Draw& draw, bool upstream) {
  const auto add = [&](const char* label, const Tensor& scores, const Tensor& mask) {
    auto& c = cases.add(label).tensor("scores", scores).tensor("mask", mask);
    if (upstream) c.tensor("upstream", draw.normal(scores.shape()));
  };
  const Tensor easy = Tensor::of({3, 3}, {1, 2, 3, 1, 2, 3, 0, 0, 1});
  add("the second query sees nothing", easy, Tensor::of({3, 3}, {1, 1, 0, 0, 0, 0, 1, 1, 1}));
  add("2 queries, 5 keys, the first sees nothing", draw.normal({2, 5}, {.std = 2}),
      Tensor::of({2, 5}, {0, 0, 0, 0, 0, 1, 1, 1, 1, 1}));
  add("4 queries, 3 keys", draw.normal({4, 3}), mask_with_rows(draw, 4, 3, 2, 0));
  add("everybody sees something", draw.normal({4, 4}), mask_with_rows(draw, 4, 4, -1, 1));
  add("a hidden score far above the visible ones", Tensor::of({3, 3}, {1, 2, 1000, 3, 2, 900, 800, 1, -1}),
      Tensor::of({3, 3}, {1, 1, 0, 0, 0, 0, 0, 1, 1}));
  // the exponential of what lies between them is no number, that of its opposite is one
  add("a hidden score 711 above the visible ones", Tensor::of({2, 3}, {0, 1, 711.5, 0, 2, 1}),
      Tensor::of({2, 3}, {1, 1, 0, 0, 0, 0}));
  // one in a row: the logarithm of a sum of two has no digits left there
  add("one visible score of −100000 in a row, and 0 where nobody may look",
      Tensor::of({3, 2}, {-1e5, 0, 0, -1e5, 0, 0}), Tensor::of({3, 2}, {1, 0, 0, 1, 0, 0}));
  // behind as many keys as there are queries, so that each row's maximum is that of all its keys
  add("the largest comes last", Tensor::of({2, 4}, {0, 1, 800, 801, -1, 2, 750, 749}),
      Tensor::of({2, 4}, {1, 1, 1, 1, 1, 0, 1, 1}));
  add("the largest comes first, or in the middle",
      Tensor::of({3, 4}, {1600, 800, 0, 2, 1, 1700, 0, 850, 5, 2, 1650, 800}),
      Tensor::of({3, 4}, {1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1}));
  add("rows far apart", Tensor::of({4, 3}, {900, 901, 0, -900, 0, -902, 1, 2, 3, -1500, -1501, 5}),
      Tensor::of({4, 3}, {1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 0}));
  add("6 queries, 5 keys, the last sees nothing", draw.normal({6, 5}, {.mean = 3}),
      mask_with_rows(draw, 6, 5, 5, 1));
  add("one key", draw.normal({3, 1}), Tensor::of({3, 1}, {0, 1, 0}));
}

}  // namespace

void describe(Exercise& e) {
  e.without({"softmax", "log_softmax", "attention", "scaled_dot_product_attention", "multi_head_attention",
             "Variable::backward"});
  constexpr double below_small_eps = 1e-11;  // one of 1e-9 in the denominator must show
  e.part(
      "weights", {.points = 4, .rtol = below_small_eps},
      [](Case& c) { c.give("weights", masked_weights(c.tensor("scores"), c.tensor("mask"))); },
      [](Cases& cases, Draw& draw) { add_scores(cases, draw, false); });
  e.part(
      "output", {.points = 2, .rtol = below_small_eps},
      [](Case& c) {
        c.give("output",
               masked_attention(c.tensor("query"), c.tensor("key"), c.tensor("value"), c.tensor("mask")));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("the first query sees nothing")
            .tensor("query", Tensor::of({2, 1}, {1, 1}))
            .tensor("key", Tensor::of({2, 1}, {1, 2}))
            .tensor("value", Tensor::of({2, 1}, {10, 20}))
            .tensor("mask", Tensor::of({2, 2}, {0, 0, 1, 1}));
        const auto add = [&](const char* label, int queries, int keys, int d_k, int d_v, int empty,
                             int full) {
          cases.add(label)
              .tensor("query", draw.normal({queries, d_k}))
              .tensor("key", draw.normal({keys, d_k}))
              .tensor("value", draw.normal({keys, d_v}))
              .tensor("mask", mask_with_rows(draw, queries, keys, empty, full));
        };
        add("3 queries, 4 keys", 3, 4, 2, 3, 1, 0);
        add("5 queries, 3 keys", 5, 3, 4, 5, 4, 2);
        add("everybody sees something", 4, 5, 3, 3, -1, 0);
        add("4 queries, 6 keys, d_k 9", 4, 6, 9, 5, 0, 3);
      });
  e.part(
       "backward", {.points = 4},
       [](Case& c) {
         c.give("grad_scores",
                masked_weights_backward(c.tensor("scores"), c.tensor("mask"), c.tensor("upstream")));
       },
       [](Cases& cases, Draw& draw) { add_scores(cases, draw, true); })
      .gradient_of("weights",
                   {.output = "weights", .upstream = "upstream", .inputs = {{"scores", "grad_scores"}}});
  e.now([](Demo& d) {
    Draw draw(16);
    const Tensor mask = mask_with_rows(draw, 4, 4, 1, 0);
    const Tensor output =
        masked_attention(draw.normal({4, 3}), draw.normal({4, 3}), draw.normal({4, 2}), mask);
    const Tensor gradient = masked_weights_backward(draw.normal({4, 4}), mask, draw.normal({4, 4}));
    int finite = 0;
    for (const double x : output.values()) finite += std::isfinite(x);
    for (const double x : gradient.values()) finite += std::isfinite(x);
    d.say(fmt::format(
              "One of four queries sees nothing, and all {} numbers of your output and gradient are finite. "
              "In a "
              "sentence of nothing but padding, this is what keeps one NaN from reaching every parameter.",
              finite),
          fmt::format("쿼리 넷 중 하나가 아무것도 보지 못해도 출력과 기울기의 수 {}개가 모두 유한합니다. "
                      "패딩만 있는 문장 하나에서 생긴 "
                      "NaN이 모든 매개변수로 퍼지는 일을 이것이 막습니다.",
                      finite));
  });
}
