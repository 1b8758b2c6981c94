// MultiheadAttention against PyTorch: outputs, weights of each head, gradients of all inputs and parameters.
#include <cmath>

#include "lib/core/error.hpp"
#include "nn/multihead_attention.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

TEST_CASE("MultiheadAttention equals PyTorch's", "[pytorch]") {
  const Safetensors file = golden::load("nn_attention.safetensors");
  const std::vector<golden::Case> all = golden::cases(file);
  REQUIRE(all.size() >= 25);
  for (const golden::Case& c : all) {
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

TEST_CASE("three equal inputs give what one input given three times gives") {
  Rng rng(5);
  const MultiheadAttention module(12, 3, rng);
  const Array x = rng.normal({2, 5, 12}), upstream = rng.normal({2, 5, 12});
  const Variable one = Variable::parameter(x);
  const Variable query = Variable::parameter(x), key = Variable::parameter(x), value = Variable::parameter(x);
  const Variable together = module(one, one, one), apart = module(query, key, value);
  together.backward({.gradient = upstream});
  const std::vector<Array> before = [&] {
    std::vector<Array> gradients;
    for (const Variable& p : module.parameters()) gradients.push_back(p.grad());
    return gradients;
  }();
  module.zero_grad();
  apart.backward({.gradient = upstream});
  const double tolerance = golden::is_double ? 1e-13 : 1e-5;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    CHECK(std::abs(together.value().data()[i] - apart.value().data()[i]) < tolerance);
    const Scalar sum = query.grad().data()[i] + key.grad().data()[i] + value.grad().data()[i];
    CHECK(std::abs(one.grad().data()[i] - sum) < tolerance);
  }
  for (std::size_t p = 0; p < before.size(); ++p) {
    const Array now = module.parameters()[p].grad();
    for (std::int64_t i = 0; i < now.size(); ++i)
      CHECK(std::abs(now.data()[i] - before[p].data()[i]) < tolerance * 10);
  }
}

TEST_CASE("the key's bias changes no output, and two of the inputs may be the same") {
  // softmax(q (k + b)ᵀ) adds q bᵀ to the whole row. query is value, key is another: the path of three inputs.
  Rng rng(6);
  const MultiheadAttention module(8, 2, rng);
  const Variable a(rng.normal({2, 4, 8})), b(rng.normal({2, 4, 8}));
  const Array before = module(a, b, a).value();
  Variable bias = module.in_proj_bias;
  for (int i = 8; i < 16; ++i) bias.mutable_data()[i] += Scalar(0.5);
  const Array after = module(a, b, a).value();
  for (std::int64_t i = 0; i < before.size(); ++i)
    CHECK(std::abs(before.data()[i] - after.data()[i]) < (golden::is_double ? 1e-13 : 1e-5));
  CHECK(identical(module(a, b, a).value(), module(a, b, Variable(a.value())).value()));
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
  for (std::int64_t i = 0; i < direct.size(); ++i)
    CHECK(std::abs(direct.data()[i] - cached.data()[i]) < (golden::is_double ? 1e-13 : 1e-5));
  const Array wrong = Array::zeros({5, 4});
  CHECK_THROWS_WITH(module(query, memory, memory, {.bias = wrong}), Catch::Contains("(5, 4)"));
}
