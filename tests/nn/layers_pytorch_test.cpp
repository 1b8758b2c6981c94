// Small layers, and attention against PyTorch: outputs and gradients of all inputs and parameters.
#include <cmath>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "nn/layers.hpp"
#include "nn/multihead_attention.hpp"
#include "tests/farthest.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

TEST_CASE("RMSNorm adds 1e-5 to the mean square") {
  const Array y = RMSNorm(2)(Variable(Array({1, 2}, {0.003F, 0.001F}))).value();
  CHECK(y.at({0, 0}) == Approx(0.003 / std::sqrt(5e-6 + 1e-5)));
}

TEST_CASE("feed_forward is linear2(activation(linear1(x)))") {
  Rng rng(3);
  const Linear linear1(6, 10, rng), linear2(10, 6, rng);
  const Variable x(rng.normal({2, 3, 6})), hidden = linear1(x);
  for (const auto& [activation, active] : {std::pair(Activation::relu, relu(hidden)),
                                           {Activation::gelu, gelu(hidden)},
                                           {Activation::silu, silu(hidden)}})
    CHECK(identical(feed_forward(linear1, x, linear1, linear2, activation, Dropout(0)).value(),
                    linear2(active).value()));
}

TEST_CASE("MultiheadAttention equals PyTorch's", "[pytorch]") {
  for (const golden::Case& c : golden::cases("nn_attention.safetensors", "", 25)) {
    Rng rng(1);
    const MultiheadAttention module(c.shape("param.out_proj.weight")[0], c.option<int>("heads"), rng);
    module.load_state_dict(c.parameters());
    const std::string inputs = c.option<std::string>("inputs");
    const Variable query = c.leaf("query");
    const Variable key = inputs == "self" ? query : c.leaf("key");
    const Variable value = inputs == "three" ? c.leaf("value") : key;
    Array weights;
    const Variable y = module(query, key, value, {.mask = c.mask("in.mask"), .weights = &weights});
    y.backward({.gradient = c.array("in.upstream")});

    c.check_output("out.y", y.value());
    c.check_output("out.weights", weights);
    c.check_gradient("grad_in.query", query.grad());
    if (inputs != "self") c.check_gradient("grad_in.key", key.grad());
    if (inputs == "three") c.check_gradient("grad_in.value", value.grad());
    c.check_gradients(module);
    CHECK(identical(module(query, key, value, {.mask = c.mask("in.mask")}).value(), y.value()));
  }
}

TEST_CASE("learned extra keys have no place in a cache, other widths of keys and values have") {
  Rng rng(7);
  for (const auto& options : {MultiheadAttention::Options{.add_bias_kv = true}, {.add_zero_attn = true}}) {
    const MultiheadAttention module(8, 2, rng, options);
    CHECK_THROWS_WITH(module.empty_cache(1, 4), Catch::Contains("add_bias_kv and add_zero_attn"));
    CHECK_THROWS_AS(module.project(Variable(Array::zeros({1, 3, 8}))), UsageError);
  }
  const MultiheadAttention module(8, 2, rng, {.kdim = 5, .vdim = 5});
  const Variable query(rng.normal({2, 3, 8})), memory(rng.normal({2, 4, 5}));
  const Array direct = module(query, memory, memory).value();
  const Array cached = module.attend(query, module.project(memory), {}).value();
  CHECK(farthest(direct, cached) < (golden::is_double ? 1e-13 : 1e-5));
  const Array wrong = Array::zeros({5, 4});
  CHECK_THROWS_WITH(module(query, memory, memory, {.bias = wrong}), Catch::Contains("(5, 4)"));
}
