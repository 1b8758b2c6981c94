// Layers: initial values, sizes that cannot be, positions, and what PyTorch computes.

#include <algorithm>
#include <cmath>
#include <map>

#include "autograd/ops.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "models/transformer.hpp"
#include "nn/layers.hpp"
#include "nn/multihead_attention.hpp"
#include "tests/farthest.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/golden.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using namespace heed::testing;

TEST_CASE("initial values: ranges and moments") {
  Rng rng(5);
  const auto largest = [](const Array& a) { return farthest(a, Array::zeros(a.shape())); };
  // Checks that the numbers are spread evenly between -bound and bound.
  const auto uniform = [&](const Array& a, double bound) {
    CHECK(largest(a) <= bound * (1 + 1e-6));
    CHECK(largest(a) > 0.99 * bound);
    CHECK(root_mean_square(a) == Approx(bound / std::sqrt(3.0)).epsilon(0.03));
    CHECK(std::abs(static_cast<double>(mean(a).item())) < 0.02 * bound);
  };
  uniform(xavier_uniform({300, 100}, rng), std::sqrt(6.0 / 400));
  uniform(uniform_fan_in({300, 100}, 100, rng), 0.1);
  CHECK_THROWS_WITH(xavier_uniform({5}, rng), Catch::Contains("(5,)"));

  const Transformer model({.source_vocab = 500,
                           .target_vocab = 400,
                           .encoder_layers = 1,
                           .decoder_layers = 1,
                           .layer = {.d_model = 64, .heads = 4, .dim_feedforward = 256}},
                          rng);
  for (const auto& [name, value] : model.named_parameters()) {
    INFO(name);
    const Array& x = value.value();
    if (name.find("norm") != std::string::npos)
      CHECK(identical(x, Array::full(x.shape(), name.ends_with("weight"))));
    if (value.rank() == 2) {
      const double bound = std::sqrt(6.0 / static_cast<double>(x.dim(0) + x.dim(1)));
      CHECK(largest(x) <= bound * (1 + 1e-6));
      CHECK(root_mean_square(x) == Approx(bound / std::sqrt(3.0)).epsilon(0.03));
    }
    if (!name.ends_with("embedding.weight")) continue;
    for (int c = 0; c < 64; ++c) CHECK(x.data()[c] == 0);  // <pad>
  }
  uniform(Linear(100, 300, rng).weight.value(), 0.1);
  CHECK(largest(Linear(100, 3000, rng).bias.value()) == Approx(0.1).epsilon(0.01));
  // The same seed, the same model.
  Rng a(9), b(9), c(10);
  CHECK(same(Transformer(small(), a).state_dict(), Transformer(small(), b).state_dict()));
  CHECK_FALSE(same(Transformer(small(), c).state_dict(), Transformer(small(), b).state_dict()));
}

TEST_CASE("sizes that cannot be are refused by name") {
  Rng rng(1);
  using Change = void (*)(TransformerOptions & o);
  for (const auto& [text, change] :
       std::map<std::string, Change>{{"source_vocab is 0", [](auto& o) { o.source_vocab = 0; }},
                                     {"target_vocab is 0", [](auto& o) { o.target_vocab = 0; }},
                                     {"d_model is -4", [](auto& o) { o.layer.d_model = -4; }},
                                     {"heads is 0", [](auto& o) { o.layer.heads = 0; }},
                                     {"5 heads do not divide d_model 12", [](auto& o) { o.layer.heads = 5; }},
                                     {"encoder_layers is 0", [](auto& o) { o.encoder_layers = 0; }},
                                     {"decoder_layers is 0", [](auto& o) { o.decoder_layers = 0; }},
                                     {"dim_feedforward is 0", [](auto& o) { o.layer.dim_feedforward = 0; }},
                                     {"max_length is 0", [](auto& o) { o.layer.max_length = 0; }},
                                     {"dropout 1", [](auto& o) { o.layer.dropout = 1; }},
                                     {"padding_idx 30", [](auto& o) { o.pad = 30; }}}) {
    TransformerOptions options = small();
    change(options);
    CHECK_THAT(error_text<UsageError>([&] { Transformer(options, rng); }), Catch::Contains(text));
  }
}

TEST_CASE("a layer that cannot be is refused by its name") {
  static Rng rng(1);
  using Make = void (*)();
  for (const auto& [make, message] : std::vector<std::pair<Make, const char*>>{
           {[] { Linear(0, 3, rng); }, "Linear(0, 3): every size must be at least 1"},
           {[] { Linear(3, 0, rng); }, "Linear(3, 0)"},
           {[] { Embedding(0, 3, rng); }, "Embedding(0, 3)"},
           {[] { (void)LayerNorm(0); }, "LayerNorm(0)"},
           {[] { (void)RMSNorm(0); }, "RMSNorm(0)"},
           {[] { Embedding(5, 2, rng, {.padding_idx = 5}); }, "padding_idx 5"},
           {[] { Dropout(1.0); }, "dropout 1"},
           {[] { Dropout(-0.1); }, "dropout -0.1"},
           {[] { MultiheadAttention(0, 1, rng); }, "d_model 0"},
           {[] { MultiheadAttention(10, 3, rng); }, "3 heads do not divide d_model 10"},
           {[] { Conv1d(1, 2, 0, rng); }, "Conv1d(1, 2, 0)"},
           {[] {
              Conv2d(0, 2, {3, 3}, rng);
            },
            "Conv2d(0, 2, 3, 3)"},
           {[] { (void)BatchNorm2d(0); }, "BatchNorm2d(0)"},
           {[] { LSTM(0, 3, rng); }, "0 inputs and 3 units"}})
    CHECK_THROWS_WITH(make(), Catch::Contains(message));
}

