#include "exercises/grading/exercise.hpp"

Tensor rms_norm(const Tensor& x, const Tensor& weight, double eps);
Tensor swiglu(const Tensor& x, const Tensor& gate, const Tensor& up, const Tensor& down);
Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value);
Tensor modern_block(const Tensor& x, const given::ModernBlock& w);

namespace {

given::ModernBlock drawn_block(Draw& draw, int width, int heads, int groups, int head, int inner) {
  return {.heads = heads,
          .groups = groups,
          .norm1 = draw.uniform({width}, 0.5, 1.5),
          .norm2 = draw.uniform({width}, 0.5, 1.5),
          .query = draw.normal({heads * head, width}),
          .output = draw.normal({width, heads * head}),
          .key = draw.normal({groups * head, width}),
          .value = draw.normal({groups * head, width}),
          .gate = draw.normal({inner, width}),
          .up = draw.normal({inner, width}),
          .down = draw.normal({width, inner})};
}

}  // namespace

void describe(Exercise& e) {
  e.part(
      "rms_norm", {.points = 2},
      [](Case& c) { c.give("y", rms_norm(c.tensor("x"), c.tensor("weight"), c.number("eps"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("the example")
            .tensor("x", Tensor::of({2, 4}, {1, 3, 1, 5, 0, 0, 0, 2}))
            .tensor("weight", Tensor::of({4}, {1, 1, 2, 1}))
            .number("eps", 0);
        cases.add("a large eps")
            .tensor("x", Tensor::of({1, 2}, {1, 1}))
            .tensor("weight", Tensor::of({2}, {1, 1}))
            .number("eps", 3);
        for (const auto& [rows, width] : std::vector<std::pair<int, int>>{{3, 5}, {4, 4}, {5, 3}, {1, 8}})
          cases.add(fmt::format("{} rows, {} wide", rows, width))
              .tensor("x", draw.normal({rows, width}, {.std = 2}))
              .tensor("weight", draw.uniform({width}, 0.5, 2))
              .number("eps", 0.1);
        cases.add("a row of zeros")
            .tensor("x", Tensor({2, 3}))
            .tensor("weight", draw.normal({3}))
            .number("eps", 1e-5);
      });
  e.part(
      "swiglu", {.points = 3},
      [](Case& c) { c.give("y", swiglu(c.tensor("x"), c.tensor("gate"), c.tensor("up"), c.tensor("down"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("the example")
            .tensor("x", Tensor::of({1, 2}, {1, 2}))
            .tensor("gate", Tensor::of({2, 2}, {1, 0, 0, -1}))
            .tensor("up", Tensor::of({2, 2}, {1, 1, 1, -1}))
            .tensor("down", Tensor::of({2, 2}, {1, 0, 0, 1}));
        for (const auto& [rows, width, inner] :
             std::vector<std::array<int, 3>>{{3, 2, 4}, {2, 4, 3}, {4, 4, 4}, {1, 3, 8}, {5, 1, 2}})
          cases.add(fmt::format("{} rows, {} wide, {} inside", rows, width, inner))
              .tensor("x", draw.normal({rows, width}))
              .tensor("gate", draw.normal({inner, width}))
              .tensor("up", draw.normal({inner, width}))
              .tensor("down", draw.normal({width, inner}));
      });
  e.part(
      "groups", {.points = 3},
      [](Case& c) {
        c.give("z", grouped_query_attention(c.tensor("query"), c.tensor("key"), c.tensor("value")));
      },
      [](Cases& cases, Draw& draw) {
        for (const auto& [heads, groups, length, width] : std::vector<std::array<int, 4>>{{4, 2, 2, 2},
                                                                                          {6, 2, 3, 4},
                                                                                          {6, 3, 4, 2},
                                                                                          {4, 1, 3, 3},
                                                                                          {3, 3, 4, 2},
                                                                                          {8, 2, 5, 4},
                                                                                          {2, 2, 1, 3}})
          cases.add(fmt::format("{} heads, {} groups, {} long, {} wide", heads, groups, length, width))
              .tensor("query", draw.normal({heads, length, width}))
              .tensor("key", draw.normal({groups, length, width}))
              .tensor("value", draw.normal({groups, length, width}));
      });
  e.part(
      "block", {.points = 2},
      [](Case& c) {
        c.give("y", modern_block(c.tensor("x"), {.heads = c.integer("heads"),
                                                 .groups = c.integer("groups"),
                                                 .norm1 = c.tensor("norm1"),
                                                 .norm2 = c.tensor("norm2"),
                                                 .query = c.tensor("query"),
                                                 .output = c.tensor("output"),
                                                 .key = c.tensor("key"),
                                                 .value = c.tensor("value"),
                                                 .gate = c.tensor("gate"),
                                                 .up = c.tensor("up"),
                                                 .down = c.tensor("down")}));
      },
      [](Cases& cases, Draw& draw) {
        for (const auto& [length, width, heads, groups, head, inner] :
             std::vector<std::array<int, 6>>{{2, 4, 2, 1, 2, 3},
                                             {3, 8, 4, 2, 4, 6},
                                             {4, 8, 2, 2, 4, 4},
                                             {5, 12, 6, 2, 4, 5},
                                             {1, 8, 4, 1, 4, 8}}) {
          const given::ModernBlock w = drawn_block(draw, width, heads, groups, head, inner);
          cases.add(fmt::format("{} long, {} wide, {} heads, {} groups", length, width, heads, groups))
              .tensor("x", draw.normal({length, width}))
              .integer("heads", heads)
              .integer("groups", groups)
              .tensor("norm1", w.norm1)
              .tensor("norm2", w.norm2)
              .tensor("query", w.query)
              .tensor("key", w.key)
              .tensor("value", w.value)
              .tensor("output", w.output)
              .tensor("gate", w.gate)
              .tensor("up", w.up)
              .tensor("down", w.down);
        }
      });
  e.now([](Demo& d) {
    Draw draw(3);
    constexpr int length = 6, width = 32, heads = 8, groups = 2;
    const given::ModernBlock w = drawn_block(draw, width, heads, groups, width / heads, 64);
    Tensor x = draw.normal({length, width});
    const Tensor before = modern_block(x, w);
    for (int c = 0; c < width; ++c) x(length - 1, c) = 0;
    const Tensor after = modern_block(x, w);
    double seen = 0;
    for (int n = 0; n < (length - 1) * width; ++n)
      seen = std::max(seen, std::abs(after.flat(n) - before.flat(n)));
    const int kept = 2 * width / heads * groups;
    d.say(fmt::format(
              "Your block with {} heads in {} groups: a KV cache holds {} numbers a token instead of {}. "
              "Where the last token changes, the rows before it stay as they are (difference {:g}).",
              heads, groups, kept, 2 * width, seen),
          fmt::format(
              "헤드 {}개를 {}묶음으로 나눈 여러분의 블록에서 KV 캐시는 토큰마다 숫자를 {}개가 아니라 {}개만 "
              "담습니다. 마지막 토큰을 바꾸어도 앞의 행은 그대로입니다(차이 {:g}).",
              heads, groups, 2 * width, kept, seen));
  });
}
