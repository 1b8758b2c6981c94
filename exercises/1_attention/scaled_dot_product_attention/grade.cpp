#include <fmt/format.h>

#include "exercises/demos/picture.hpp"
#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"

Tensor attention_scores(const Tensor& query, const Tensor& key);
Tensor attention_weights(const Tensor& scores, const Tensor& mask);
Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const Tensor& mask);

namespace {

/// 1 and 0 by chance, both of them in every row and every column: a softmax along the wrong axis, or a mask
/// with the other meaning, still leaves something to attend to, and gives a number that can be recognised.
Tensor random_mask(Draw& draw, int rows, int columns) {
  Tensor mask({rows, columns});
  const auto mixed = [&] {
    std::vector<int> in_row(rows), in_column(columns);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        in_row[i] += mask(i, j) != 0;
        in_column[j] += mask(i, j) != 0;
      }
    }
    return std::ranges::all_of(in_row, [&](int n) { return n > 0 && n < columns; }) &&
           std::ranges::all_of(in_column, [&](int n) { return n > 0 && n < rows; });
  };
  do {
    for (int n = 0; n < mask.size(); ++n) mask.flat(n) = draw.integer(0, 1);
  } while (!mixed());
  return mask;
}

Tensor mask_of(Case& c) { return c.has("mask") ? c.tensor("mask") : Tensor(); }

}  // namespace

