// The same bits whatever the number of threads, on sizes that are cut into chunks.
#include "lib/array/parallel.hpp"
#include "tests/autograd/agree.hpp"
#include "tests/autograd/op_table.hpp"

namespace heed::testing {
namespace {

struct Case {
  std::string name;
  std::vector<Shape> inputs;
  OpCall call{};  // left out: that of the row of the op table with this name
};

std::vector<Case> cases() {
  const Shape rows{16, 64, 96};
  return {{"operator+/same", {rows, {96}}},
          {"operator//same", {rows, {64, 1}}},
          {"exp/odd", {rows}},
          {"power/odd", {rows}},
          {"sum/all", {{300'001}}},
          {"sum/rows", {{1'000, 301}}},
          {"mean/middle", {{1'000, 301}}},
          {"permute/three", {{40, 50, 60}}},
          {"softmax/last", {{900, 133}}},
          {"log_softmax/last", {{900, 133}}},
          {"layer_norm/rows", {rows, {96}, {96}}},
          {"matmul/matrix", {{257, 200}, {200, 301}}},
          {"matmul/batch", {{24, 33, 40}, {24, 40, 35}}},
          {"linear/rows", {rows, {200, 96}, {200}}},
          {"scaled_dot_product_attention/linear_causal", {{2, 2, 2100, 8}, {2, 2, 2100, 8}, {2, 2, 2100, 8}}},
          {"rotary/heads", {{40, 33, 96}}},
          {"relu_feed_forward/batch", {rows, {200, 96}, {200}, {96, 200}, {96}}},
          {"residual_norm/batch", {rows, rows, {96}, {96}}},
          {"cross_entropy/wide", {{16, 64, 500}}},
          {"embedding",
           {{500, 96}},
           [](const Inputs& in) {
             return embedding(in[0], sample_tokens({16, 64}, 37, 0, 500));
           }},
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
                 in[0], in[1], in[2],
                 {.mask = Mask::causal(), .relative_key = in[3], .relative_value = in[4]});
           }}};
}

std::vector<Array> outcome_of(const Case& c) {
  Rng rng(5);
  std::vector<Array> inputs;
  for (const Shape& shape : c.inputs) inputs.push_back(rng.normal(shape));
  return outcome(c.call ? c.call : op_case(c.name).call, inputs,
                 [&](const Shape& y) { return rng.uniform(y, -1, 1); });
}

}  // namespace

TEST_CASE("values and gradients have the same bits with one, two, three and five threads", "[threads]") {
  const int before = threads();
  for (const Case& c : cases()) {
    set_threads(1);
    const std::vector<Array> alone = outcome_of(c);
    for (const int count : {2, 3, 5}) {
      set_threads(count);
      const std::vector<Array> together = outcome_of(c);
      for (std::size_t i = 0; i < alone.size(); ++i) {
        INFO(c.name << (i == 0 ? ": result" : ": gradient ") << i << " with " << count << " threads");
        CHECK(identical(alone[i], together[i]));
      }
    }
  }
  set_threads(before);
}

}  // namespace heed::testing
