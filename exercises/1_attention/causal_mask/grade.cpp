#include <fmt/format.h>

#include "exercises/grading/exercise.hpp"

Tensor causal_mask(int length);
Tensor causal_mask_of_last(int queries, int keys);
Tensor causal_weights(const Tensor& scores);

void describe(Exercise& e) {
  e.without({"causal_mask", "attention", "scaled_dot_product_attention", "multi_head_attention", "Mask"});
  e.part(
      "mask", {.points = 3}, [](Case& c) { c.give("mask", causal_mask(c.integer("length"))); },
      [](Cases& cases, Draw&) {
        for (const int length : {3, 4, 2, 1, 7, 70})
          cases.add(fmt::format("{} positions", length)).integer("length", length);
      });
  e.part(
      "mask_of_last", {.points = 4},
      [](Case& c) { c.give("mask", causal_mask_of_last(c.integer("queries"), c.integer("keys"))); },
      [](Cases& cases, Draw&) {
        for (const auto& [queries, keys] :
             {std::pair{2, 5}, {1, 4}, {3, 4}, {4, 4}, {3, 9}, {5, 7}, {1, 1}, {40, 70}}) {
          cases.add(fmt::format("the last {} of {} positions", queries, keys))
              .integer("queries", queries)
              .integer("keys", keys);
        }
      });
  e.part(
      "weights", {.points = 3}, [](Case& c) { c.give("weights", causal_weights(c.tensor("scores"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("3 positions").tensor("scores", Tensor::of({3, 3}, {1, 2, 3, 0, 1, 4, 2, 1, 0}));
        // No number that is added or put there in the place of −∞ hides anything. No two are equal: the
        // logarithm of the sum has no digits left there.
        cases.add("scores of −100000, and 0 where the future is")
            .tensor("scores", Tensor::of({3, 3}, {-1e5, 0, 0, -2e5, -1e5, 0, -2e5, -1e5, -3e5}));
        // the exponential of what lies between them is no number, that of each is one
        cases.add("a hidden score 711 above the visible ones")
            .tensor("scores", Tensor::of({3, 3}, {-5, 706, 1, -6, -5, 706, 1, 2, 3}));
        cases.add("one score far above the others, the newest or an older one")
            .tensor("scores",
                    Tensor::of({4, 4}, {1500, 0, 1, 2, 1, 1600, 0, 3, 3, 1700, 2, 0, 1800, 1, 2, 0}));
        cases.add("rows far apart")
            .tensor("scores", Tensor::of({4, 4}, {900, 0, 0, 0, -900, -901, 0, 0, 1, 0, 2, 0, -1500, -1501,
                                                  -1499, -1500}));
        for (const int length : {2, 5, 1, 4, 8})
          cases.add(fmt::format("{} positions", length))
              .tensor("scores", draw.normal({length, length}, {.std = 2}));
      });
  e.now([](Demo& d) {
    const Tensor scores = Draw(3).normal({5, 5});
    const Tensor weights = causal_weights(scores);
    Tensor changed = scores;
    for (int i = 0; i < 5; ++i)
      for (int j = 3; j < 5; ++j) changed(i, j) += 10;  // other words at positions 3 and 4
    const Tensor after = causal_weights(changed);
    int moved = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 5; ++j) moved += weights(i, j) != after(i, j);
    d.say(fmt::format("With other words at positions 3 and 4, {} of the 15 weights of positions 0 to 2 move: "
                      "the decoder may "
                      "be trained on all positions at once.",
                      moved),
          fmt::format("3번과 4번 위치의 단어를 바꿔도 0~2번 위치의 가중치 15개 중 {}개가 움직입니다. 그래서 "
                      "디코더를 모든 위치에서 "
                      "한꺼번에 학습할 수 있습니다.",
                      moved));
  });
}
