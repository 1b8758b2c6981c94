// Encoder and decoder layers, and whole stacks with the weights of an nn.Transformer, against PyTorch.
#include "models/transformer.hpp"
#include "nn/decoder.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

namespace {

const Safetensors& stacks_golden() {
  static const Safetensors loaded = golden::load("nn_stacks.safetensors");
  return loaded;
}

LayerOptions layer_options(const golden::Case& c) {
  return {.d_model = c.option<int>("d_model"),
          .heads = c.option<int>("heads"),
          .dim_feedforward = c.option<int>("ff"),
          .dropout = 0,
          .activation = golden::activation(c),
          .norm = golden::norm_order(c)};
}

}  // namespace

TEST_CASE("an encoder layer equals PyTorch's", "[pytorch]") {
  const auto all = golden::cases(stacks_golden(), "encoder_layer/");
  REQUIRE(all.size() >= 4);
  for (const golden::Case& c : all) {
    Rng rng(1);
    const EncoderLayer layer(layer_options(c), rng);
    layer.load_state_dict(c.parameters());
    const Variable x = c.leaf("x");
    const Variable y = layer(x, {.mask = c.padding("in.source_tokens")});
    y.backward({.gradient = c.array("in.upstream")});
    c.check_output("out.y", y.value());
    c.check_gradient("grad_in.x", x.grad());
    c.check_gradients(layer);
  }
}

TEST_CASE("a decoder layer equals PyTorch's", "[pytorch]") {
  const auto all = golden::cases(stacks_golden(), "decoder_layer/");
  REQUIRE(all.size() >= 4);
  for (const golden::Case& c : all) {
    Rng rng(1);
    const DecoderLayer layer(layer_options(c), rng);
    layer.load_state_dict(c.parameters());
    const Variable x = c.leaf("x"), memory = c.leaf("memory");
    const Variable y = layer(x, memory, {.mask = Mask::causal() & c.padding("in.target_tokens")},
                             {.mask = c.padding("in.source_tokens")});
    y.backward({.gradient = c.array("in.upstream")});
    c.check_output("out.y", y.value());
    c.check_gradient("grad_in.x", x.grad());
    c.check_gradient("grad_in.memory", memory.grad());
    c.check_gradients(layer);
  }
}

TEST_CASE("the weights of an nn.Transformer load and compute the same", "[pytorch]") {
  const auto all = golden::cases(stacks_golden(), "transformer/");
  REQUIRE(all.size() >= 4);
  for (const golden::Case& c : all) {
    Rng rng(1);
    const Transformer model({.source_vocab = 7,
                             .target_vocab = 9,
                             .encoder_layers = c.option<int>("encoder_layers"),
                             .decoder_layers = c.option<int>("decoder_layers"),
                             .layer = {.d_model = c.option<int>("d_model"),
                                       .heads = c.option<int>("heads"),
                                       .dim_feedforward = c.option<int>("ff"),
                                       .dropout = 0,
                                       .activation = golden::activation(c),
                                       .norm = golden::norm_order(c)}},
                            rng);
    const Array embedding = model.source_embedding.weight.value();
    CHECK_THROWS_WITH(model.load_state_dict(c.parameters()),
                      Catch::Contains("missing: source_embedding.weight"));
    model.load_state_dict(c.parameters(), {.strict = false});
    CHECK(identical(model.source_embedding.weight.value(), embedding));
    for (const auto& [name, value] : model.state_dict()) {
      const bool in_stack = name.starts_with("encoder.") || name.starts_with("decoder.");
      CHECK(c.has("param." + name) == in_stack);
      if (in_stack) CHECK(identical(value, c.array("param." + name)));
    }

    const Variable source = c.leaf("source"), target = c.leaf("target");
    const Mask source_mask = c.padding("in.source_tokens"), target_mask = c.padding("in.target_tokens");
    const Variable memory = model.encoder(source, {source_mask});
    const Variable y = model.decoder(target, memory, {Mask::causal() & target_mask}, {source_mask});
    y.backward({.gradient = c.array("in.upstream")});
    c.check_output("out.y", y.value());
    c.check_gradient("grad_in.source", source.grad());
    c.check_gradient("grad_in.target", target.grad());
    for (const auto& [name, parameter] : model.named_parameters()) {
      if (c.has("grad." + name)) c.check_gradient("grad." + name, parameter.grad());
    }
  }
}

TEST_CASE("a layer without biases is one whose biases are 0") {
  Rng rng(4);
  LayerOptions options{.d_model = 8, .heads = 2, .dim_feedforward = 12, .dropout = 0};
  const DecoderLayer with(options, rng);
  options.bias = false;
  const DecoderLayer without(options, rng);
  for (const auto& [name, parameter] : without.named_parameters())
    CHECK(name.find("bias") == std::string::npos);
  StateDict weights;
  for (const auto& [name, value] : with.state_dict()) {
    if (name.find("bias") == std::string::npos) weights.emplace_back(name, value);
    for (auto& [of, parameter] : with.named_parameters())
      if (of == name && name.find("bias") != std::string::npos)
        Variable(parameter).set_value(Array::zeros(value.shape()));
  }
  without.load_state_dict(weights);
  const Variable x(rng.normal({2, 3, 8})), memory(rng.normal({2, 4, 8}));
  CHECK(identical(with(x, memory, {}, {}).value(), without(x, memory, {}, {}).value()));
  without(x, memory, {}, {}).backward({.gradient = rng.normal({2, 3, 8})});
  for (const auto& [name, parameter] : without.named_parameters()) CHECK(parameter.grad().defined());
}
