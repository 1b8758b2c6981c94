#include <fmt/format.h>

#include <array>

#include "exercises/demos/reversal.hpp"
#include "exercises/grading/exercise.hpp"

Variable self_attention(const Variable& x, const Variable& w_query, const Variable& w_key,
                        const Variable& w_value);

namespace {

void add_inputs(Cases& cases, Draw& draw, bool upstream) {
  const auto add = [&](const char* label, int batch, int tokens, int channels, int d_k, int d_v) {
    auto& c = cases.add(label)
                  .tensor("x", draw.normal({batch, tokens, channels}))
                  .tensor("w_query", draw.normal({channels, d_k}, {.std = 0.7}))
                  .tensor("w_key", draw.normal({channels, d_k}, {.std = 0.7}))
                  .tensor("w_value", draw.normal({channels, d_v}));
    if (upstream) c.tensor("upstream", draw.normal({batch, tokens, d_v}));
  };
  add("2 tokens of 3 numbers", 1, 2, 3, 2, 1);
  add("2 sequences of 3 tokens", 2, 3, 4, 2, 5);
  add("3 sequences of 4 tokens, d_k above d_model", 3, 4, 3, 7, 2);
  add("all widths equal", 2, 5, 4, 4, 4);
  add("one token", 4, 1, 2, 3, 2);
  add("d_model 12, d_k 3", 4, 3, 12, 3, 6);
  add("d_model 3, d_k 1", 2, 4, 3, 1, 2);
}

constexpr std::array names{"x", "w_query", "w_key", "w_value"};

std::vector<Variable> leaves_of(const Case& c) {
  std::vector<Variable> leaves;
  for (const char* name : names)
    leaves.push_back(Variable::parameter(heed::learn::to_array(c.tensor(name)), name));
  return leaves;
}

/// Gives the output, and the gradients of Σ upstream ∘ output: zeros if no gradient reaches an input.
void give_gradients(Case& c) {
  const std::vector<Variable> leaves = leaves_of(c);
  const Variable output = self_attention(leaves[0], leaves[1], leaves[2], leaves[3]);
  const Tensor value = heed::learn::to_tensor(output.value());
  c.give("output", value);
  const Tensor& upstream = c.tensor("upstream");
  // With another shape there is no gradient to speak of: the value's shape is what the learner hears of.
  if (output.requires_grad() && value.shape() == upstream.shape())
    output.backward({.gradient = heed::learn::to_array(upstream)});
  for (std::size_t i = 0; i < names.size(); ++i)
    c.give(fmt::format("grad_{}", names[i]), leaves[i].grad().defined()
                                                 ? heed::learn::to_tensor(leaves[i].grad())
                                                 : Tensor(c.tensor(names[i]).shape()));
}

}  // namespace

void describe(Exercise& e) {
  e.without({"attention", "scaled_dot_product_attention", "multi_head_attention", "MultiheadAttention"});
  e.part(
      "output", {.points = 5},
      [](Case& c) {
        const std::vector<Variable> leaves = leaves_of(c);
        const Variable output = self_attention(leaves[0], leaves[1], leaves[2], leaves[3]);
        c.give("output", heed::learn::to_tensor(output.value()));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("three tokens; Q and V are x itself, K is x with its two numbers exchanged")
            .tensor("x", Tensor::of({1, 3, 2}, {1, 0, 0, 2, 1, 1}))
            .tensor("w_query", Tensor::of({2, 2}, {1, 0, 0, 1}))
            .tensor("w_key", Tensor::of({2, 2}, {0, 1, 1, 0}))
            .tensor("w_value", Tensor::of({2, 2}, {1, 0, 0, 1}));
        add_inputs(cases, draw, false);
      });
  e.part("gradients", {.points = 5}, give_gradients,
         [](Cases& cases, Draw& draw) { add_inputs(cases, draw, true); });
  e.now([](Demo& d) {
    const heed::demos::Reversal r = heed::demos::learn_to_reverse(self_attention);
    d.say(fmt::format(
              "In a small model your self-attention is the only connection between positions. In {} steps of "
              "training the loss went from {:.2f} to {:.2f}, and {} of {} unseen sequences of {} digits are "
              "reversed without a mistake: {} -> {}",
              r.steps, r.first_loss, r.last_loss, r.right, r.tested, r.length, r.example, r.answer),
          fmt::format(
              "위치와 위치를 잇는 것이 여러분의 셀프 어텐션뿐인 작은 모델을 {}단계 학습했습니다. 손실은 "
              "{:.2f}에서 "
              "{:.2f}까지 내려갔고, 처음 보는 {}자리 숫자열 {}개 중 {}개를 틀림없이 뒤집습니다. {} -> {}",
              r.steps, r.first_loss, r.last_loss, r.length, r.tested, r.right, r.example, r.answer));
  });
}
