#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"

Tensor grad_value(const Tensor& weights, const Tensor& upstream);
Tensor grad_scores(const Tensor& weights, const Tensor& value, const Tensor& upstream);
given::AttentionGradients attention_backward(const Tensor& query, const Tensor& key, const Tensor& value,
                                             const Tensor& upstream);

namespace {

/// As behind a mask: one query sees two keys, one a single key, one all but one.
Tensor weights_of_zero() { return Tensor::of({3, 4}, {0.25, 0.75, 0, 0, 0, 0, 1, 0, 0.5, 0, 0.125, 0.375}); }

void add_sizes(
    Cases& cases,
    const std::function<void(heed::grading::CaseInputs&, int queries, int keys, int d_k, int d_v)>& fill) {
  fill(cases.add("2 queries, 3 keys of 4 numbers, values of 5"), 2, 3, 4, 5);
  fill(cases.add("4 queries, 3 keys of 2 numbers, values of 6"), 4, 3, 2, 6);
  fill(cases.add("3 queries, 5 keys of 7 numbers, values of 2"), 3, 5, 7, 2);
  fill(cases.add("3 of everything"), 3, 3, 3, 3);
  fill(cases.add("4 queries, 4 keys of 2 numbers, values of 3"), 4, 4, 2, 3);
  fill(cases.add("5 queries, 2 keys of 9 numbers, values of 1"), 5, 2, 9, 1);
  fill(cases.add("one query, one key"), 1, 1, 2, 3);
  fill(cases.add("3 queries, 4 keys of one number, values of 2"), 3, 4, 1, 2);
}

}  // namespace

void describe(Exercise& e) {
  e.without({"attention", "scaled_dot_product_attention", "multi_head_attention", "Variable::backward"});
  e.part(
      "value", {.points = 2},
      [](Case& c) { c.give("grad_value", grad_value(c.tensor("weights"), c.tensor("upstream"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("one query, two keys")
            .tensor("weights", Tensor::of({1, 2}, {0.25, 0.75}))
            .tensor("upstream", Tensor::of({1, 1}, {2}));
        add_sizes(cases, [&](heed::grading::CaseInputs& c, int queries, int keys, int, int d_v) {
          c.tensor("weights", given::softmax(draw.normal({queries, keys})))
              .tensor("upstream", draw.normal({queries, d_v}));
        });
        cases.add("some weights are 0")
            .tensor("weights", weights_of_zero())
            .tensor("upstream", draw.normal({3, 2}));
      });
  e.part(
      "scores", {.points = 4},
      [](Case& c) {
        c.give("grad_scores", grad_scores(c.tensor("weights"), c.tensor("value"), c.tensor("upstream")));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("one query, two keys")
            .tensor("weights", Tensor::of({1, 2}, {0.25, 0.75}))
            .tensor("value", Tensor::of({2, 1}, {2, 6}))
            .tensor("upstream", Tensor::of({1, 1}, {1}));
        add_sizes(cases, [&](heed::grading::CaseInputs& c, int queries, int keys, int, int d_v) {
          c.tensor("weights", given::softmax(draw.normal({queries, keys})))
              .tensor("value", draw.normal({keys, d_v}))
              .tensor("upstream", draw.normal({queries, d_v}));
        });
        cases.add("some weights are 0")
            .tensor("weights", weights_of_zero())
            .tensor("value", draw.normal({4, 2}))
            .tensor("upstream", draw.normal({3, 2}));
        cases.add("nearly all of the weight on one key")
            .tensor("weights", Tensor::of({2, 3}, {0.9996, 0.0003, 0.0001, 0.00001, 0.00002, 0.99997}))
            .tensor("value", draw.normal({3, 2}))
            .tensor("upstream", draw.normal({2, 2}, {.std = 1000}));
      });
  e.part(
       "backward", {.points = 6},
       [](Case& c) {
         const given::AttentionGradients gradients =
             attention_backward(c.tensor("query"), c.tensor("key"), c.tensor("value"), c.tensor("upstream"));
         c.give("grad_query", gradients.query);
         c.give("grad_key", gradients.key);
         c.give("grad_value", gradients.value);
       },
       [](Cases& cases, Draw& draw) {
         add_sizes(cases, [&](heed::grading::CaseInputs& c, int queries, int keys, int d_k, int d_v) {
           c.tensor("query", draw.normal({queries, d_k}))
               .tensor("key", draw.normal({keys, d_k}))
               .tensor("value", draw.normal({keys, d_v}))
               .tensor("upstream", draw.normal({queries, d_v}));
         });
       })
      .gradient_of(
          [](const Case& c) {
            return given::attention(c.tensor("query"), c.tensor("key"), c.tensor("value"));
          },
          {.upstream = "upstream",
           .inputs = {{"query", "grad_query"}, {"key", "grad_key"}, {"value", "grad_value"}}});

  e.now([](Demo& d) {
    // Eight queries learn to look at the key in the mirrored place, by your gradients alone.
    constexpr int length = 8;
    Draw draw(1);
    Tensor query = draw.normal({length, 4}), key = draw.normal({length, 4}), value({length, length}),
           goal = value;
    for (int i = 0; i < length; ++i) value(i, i) = goal(i, length - 1 - i) = 1;
    for (int step = 0; step < 400; ++step) {
      const Tensor upstream = given::attention(query, key, value) - goal;
      const given::AttentionGradients g = attention_backward(query, key, value, upstream);
      query -= g.query * 2.0;
      key -= g.key * 2.0;
    }
    const std::string lines = heed::demos::picture(given::attention(query, key, value));
    d.say(
        "By your gradients, queries (rows) and keys (columns) learnt that each place is to look at the "
        "mirrored one:" +
            lines,
        "여러분의 기울기로 쿼리(행)와 키(열)가 저마다 맞은편 자리를 보도록 배웠습니다:" + lines);
  });
}
