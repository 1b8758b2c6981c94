// The small layers and the loss against PyTorch.
#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "nn/layers.hpp"
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

TEST_CASE("layers refuse wrong sizes with both shapes in the message") {
  Rng rng(1);
  const Linear layer(4, 3, rng);
  CHECK_THROWS_WITH(layer(Variable(Array::zeros({2, 5}))),
                    Catch::Contains("(2, 5)") && Catch::Contains("(3, 4)"));
  const LayerNorm norm(4);
  CHECK_THROWS_AS(norm(Variable(Array::zeros({2, 5}))), ShapeError);
  const Embedding embedding(5, 2, rng);
  CHECK_THROWS_WITH(embedding(Tokens({1, 2}, {1, 5})), Catch::Contains("id 5"));
  CHECK_THROWS_AS(Embedding(5, 2, rng, {.padding_idx = 5}), UsageError);
  CHECK_THROWS_AS(Dropout(1.0), UsageError);
  CHECK_THROWS_AS(Dropout(-0.1), UsageError);
}