TEST_CASE("sinusoidal positions: the paper's formula, interleaved, and no position beyond the maximum") {
  const Array pe = sinusoidal_positions(60, 10);
  for (const int pos : {0, 1, 2, 17, 59}) {
    for (int i = 0; i < 5; ++i) {
      const double angle = pos / std::pow(10000.0, 2.0 * i / 10);
      CHECK(static_cast<double>(pe.at({pos, 2 * i})) == Approx(std::sin(angle)).margin(1e-6));
      CHECK(static_cast<double>(pe.at({pos, 2 * i + 1})) == Approx(std::cos(angle)).margin(1e-6));
    }
  }
  CHECK(sinusoidal_positions(4, 7).shape() == Shape{4, 7});  // an odd number of channels ends with a sine
  Rng rng(1);
  const PositionalEncoding position(10, rng, {.max_length = 60, .dropout = 0});
  const Variable zeros(Array::zeros({2, 3, 10}));
  CHECK(position(zeros, 17).value().at({1, 0, 4}) == pe.at({17, 4}));
  CHECK(position.parameters().empty());
  CHECK_THROWS_WITH(position(zeros, 58), Catch::Contains("61 tokens") && Catch::Contains("maximum of 60"));
  CHECK_THROWS_AS(position(Variable(Array::zeros({2, 3, 9}))), ShapeError);
  const PositionalEncoding learned(10, rng, {.kind = Position::learned, .max_length = 60, .dropout = 0});
  sum(learned(zeros, 5)).backward();
  const Array g = learned.parameters().at(0).grad();
  CHECK(g.at({4, 0}) == 0);
  CHECK(g.at({5, 0}) == 2);  // one for each sentence of the batch
  CHECK(g.at({8, 0}) == 0);
}

TEST_CASE("RMSNorm adds 1e-5 to the mean square") {
  const Array y = RMSNorm(2)(Variable(Array({1, 2}, {0.003F, 0.001F}))).value();
  CHECK(y.at({0, 0}) == Approx(0.003 / std::sqrt(5e-6 + 1e-5)));
}

TEST_CASE("SwiGLU lets one projection open and close the other") {
  Rng rng(1);
  const SwiGLU layer(2, 3, rng);
  CHECK(layer.parameters().size() == 3);
  layer.load_state_dict({{"gate_proj.weight", Array({3, 2}, {1, 0, 0, -1, 0, 0})},
                         {"up_proj.weight", Array({3, 2}, {1, 1, 1, -1, 5, 5})},
                         {"down_proj.weight", Array({2, 3}, {1, 0, 1, 0, 1, 1})}});
  const Array y = layer(Variable(Array({1, 2}, {1, 2}))).value();  // silu(1, -2, 0) ∘ (3, -1, 15)
  CHECK(y.at({0, 0}) == Approx(3 / (1 + std::exp(-1.0))));
  CHECK(y.at({0, 1}) == Approx(2 / (1 + std::exp(2.0))));
}

TEST_CASE("groups of query heads attend to shared keys and values as to copies of their own") {
  Rng rng(2);
  const Variable query(rng.normal({2, 6, 4, 5}));
  const auto key = Variable::parameter(rng.normal({2, 3, 4, 5}));
  const auto value = Variable::parameter(rng.normal({2, 3, 4, 5}));
  const Variable all = scaled_dot_product_attention(query, repeat_heads(key, 2), repeat_heads(value, 2));
  for (std::int64_t h = 0; h < 6; ++h) {
    const auto group = [&](const Variable& x) { return slice(x, 1, h / 2, h / 2 + 1); };
    CHECK(
        identical(slice(all, 1, h, h + 1).value(),
                  scaled_dot_product_attention(slice(query, 1, h, h + 1), group(key), group(value)).value()));
  }
  const Variable weight(rng.normal({2, 6, 4, 5}));
  sum(repeat_heads(value, 2) * weight).backward();
  const Array w = weight.value(), g = value.grad();  // both heads of a group
  CHECK(g.at({1, 2, 3, 4}) == Approx(w.at({1, 4, 3, 4}) + w.at({1, 5, 3, 4})));
  CHECK_THROWS_AS(repeat_heads(sum(query), 2), ShapeError);
  CHECK_THROWS_AS(repeat_heads(query, 0), UsageError);
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
