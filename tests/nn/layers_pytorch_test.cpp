// The small layers and the loss against PyTorch.
#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "nn/layers.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

namespace {

const Safetensors& layers_golden() {
  static const Safetensors loaded = golden::load("nn_layers.safetensors");
  return loaded;
}

}  // namespace

TEST_CASE("Linear equals PyTorch's", "[pytorch]") {
  for (const golden::Case& c : golden::cases(layers_golden(), "linear/")) {
    Rng rng(1);
    const Shape shape = c.shape("param.weight");
    const Linear module(shape[1], shape[0], rng);
    module.load_state_dict(c.parameters());
    const Variable x = c.leaf("x");
    const Variable y = module(x);
    y.backward({.gradient = c.array("in.upstream")});
    c.check_output("out.y", y.value());
    c.check_gradient("grad_in.x", x.grad());
    c.check_gradients(module);
  }
}

TEST_CASE("Embedding equals PyTorch's, with and without padding_idx", "[pytorch]") {
  for (const golden::Case& c : golden::cases(layers_golden(), "embedding/")) {
    Rng rng(1);
    const Shape shape = c.shape("param.weight");
    const Embedding module(shape[0], shape[1], rng, {.padding_idx = c.option<std::int32_t>("padding_idx")});
    module.load_state_dict(c.parameters());
    const Variable y = module(c.tokens("in.ids"));
    y.backward({.gradient = c.array("in.upstream")});
    c.check_output("out.y", y.value());
    c.check_gradients(module);
  }
}

TEST_CASE("LayerNorm equals PyTorch's", "[pytorch]") {
  for (const golden::Case& c : golden::cases(layers_golden(), "layer_norm/")) {
    const LayerNorm module(c.shape("param.weight")[0], c.option<double>("eps"));
    module.load_state_dict(c.parameters());
    const Variable x = c.leaf("x");
    const Variable y = module(x);
    y.backward({.gradient = c.array("in.upstream")});
    c.check_output("out.y", y.value());
    c.check_gradient("grad_in.x", x.grad());
    c.check_gradients(module);
  }
}

TEST_CASE("cross entropy equals PyTorch's", "[pytorch]") {
  const std::map<std::string, Reduction> reductions{
      {"mean", Reduction::mean}, {"sum", Reduction::sum}, {"none", Reduction::none}};
  for (const golden::Case& c : golden::cases(layers_golden(), "cross_entropy/")) {
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
