// MultiheadAttention against PyTorch: outputs, weights of each head, gradients of all inputs and parameters.
#include <cmath>

#include "lib/core/error.hpp"
#include "nn/multihead_attention.hpp"
#include "tests/farthest.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

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

TEST_CASE("MultiheadAttention refuses what cannot be") {
  Rng rng(1);
  CHECK_THROWS_WITH(MultiheadAttention(10, 3, rng), Catch::Contains("3 heads do not divide d_model 10"));
  CHECK_THROWS_AS(MultiheadAttention(8, 0, rng), UsageError);
  const MultiheadAttention module(8, 2, rng);
  const auto zeros = [](std::int64_t b, std::int64_t t, std::int64_t c) {
    return Variable(Array::zeros({b, t, c}));
  };
  CHECK_THROWS_AS(module(zeros(2, 3, 8), zeros(1, 3, 8), zeros(1, 3, 8)), ShapeError);
  CHECK_THROWS_AS(module(zeros(2, 3, 8), zeros(2, 4, 8), zeros(2, 3, 8)), ShapeError);
  CHECK_THROWS_AS(module(zeros(2, 3, 6), zeros(2, 3, 6), zeros(2, 3, 6)), ShapeError);
  const Mask wrong = Mask::dense({3, 4}, std::vector<std::uint8_t>(12, 1));
  CHECK_THROWS_WITH(module(zeros(2, 3, 8), zeros(2, 5, 8), zeros(2, 5, 8), {.mask = wrong}),
                    Catch::Contains("(1, 1, 3, 4)") && Catch::Contains("(2, 2, 3, 5)"));
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
