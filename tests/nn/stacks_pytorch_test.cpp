// Encoder and decoder layers, and whole stacks with the weights of an nn.Transformer, against PyTorch.
#include "models/transformer.hpp"
#include "nn/decoder.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

namespace {

LayerOptions layer_options(const golden::Case& c) {
  return {.d_model = c.option<int>("d_model"),
          .heads = c.option<int>("heads"),
          .dim_feedforward = c.option<int>("ff"),
          .dropout = 0,
          .activation = golden::activation(c),
          .norm = golden::norm_order(c)};
}

}  // namespace

TEST_CASE("encoder and decoder layers equal PyTorch's", "[pytorch]") {
  Rng rng(1);
  for (const golden::Case& c : golden::cases("nn_stacks.safetensors", "encoder_layer/", 4)) {
    const EncoderLayer layer(layer_options(c), rng);
    golden::check_module(c, layer, {"x"}, [&](const auto& in) {
      return layer(in[0], {.mask = c.padding("in.source_tokens")});
    });
  }
  for (const golden::Case& c : golden::cases("nn_stacks.safetensors", "decoder_layer/", 4)) {
    const DecoderLayer layer(layer_options(c), rng);
    golden::check_module(c, layer, {"x", "memory"}, [&](const auto& in) {
      return layer(in[0], in[1], {.mask = Mask::causal() & c.padding("in.target_tokens")},
                   {.mask = c.padding("in.source_tokens")});
    });
  }
}

TEST_CASE("the weights of an nn.Transformer load and compute the same", "[pytorch]") {
  for (const golden::Case& c : golden::cases("nn_stacks.safetensors", "transformer/", 4)) {
    Rng rng(1);
    const Transformer model({.source_vocab = 7,
                             .target_vocab = 9,
                             .encoder_layers = c.option<int>("encoder_layers"),
                             .decoder_layers = c.option<int>("decoder_layers"),
                             .layer = layer_options(c)},
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