void describe(Exercise& e) {
  e.without({"attention", "scaled_dot_product_attention", "multi_head_attention"});
  e.part(
      "scores", {.points = 3},
      [](Case& c) { c.give("scores", attention_scores(c.tensor("query"), c.tensor("key"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("one query, two keys of four numbers")
            .tensor("query", Tensor::of({1, 4}, {1, 1, 0, 2}))
            .tensor("key", Tensor::of({2, 4}, {2, 0, 1, 1, 0, 2, 3, 0}));
        cases.add("4 queries, 2 keys")
            .tensor("query", draw.normal({4, 3}))
            .tensor("key", draw.normal({2, 3}));
        cases.add("2 queries, 4 keys")
            .tensor("query", draw.normal({2, 3}))
            .tensor("key", draw.normal({4, 3}));
        cases.add("one number each").tensor("query", draw.normal({1, 1})).tensor("key", draw.normal({1, 1}));
        cases.add("5 queries, 3 keys, 64 numbers")
            .tensor("query", draw.normal({5, 64}))
            .tensor("key", draw.normal({3, 64}));
      });
  e.part(
      "weights", {.points = 4},
      [](Case& c) { c.give("weights", attention_weights(c.tensor("scores"), mask_of(c))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 queries, 3 keys, a mask")
            .tensor("scores", Tensor::of({2, 3}, {1, 2, 3, 2, 0, 1}))
            .tensor("mask", Tensor::of({2, 3}, {1, 1, 0, 0, 1, 1}));
        cases.add("2 queries, 3 keys, no mask").tensor("scores", Tensor::of({2, 3}, {1, 2, 3, 2, 0, 1}));
        // the exponential of what lies between them is no number, that of each is one
        cases.add("a hidden score 711 above the visible ones")
            .tensor("scores", Tensor::of({2, 3}, {-5, -6, 706, 1, 2, 3}))
            .tensor("mask", Tensor::of({2, 3}, {1, 1, 0, 0, 1, 1}));
        // no two equal: the logarithm of the sum has no digits left there
        cases.add("scores of −100000, and 0 where the mask hides")
            .tensor("scores", Tensor::of({2, 3}, {-1e5, -2e5, 0, 0, -2e5, -1e5}))
            .tensor("mask", Tensor::of({2, 3}, {1, 1, 0, 0, 1, 1}));
        cases.add("one score far above the others: the first, the second or the third")
            .tensor("scores", Tensor::of({3, 4}, {1500, 1, 2, 0, 1, 1600, 0, 3, 2, 1, 1700, 4}))
            .tensor("mask", Tensor::of({3, 4}, {1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0}));
        cases.add("rows far apart")
            .tensor("scores", Tensor::of({4, 3}, {900, 901, 0, -900, 0, -902, 1, 2, 3, -1500, -1501, 5}))
            .tensor("mask", Tensor::of({4, 3}, {1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 0}));
        cases.add("5 queries, 3 keys")
            .tensor("scores", draw.normal({5, 3}, {.std = 2}))
            .tensor("mask", random_mask(draw, 5, 3));
        cases.add("4 queries, 4 keys")
            .tensor("scores", draw.normal({4, 4}))
            .tensor("mask", random_mask(draw, 4, 4));
        cases.add("6 queries, 2 keys, no mask").tensor("scores", draw.normal({6, 2}));
        cases.add("one query, one key").tensor("scores", draw.normal({1, 1}));
      });
  e.part(
      "output", {.points = 5},
      [](Case& c) {
        c.give("output", scaled_dot_product_attention(c.tensor("query"), c.tensor("key"), c.tensor("value"),
                                                      mask_of(c)));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("\"The\" asks The, dog and chased")
            .tensor("query", Tensor::of({1, 2}, {0.31, -0.22}))
            .tensor("key", Tensor::of({3, 2}, {-0.05, -1.34, 1.12, -0.26, 0.53, -0.80}))
            .tensor("value", Tensor::of({3, 2}, {0.52, 0.23, -0.08, -1.35, 0.22, -0.56}));
        const auto add = [&](const char* label, int queries, int keys, int d_k, int d_v) -> auto& {
          return cases.add(label)
              .tensor("query", draw.normal({queries, d_k}))
              .tensor("key", draw.normal({keys, d_k}))
              .tensor("value", draw.normal({keys, d_v}));
        };
        add("2 queries, 3 keys of 4 numbers, values of 5, a mask", 2, 3, 4, 5)
            .tensor("mask", random_mask(draw, 2, 3));
        add("4 queries, 3 keys of 2 numbers, values of 6", 4, 3, 2, 6);
        add("3 queries, 5 keys of 7 numbers, values of 2, a mask", 3, 5, 7, 2)
            .tensor("mask", random_mask(draw, 3, 5));
        add("4 tokens attend to each other, a mask", 4, 4, 3, 3).tensor("mask", random_mask(draw, 4, 4));
        add("one query, one key", 1, 1, 2, 3);
        add("6 queries, 4 keys of 16 numbers, values of 8, a mask", 6, 4, 16, 8)
            .tensor("mask", random_mask(draw, 6, 4));
      });
  e.now([](Demo& d) {
    const heed::grading::RealTranslator model;
    int right = 0;
    for (int n = 0; n < model.sentences(); ++n)
      right += model.translate(n, scaled_dot_product_attention).text == model.target(n) ? 1 : 0;
    const auto first = model.translate(0, scaled_dot_product_attention);
    Tensor mean = first.heads[0] / first.heads.size();
    for (std::size_t h = 1; h < first.heads.size(); ++h) mean += first.heads[h] / first.heads.size();
    const std::string map = heed::demos::heat_map(mean, model.words_written(0), model.words_read(0));
    d.say(
        fmt::format("A small Transformer learned {} sentences just now, and your function is its attention: "
                    "{} -> {} ({} calls). {} come out right. Where it looks before it writes each word:{}",
                    model.sentences(), model.source(0), first.text, first.attention_calls, right, map),
        fmt::format("방금 작은 트랜스포머가 문장 {}개를 배웠고, 그 어텐션 자리에 여러분의 함수를 넣었습니다. "
                    "{} -> {} ({}번 호출) {}개를 정확히 번역합니다. 단어를 쓰기 직전마다 보는 곳:{}",
                    model.sentences(), model.source(0), first.text, first.attention_calls, right, map));
  });
}
