// The small layers, the loss and attention against PyTorch: outputs and gradients of all inputs and
// parameters.
#include <cmath>
#include <map>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "nn/layers.hpp"
#include "nn/multihead_attention.hpp"
#include "tests/farthest.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

TEST_CASE("Linear, Embedding and LayerNorm equal PyTorch's", "[pytorch]") {
  const std::string file = "nn_layers.safetensors";
  Rng rng(1);
  for (const golden::Case& c : golden::cases(file, "linear/")) {
    const Linear module(c.shape("param.weight")[1], c.shape("param.weight")[0], rng);
    golden::check_module(c, module, {"x"}, [&](const auto& in) { return module(in[0]); });
  }
  for (const golden::Case& c : golden::cases(file, "embedding/")) {
    const Shape shape = c.shape("param.weight");
    const Embedding module(shape[0], shape[1], rng, {.padding_idx = c.option<std::int32_t>("padding_idx")});
    golden::check_module(c, module, {}, [&](const auto&) { return module(c.tokens("in.ids")); });
  }
  for (const golden::Case& c : golden::cases(file, "layer_norm/")) {
    const LayerNorm module(c.shape("param.weight")[0], c.option<double>("eps"));
    golden::check_module(c, module, {"x"}, [&](const auto& in) { return module(in[0]); });
  }
}

TEST_CASE("cross entropy equals PyTorch's", "[pytorch]") {
  const std::map<std::string, Reduction> reductions{
      {"mean", Reduction::mean}, {"sum", Reduction::sum}, {"none", Reduction::none}};
  for (const golden::Case& c : golden::cases("nn_layers.safetensors", "cross_entropy/")) {
    const Variable logits = c.leaf("logits");
    const Variable y = cross_entropy(logits, c.tokens("in.targets"),
                                     {.label_smoothing = c.option<double>("smoothing"),
                                      .reduction = reductions.at(c.option<std::string>("reduction"))});
    y.backward({.gradient = c.array("in.upstream")});
    c.check_output("out.y", y.value());
    c.check_gradient("grad_in.logits", logits.grad());
  }
}

TEST_CASE("RMSNorm adds 1e-5 to the mean square") {
  const Array y = RMSNorm(2)(Variable(Array({1, 2}, {0.003F, 0.001F}))).value();
  CHECK(y.at({0, 0}) == Approx(0.003 / std::sqrt(5e-6 + 1e-5)));
}

TEST_CASE("FeedForward is linear2(activation(linear1(x)))") {
  for (const Activation activation : {Activation::relu, Activation::gelu, Activation::silu}) {
    Rng rng(3);
    const FeedForward module(6, 10, rng, {.activation = activation, .dropout = 0});
    const Variable x(rng.normal({2, 3, 6}));
    const Variable hidden = module.linear1(x);
    const Variable expected = module.linear2(activation == Activation::relu   ? relu(hidden)
                                             : activation == Activation::gelu ? gelu(hidden)
                                                                              : silu(hidden));
    CHECK(identical(module(x).value(), expected.value()));
  }
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
