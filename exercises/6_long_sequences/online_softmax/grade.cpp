#include "exercises/grading/costs.hpp"
#include "exercises/grading/exercise.hpp"

Tensor absorb(const Tensor& state, const Tensor& scores, const Tensor& values);
Tensor finish(const Tensor& state);
Tensor blockwise_attention(const Tensor& q, const Tensor& k, const Tensor& v, int block);

void describe(Exercise& e) {
  e.without({"attention", "multi_head_attention", "softmax", "log_softmax"});
  static const double hidden = -std::numeric_limits<double>::infinity();
  static const auto nothing = [](int values) {
    Tensor state({2 + values});
    state(0) = hidden;
    return state;
  };
  // Two blocks in turn from an empty state; the states after each.
  static const auto two_blocks = [](Case& c) {
    const Tensor first = absorb(c.tensor("state"), c.tensor("scores"), c.tensor("values"));
    c.give("state after the first block", first);
    c.give("state after the second block", absorb(first, c.tensor("more scores"), c.tensor("more values")));
  };
  static const auto add = [](Cases& cases, const char* label, Tensor scores, Tensor values,
                             Tensor more_scores, Tensor more_values) {
    const int width = values.dim(1);
    cases.add(label)
        .tensor("state", nothing(width))
        .tensor("scores", std::move(scores))
        .tensor("values", std::move(values))
        .tensor("more scores", std::move(more_scores))
        .tensor("more values", std::move(more_values));
  };
  e.part("absorb", {.points = 4}, two_blocks, [](Cases& cases, Draw& draw) {
    add(cases, "the maximum rises from 0 to 1", Tensor::of({2}, {0, 0}), Tensor::of({2, 1}, {2, 4}),
        Tensor::of({1}, {1}), Tensor::of({1, 1}, {6}));
    add(cases, "the maximum stays", Tensor::of({2}, {3, 1}), Tensor::of({2, 1}, {1, 2}),
        Tensor::of({2}, {2, 0}), Tensor::of({2, 1}, {4, 8}));
    for (const auto& [first, second, width] :
         std::vector<std::array<int, 3>>{{3, 2, 2}, {1, 6, 3}, {6, 1, 2}})
      add(cases, (std::to_string(first) + " keys, then " + std::to_string(second)).c_str(),
          draw.normal({first}), draw.normal({first, width}), draw.normal({second}),
          draw.normal({second, width}));
    add(cases, "large scores", draw.normal({3}, {.std = 300}), draw.normal({3, 2}),
        draw.normal({4}, {.std = 300}), draw.normal({4, 2}));
    add(cases, "scores far below 0", draw.normal({2}, {.std = 1, .mean = -900}), draw.normal({2, 2}),
        draw.normal({3}, {.std = 1, .mean = -898}), draw.normal({3, 2}));
    add(cases, "scores of −100000", Tensor::of({2}, {-1e5, -1e5}), draw.normal({2, 2}),
        Tensor::of({1}, {-1e5}), draw.normal({1, 2}));
  });
  e.part(
      "nothing_to_see", {.points = 2},
      [](Case& c) {
        two_blocks(c);
        c.give("finished", finish(absorb(absorb(c.tensor("state"), c.tensor("scores"), c.tensor("values")),
                                         c.tensor("more scores"), c.tensor("more values"))));
      },
      [](Cases& cases, Draw& draw) {
        add(cases, "a hidden block first", Tensor::of({1}, {hidden}), Tensor::of({1, 1}, {5}),
            Tensor::of({1}, {0}), Tensor::of({1, 1}, {3}));
        add(cases, "a hidden block last", Tensor::of({2}, {1, 2}), draw.normal({2, 2}),
            Tensor::of({2}, {hidden, hidden}), draw.normal({2, 2}));
        add(cases, "one hidden key in each", Tensor::of({2}, {hidden, 1}), draw.normal({2, 2}),
            Tensor::of({3}, {2, hidden, 0}), draw.normal({3, 2}));
        add(cases, "all hidden", Tensor::of({2}, {hidden, hidden}), draw.normal({2, 3}),
            Tensor::of({1}, {hidden}), draw.normal({1, 3}));
        add(cases, "a hidden block between", Tensor::of({2}, {-1, -3}), draw.normal({2, 2}),
            Tensor::of({1}, {hidden}), draw.normal({1, 2}));
      });
  e.part(
      "attention", {.points = 4},
      [](Case& c) {
        const Tensor &q = c.tensor("q"), &k = c.tensor("k"), &v = c.tensor("v");
        const int block = c.integer("block");
        Tensor out;
        const heed::grading::Watch keys(k);
        const heed::grading::Costs costs =
            heed::grading::costs_of([&] { out = blockwise_attention(q, k, v, block); });
        const long reads = keys.reads();
        c.give("output", out);
        // A few copies of the queries and the result, a few blocks of scores and
        // states for every query, a few blocks of k and v. Nothing that grows with the keys.
        const long queries = q.dim(0), dim = q.dim(1), values = v.dim(1);
        const long numbers = 2 * queries * (dim + values) + 6 * (queries + 1) * (block + values + 2) +
                             6 * block * (dim + values);
        c.measure(heed::grading::held_label, costs.held, {.at_most = double(numbers + 128)});
        // Once for every query, and half of that besides: a second pass over the keys does not fit.
        c.measure("elements of k read", double(reads), {.at_most = 1.5 * double(queries * k.size())});
      },
      [](Cases& cases, Draw& draw) {
        const auto add_qkv = [&](const std::string& label, const Tensor& q, const Tensor& k, const Tensor& v,
                                 int block) {
          cases.add(label).tensor("q", q).tensor("k", k).tensor("v", v).integer("block", block);
        };
        add_qkv("one query, 3 keys in blocks of 2", Tensor::of({1, 1}, {0}), Tensor::of({3, 1}, {1, 2, 3}),
                Tensor::of({3, 1}, {3, 6, 12}), 2);
        struct Size {
          int queries, keys, dim, values, block;
        };
        const auto add_drawn = [&](const std::string& label, const Size& s, double spread = 1) {
          const Tensor q = draw.normal({s.queries, s.dim}, {.std = spread}),
                       k = draw.normal({s.keys, s.dim}, {.std = spread});
          add_qkv(label, q, k, draw.normal({s.keys, s.values}), s.block);
        };
        for (const Size& s :
             std::vector<Size>{{2, 5, 3, 2, 2}, {3, 6, 2, 3, 3}, {4, 3, 5, 4, 8}, {2, 4, 4, 1, 1}})
          add_drawn(std::to_string(s.keys) + " keys in blocks of " + std::to_string(s.block), s);
        add_drawn("large scores", {2, 7, 4, 4, 2}, 40);
        const Tensor large = draw.uniform({2, 2}, 30, 40), below = draw.uniform({5, 2}, -41, -40);
        add_qkv("scores far below 0", large, below, draw.normal({5, 2}), 2);
        // more than the exponential of any number type holds
        const Tensor keys = draw.uniform({5, 2}, 134, 136);
        add_qkv("scores near 20,000 and −20,000", Tensor::of({2, 2}, {110, 100, -110, -100}), keys,
                draw.normal({5, 2}), 2);
        // and so far apart that no fixed shift does for a row, and no number type for what is left of it
        for (const auto& [label, scores] : std::vector<std::pair<const char*, std::vector<double>>>{
                 {"scores that rise from 0 to 30,000", {0, 1, 29999, 30000}},
                 {"scores that fall from 30,000 to 0", {30000, 29999, 1, 0}}})
          add_qkv(label, Tensor::of({2, 1}, {1, -1}), Tensor::of({4, 1}, scores), draw.normal({4, 2}), 2);
        add_drawn("40 queries, 500 keys", {40, 500, 2, 2, 4});
        add_drawn("1 query, 1000 keys", {1, 1000, 2, 2, 4});
      });
  e.now([](Demo& d) {
    Draw draw(1);
    const Tensor q = draw.normal({100, 8}), k = draw.normal({1000, 8}), v = draw.normal({1000, 8});
    const double kilobytes =
        8 * heed::grading::costs_of([&] { blockwise_attention(q, k, v, 16); }).held / 1000;
    d.say(fmt::format("100 queries, 1,000 keys: your attention needed {:.1f} kB beside its inputs; the table "
                      "of scores alone has 800 kB.",
                      kilobytes),
          fmt::format("쿼리 100개와 키 1,000개에서 여러분의 어텐션은 입력 외에 {:.1f} kB를 썼습니다. 점수표"
                      "만 해도 800 kB입니다.",
                      kilobytes));
  });
}
