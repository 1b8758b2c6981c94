// Projections of global positions' own (Longformer, section 3.1).
#include "autograd/gradcheck.hpp"
#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "nn/multihead_attention.hpp"
#include "tests/catch.hpp"
#include "tests/farthest.hpp"

using namespace heed;

namespace {

MultiheadAttention attention_with(const char* rules, GlobalProjection projection,
                                  const char* positions = "none") {
  Rng rng(4);
  return MultiheadAttention(8, 2, rng,
                            {.attention = {.rules = AttentionRules::parse(rules),
                                           .positions = Positions::parse(positions),
                                           .global_projection = projection}});
}

/// The same projections and out_proj in another attention, `weight` for its in_proj_weight.
void take_over(const MultiheadAttention& to, const MultiheadAttention& from, const std::string& weight) {
  const StateDict state = from.state_dict();
  to.load_state_dict(
      {{"in_proj_weight", *find_tensor(state, weight)},
       {"in_proj_bias",
        *find_tensor(state, weight == "in_proj_weight" ? "in_proj_bias" : "global_in_proj_bias")},
       {"out_proj.weight", *find_tensor(state, "out_proj.weight")},
       {"out_proj.bias", *find_tensor(state, "out_proj.bias")}},
      {.strict = false});
}

bool close(const Array& a, const Array& b) { return farthest(a, b) <= 1e-6; }

}  // namespace

TEST_CASE("global positions ask by projections of their own, all others by those of all") {
  for (const char* positions : {"none", "rotary", "alibi"}) {
    INFO(positions);
    const MultiheadAttention own = attention_with("window:1+global:2", GlobalProjection::own, positions);
    const MultiheadAttention others =
        attention_with("window:1+global:2", GlobalProjection::shared, positions);
    const MultiheadAttention globals = attention_with("all", GlobalProjection::shared, positions);
    Rng rng(5);
    Variable biased = own.global_in_proj_bias;
    biased.set_value(rng.normal({24}));
    take_over(others, own, "in_proj_weight");
    take_over(globals, own, "global_in_proj_weight");
    for (const std::int64_t length : {1, 2, 7}) {
      const Variable x(rng.normal({3, length, 8}));
      const std::int64_t first = std::min<std::int64_t>(2, length);
      // A table has a row for each query, also those that do not ask.
      std::vector<std::uint8_t> table(static_cast<std::size_t>(3 * length * length), 1);
      for (std::size_t i = 0; i < table.size(); i += 3) table[i] = 0;
      for (const Mask& mask : {Mask(), Mask::causal(), Mask::dense({3, length, length}, table)}) {
        Array weights, weights_of_others, weights_of_globals;
        const Array out = own(x, x, x, {.mask = mask, .weights = &weights}).value();
        const Array rest = others(x, x, x, {.mask = mask, .weights = &weights_of_others}).value();
        const Array asked = globals(x, x, x, {.mask = mask, .weights = &weights_of_globals}).value();
        CHECK(close(out, concat({slice(asked, 1, 0, first), slice(rest, 1, first, length)}, 1)));
        CHECK(close(
            weights,
            concat({slice(weights_of_globals, 2, 0, first), slice(weights_of_others, 2, first, length)}, 2)));
      }
    }
  }
}

TEST_CASE("a bias of any shape that broadcasts goes with projections of global positions") {
  const MultiheadAttention attention = attention_with("window:1+global:2", GlobalProjection::own);
  Rng rng(8);
  const Variable x(rng.normal({2, 5, 8}));
  const Array row = rng.normal({5});
  const Array out = attention(x, x, x, {.bias = row}).value();
  CHECK(close(out, attention(x, x, x, {.bias = broadcast_to(row, {5, 5})}).value()));
  CHECK(close(out, attention(x, x, x, {.bias = broadcast_to(row, {2, 2, 5, 5})}).value()));
  CHECK(close(attention(x, x, x).value(), attention(x, x, x, {.bias = Array::full({}, Scalar{3})}).value()));
}

TEST_CASE("projections of global positions learn from their rows alone, and the others from theirs") {
  const MultiheadAttention attention = attention_with("window:1+global:1", GlobalProjection::own);
  Rng rng(6);
  const Variable x(rng.normal({2, 5, 8}));
  const auto learns = [&](std::int64_t begin, std::int64_t end) {
    attention.zero_grad();
    sum(power(slice(attention(x, x, x), 1, begin, end), 2)).backward();
    const auto moves = [](const Variable& p) {
      return p.grad().defined() && std::ranges::any_of(p.grad().values(), [](Scalar g) { return g != 0; });
    };
    return std::pair(moves(attention.global_in_proj_weight), moves(attention.in_proj_weight));
  };
  CHECK(learns(0, 1) == std::pair(true, false));
  CHECK(learns(1, 5) == std::pair(false, true));
  CHECK(attention.global_in_proj_weight.shape() == Shape{24, 8});
}

TEST_CASE("gradients of projections of global positions' own are the slopes") {
  for (const char* positions : {"none", "rotary", "shaw:1", "t5"}) {
    const MultiheadAttention attention =
        attention_with("window:1+global:2&causal", GlobalProjection::own, positions);
    Rng rng(8);
    std::vector<Variable> inputs = attention.parameters();
    inputs.push_back(Variable::parameter(rng.normal({2, 5, 8}), "x"));
    const GradcheckResult result = gradcheck(
        [&](const std::vector<Variable>& all) { return attention(all.back(), all.back(), all.back()); },
        inputs);
    INFO(positions << ": " << result.report);
    CHECK(result);
  }
}

TEST_CASE("the linear kernel has no global positions that could have projections of their own") {
  Rng rng(7);
  const AttentionSpec spec{.rules = AttentionRules::parse("all+global:1"),
                           .kernel = AttentionKernel::linear,
                           .global_projection = GlobalProjection::own};
  CHECK_THROWS_WITH(MultiheadAttention(8, 2, rng, {.attention = spec}),
                    Catch::Contains("linear attention has no global positions"));
}

TEST_CASE("projections of global positions need global positions, and self-attention") {
  CHECK_THROWS_WITH(attention_with("window:1", GlobalProjection::own), Catch::Contains("join global:COUNT"));
  CHECK_THROWS_AS(attention_with("all", GlobalProjection::own), UsageError);
  Rng rng(7);
  const AttentionSpec spec{.rules = AttentionRules::parse("global:1"),
                           .global_projection = GlobalProjection::own};
  CHECK_THROWS_AS(MultiheadAttention(8, 2, rng, {.kdim = 4, .attention = spec}), UsageError);
  CHECK_THROWS_AS(MultiheadAttention(8, 2, rng, {.add_zero_attn = true, .attention = spec}), UsageError);
}
