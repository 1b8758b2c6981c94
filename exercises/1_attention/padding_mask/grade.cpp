#include <fmt/format.h>

#include <array>

#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"

Tensor padding_mask(const std::vector<int>& lengths, int longest);
Tensor padding_mask_of_ids(const std::vector<int>& ids, int batch, int pad);
Tensor padded_weights(const Tensor& scores, const Tensor& mask);

namespace {

/// Sequences of these lengths, filled up to `longest` with `pad`, row by row.
std::vector<int> padded_ids(Draw& draw, const std::vector<int>& lengths, int longest, int pad) {
  std::vector<int> ids;
  for (const int length : lengths) {
    for (int t = 0; t < longest; ++t) {
      int id = draw.integer(0, 30);
      while (id == pad) id = draw.integer(0, 30);
      ids.push_back(t < length ? id : pad);
    }
  }
  return ids;
}

}  // namespace

void describe(Exercise& e) {
  e.without({"attention", "scaled_dot_product_attention", "multi_head_attention", "Mask"});
  const auto weights = [](Case& c) {
    c.give("weights", padded_weights(c.tensor("scores"), c.tensor("mask")));
  };
  e.part(
      "lengths", {.points = 2},
      [](Case& c) { c.give("mask", padding_mask(c.ids("lengths"), c.integer("longest"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 sequences, of 3 and of 1 token").ids("lengths", {3, 1}).integer("longest", 3);
        cases.add("3 sequences, 5 places").ids("lengths", {2, 4, 1}).integer("longest", 5);
        cases.add("no padding").ids("lengths", {4, 4}).integer("longest", 4);
        cases.add("one sequence, one token").ids("lengths", {1}).integer("longest", 1);
        cases.add("5 sequences, 8 places").ids("lengths", draw.ids(5, 1, 8)).integer("longest", 8);
        cases.add("6 sequences, 3 places").ids("lengths", draw.ids(6, 1, 3)).integer("longest", 3);
      });
  e.part(
      "ids", {.points = 2},
      [](Case& c) {
        c.give("mask", padding_mask_of_ids(c.ids("ids"), c.integer("batch"), c.integer("pad")));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("2 sequences, of 3 and of 1 token, pad 0")
            .ids("ids", {7, 5, 9, 4, 0, 0})
            .integer("batch", 2)
            .integer("pad", 0);
        const auto add = [&](const char* label, const std::vector<int>& lengths, int longest, int pad) {
          cases.add(label)
              .ids("ids", padded_ids(draw, lengths, longest, pad))
              .integer("batch", int(lengths.size()))
              .integer("pad", pad);
        };
        add("3 sequences, pad 0", {2, 4, 1}, 5, 0);
        add("4 sequences, pad 1, in which 0 is a word", {6, 2, 3, 5}, 6, 1);
        cases.add("padding in front")
            .ids("ids", {3, 3, 8, 5, 3, 6, 9, 7})
            .integer("batch", 2)
            .integer("pad", 3);
        add("one token", {1}, 1, 0);
        add("no padding", {3, 3}, 3, 2);
        add("5 sequences, pad 30", draw.ids(5, 1, 7), 8, 30);
      });
  e.part("weights", {.points = 4}, weights, [](Cases& cases, Draw& draw) {
    // In all but the last heads ≤ batch and queries ≤ keys: a mask that is read along another axis still
    // finds an element there. Every sequence has padding, so that no mask hides nothing, but that of one
    // key.
    const auto add = [&](const char* label, const std::vector<int>& lengths, int heads, int queries,
                         int keys) {
      const int batch = int(lengths.size());
      Tensor mask({batch, 1, 1, keys});
      for (int b = 0; b < batch; ++b)
        for (int j = 0; j < lengths[b]; ++j) mask(b, 0, 0, j) = 1;
      cases.add(label)
          .tensor("scores", draw.normal({batch, heads, queries, keys}, {.std = 2}))
          .tensor("mask", mask);
    };
    cases.add("2 sequences, one head, one query")
        .tensor("scores", Tensor::of({2, 1, 1, 3}, {1, 2, 3, 1, 2, 3}))
        .tensor("mask", Tensor::of({2, 1, 1, 3}, {1, 1, 0, 1, 0, 0}));
    add("2 sequences, 2 heads, 4 tokens among themselves", {3, 2}, 2, 4, 4);
    add("3 sequences, 2 heads, 3 queries, 5 keys", {2, 4, 1}, 2, 3, 5);
    add("4 sequences, 3 heads, 4 queries, 6 keys", {5, 2, 3, 4}, 3, 4, 6);
    add("one sequence, one head, 2 tokens", {1}, 1, 2, 2);
    // no two equal: the logarithm of the sum has no digits left there
    cases.add("scores of −100000, and 0 where the padding is")
        .tensor("scores", Tensor::of({1, 1, 2, 3}, {-1e5, -2e5, 0, -2e5, -1e5, 0}))
        .tensor("mask", Tensor::of({1, 1, 1, 3}, {1, 1, 0}));
    cases.add("one score far above the others: the first, the second or the third")
        .tensor("scores", Tensor::of({1, 1, 3, 4}, {1500, 1, 2, 0, 1, 1600, 0, 3, 2, 1, 1700, 4}))
        .tensor("mask", Tensor::of({1, 1, 1, 4}, {1, 1, 1, 0}));
    add("2 sequences, one head, 5 tokens among themselves", {1, 4}, 1, 5, 5);
    cases.add("padding in front, and between")
        .tensor("scores", draw.normal({2, 1, 2, 4}))
        .tensor("mask", Tensor::of({2, 1, 1, 4}, {0, 0, 1, 1, 1, 0, 1, 0}));
    Tensor far_apart = draw.normal({2, 2, 3, 3});
    for (int row = 0; row < 12; ++row)
      for (int j = 0; j < 3; ++j) far_apart.flat(3 * row + j) += (row % 2 == 0 ? 900 : -900) * (1 + row / 4);
    cases.add("rows far apart")
        .tensor("scores", far_apart)
        .tensor("mask", Tensor::of({2, 1, 1, 3}, {1, 1, 0, 1, 1, 0}));
    add("one key", {1, 1}, 2, 1, 1);
    add("5 sequences, 6 heads, 4 queries, 3 keys", {2, 1, 2, 1, 2}, 6, 4, 3);
  });
  // No sequence here has a token: whatever else is wrong with the weights does not show.
  e.part("empty", {.points = 2}, weights, [](Cases& cases, Draw& draw) {
    cases.add("one sequence without a token")
        .tensor("scores", Tensor::of({1, 1, 2, 3}, {1, 2, 3, 0, 0, 1}))
        .tensor("mask", Tensor({1, 1, 1, 3}));
    for (const auto& [batch, heads, queries, keys] :
         {std::array{2, 1, 2, 4}, {1, 2, 4, 3}, {3, 2, 3, 3}, {2, 3, 1, 5}, {1, 1, 3, 1}})
      cases.add(fmt::format("{} sequences, {} heads, {} queries, {} keys", batch, heads, queries, keys))
          .tensor("scores", draw.normal({batch, heads, queries, keys}, {.std = 2}))
          .tensor("mask", Tensor({batch, 1, 1, keys}));
  });

  e.now([](Demo& d) {
    const Tensor mask = padding_mask({12, 30, 7, 21, 26, 3}, 30);
    const std::string lines = heed::demos::picture(mask.reshape({6, 30}));
    d.say("Your mask of a batch of six sentences; what is blank is padding, which nobody sees:" + lines,
          "문장 여섯 개짜리 배치에 대한 여러분의 마스크입니다. 빈 곳은 아무도 보지 않는 패딩입니다:" + lines);
  });
}
