// The same bits whatever the number of threads, on sizes that are cut into chunks.
#include <map>

#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/random.hpp"
#include "tests/catch.hpp"

namespace heed {
namespace {

using Inputs = std::vector<Variable>;

struct Case {
  std::string name;
  std::vector<Shape> inputs;
  std::function<Variable(const Inputs&)> call;
};

std::vector<Case> cases() {
  std::vector<std::int32_t> ids;
  for (int i = 0; i < 16 * 64; ++i) ids.push_back(i * 37 % 500);
  const Tokens tokens({16, 64}, ids);
  const Shape rows{16, 64, 96};
  return {
      {"add", {rows, {96}}, [](const Inputs& in) { return in[0] + in[1]; }},
      {"divide", {rows, {64, 1}}, [](const Inputs& in) { return in[0] / (in[1] * in[1] + 1); }},
      {"exp", {rows}, [](const Inputs& in) { return exp(in[0]); }},
      {"power", {rows}, [](const Inputs& in) { return power(in[0], 3); }},
      {"sum", {{300'001}}, [](const Inputs& in) { return sum(in[0]); }},
      {"sum rows", {{1'000, 301}}, [](const Inputs& in) { return sum(in[0], {0}); }},
      {"mean last", {{1'000, 301}}, [](const Inputs& in) { return mean(in[0], {1}); }},
      {"permute",
       {{40, 50, 60}},
       [](const Inputs& in) {
         return permute(in[0], {2, 0, 1});
       }},
      {"softmax", {{900, 133}}, [](const Inputs& in) { return softmax(in[0]); }},
      {"log_softmax", {{900, 133}}, [](const Inputs& in) { return log_softmax(in[0]); }},
      {"layer_norm", {rows, {96}, {96}}, [](const Inputs& in) { return layer_norm(in[0], in[1], in[2]); }},
      {"matmul", {{257, 200}, {200, 301}}, [](const Inputs& in) { return matmul(in[0], in[1]); }},
      {"matmul batch", {{24, 33, 40}, {24, 40, 35}}, [](const Inputs& in) { return matmul(in[0], in[1]); }},
      {"linear", {rows, {200, 96}, {200}}, [](const Inputs& in) { return linear(in[0], in[1], in[2]); }},
      {"attention",
       {{8, 33, 96}},
       [](const Inputs& in) {
         Rng rng(3);
         return multi_head_attention({in[0], 0}, {in[0], 32}, {in[0], 64}, 4, 8,
                                     {.mask = Mask::causal(), .dropout = 0.1, .rng = &rng});
       }},
      {"blockwise attention",
       {{3, 300, 16}, {3, 300, 16}, {3, 300, 16}, {1, 599}},
       [](const Inputs& in) {
         Rng rng(3);
         return scaled_dot_product_attention(in[0], in[1], in[2],
                                             {.mask = Mask::causal(),
                                              .dropout = 0.1,
                                              .rng = &rng,
                                              .distance_bias = in[3],
                                              .kernel = AttentionKernel::blockwise});
       }},
      {"attention with relative positions",
       {{2, 300, 4}, {2, 300, 4}, {2, 300, 4}, {9, 4}, {5, 4}},
       [](const Inputs& in) {
         return scaled_dot_product_attention(
             in[0], in[1], in[2], {.mask = Mask::causal(), .relative_key = in[3], .relative_value = in[4]});
       }},
      {"linear attention",
       {{2, 2, 2100, 8}, {2, 2, 2100, 8}, {2, 2, 2100, 8}},
       [](const Inputs& in) {
         return scaled_dot_product_attention(in[0], in[1], in[2],
                                             {.mask = Mask::causal(), .kernel = AttentionKernel::linear});
       }},
      {"rotary", {{40, 33, 96}}, [](const Inputs& in) { return rotary(in[0], 8); }},
      {"relu_feed_forward",
       {rows, {200, 96}, {200}, {96, 200}, {96}},
       [](const Inputs& in) {
         Rng rng(3);
         return relu_feed_forward(in[0], in[1], in[2], in[3], in[4], {.dropout = 0.1, .rng = &rng});
       }},
      {"residual_norm",
       {rows, rows, {96}, {96}},
       [](const Inputs& in) {
         Rng rng(3);
         return residual_norm(in[0], in[1], in[2], in[3], {.dropout = 0.1, .rng = &rng});
       }},
      {"embedding", {{500, 96}}, [tokens](const Inputs& in) { return embedding(in[0], tokens); }},
      {"cross entropy", {{16, 64, 500}}, [tokens](const Inputs& in) {
         return cross_entropy(in[0], tokens, {.label_smoothing = 0.1});
       }}};
}

std::vector<Array> outcome(const Case& c) {
  Rng rng(5);
  Inputs inputs;
  for (const Shape& shape : c.inputs) inputs.push_back(Variable::parameter(rng.normal(shape)));
  const Variable y = c.call(inputs);
  y.backward({.gradient = rng.uniform(y.shape(), -1, 1)});
  std::vector<Array> results{y.value()};
  for (const Variable& x : inputs) results.push_back(x.grad());
  return results;
}

}  // namespace

TEST_CASE("values and gradients have the same bits with one, two, three and five threads", "[threads]") {
  const int before = threads();
  for (const Case& c : cases()) {
    set_threads(1);
    const std::vector<Array> alone = outcome(c);
    for (const int count : {2, 3, 5}) {
      set_threads(count);
      const std::vector<Array> together = outcome(c);
      for (std::size_t i = 0; i < alone.size(); ++i) {
        INFO(c.name << (i == 0 ? ": result" : ": gradient ") << i << " with " << count << " threads");
        CHECK(identical(alone[i], together[i]));
      }
    }
  }
  set_threads(before);
}

}  // namespace heed
