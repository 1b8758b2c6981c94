// Module: names, sharing, modes, dropout's generators, state dicts.
#include "nn/module.hpp"

#include <algorithm>
#include <map>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "models/transformer.hpp"
#include "tests/catch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using testing::same;

namespace {

TransformerOptions named_options(Tie tie = Tie::none) {
  return {.source_vocab = 7,
          .target_vocab = tie == Tie::all ? 7 : 9,
          .encoder_layers = 1,
          .decoder_layers = 1,
          .layer = {.d_model = 4, .heads = 2, .dim_feedforward = 6, .dropout = 0.5, .max_length = 16},
          .tie = tie};
}

std::vector<std::string> names_of(const Module& module) {
  std::vector<std::string> names;
  for (const auto& [name, value] : module.named_parameters()) names.push_back(name);
  return names;
}

}  // namespace

TEST_CASE("asking a part of a model for its parameters does not take the model's names from them") {
  Rng rng(1);
  const std::string part = "layers.0.self_attn.in_proj_weight";
  const Encoder alone({.d_model = 4, .heads = 2, .dim_feedforward = 6}, {.layers = 1}, rng);
  CHECK(alone.parameters().at(0).name() == part);
  const Transformer model(named_options(), rng);
  const Variable weight = model.encoder.layers[0].self_attn.in_proj_weight;
  CHECK(model.parameters().size() > 0);
  CHECK(weight.name() == "encoder." + part);
  CHECK(names_of(model.encoder).at(0) == part);
  CHECK(names_of(model.encoder.layers[0]).at(0) == "self_attn.in_proj_weight");
  CHECK(weight.name() == "encoder." + part);
  for (const auto& [name, value] : model.named_parameters()) CHECK(value.name() == name);

  TransformerOptions learned = named_options();
  learned.layer.attention.positions.kind = Position::learned;
  const std::vector<std::string> names = names_of(Transformer(learned, rng));
  CHECK(std::count(names.begin(), names.end(), "position.weight") == 1);
}

TEST_CASE("tied parameters are one: counted once, listed in the state under each name") {
  Rng rng(1);
  const Transformer none(named_options(), rng), target(named_options(Tie::target), rng),
      all(named_options(Tie::all), rng);
  CHECK(none.parameter_count() - target.parameter_count() == 9 * 4);
  CHECK(target.parameter_count() - all.parameter_count() == 7 * 4 + 2 * 4 + 2);
  for (const Transformer& tied : {target, all}) CHECK(none.state_dict().size() == tied.state_dict().size());
  CHECK(none.parameters().size() == target.parameters().size() + 1);
  CHECK(none.parameters().size() == all.parameters().size() + 2);
  CHECK(all.generator.weight.same_as(all.source_embedding.weight));
  CHECK(all.generator.weight.same_as(all.target_embedding.weight));
  Variable shared = all.generator.weight;
  shared.mutable_data()[5] = 42;
  CHECK(all.source_embedding.weight.value().data()[5] == 42);
  StateDict parted = all.state_dict();
  for (auto& [name, value] : parted)
    if (name == "generator.weight") value = Array::ones(value.shape());
  CHECK_THROWS_WITH(
      all.load_state_dict(parted),
      Catch::Contains("source_embedding.weight and generator.weight are one in the model, the file has two"));
  CHECK(all.source_embedding.weight.value().data()[5] == 42);
  TransformerOptions unequal = named_options();
  unequal.tie = Tie::all;
  CHECK_THROWS_WITH(Transformer(unequal, rng), Catch::Contains("source has 7 entries, target 9"));
}

TEST_CASE("a copy of a module is the same module, a state dict goes from one model to another") {
  Rng one(1), two(2);
  const Linear linear(2, 2, one), copy = linear;
  Variable(copy.weight).mutable_data()[0] = 9;
  CHECK(linear.weight.value().data()[0] == 9);
  copy.eval();
  CHECK_FALSE(linear.training());

  const Transformer a(named_options(), one), b(named_options(), two);
  CHECK_FALSE(same(a.state_dict(), b.state_dict()));
  b.load_state_dict(a.state_dict());
  CHECK(same(a.state_dict(), b.state_dict()));
  // ... and stays its own: changing one does not change the other
  Variable(a.generator.bias).mutable_data()[0] = 7;
  CHECK(b.generator.bias.value().data()[0] == 0);
}

TEST_CASE("a state dict that does not fit is refused with everything that is wrong, and nothing changes") {
  Rng rng(1);
  const Transformer model(named_options(), rng);
  const StateDict before = model.state_dict();
  const std::map<std::string, Shape> other_shapes{{"generator.weight", {10, 4}},
                                                  {"decoder.norm.weight", {5}}};
  StateDict state;
  for (const auto& [name, value] : before) {
    if (name == "encoder.norm.bias" || name == "generator.bias") continue;
    const auto other = other_shapes.find(name);
    state.emplace_back(name, Array::full(other == other_shapes.end() ? value.shape() : other->second, 3));
  }
  state.emplace_back("encoder.layers.1.norm1.weight", Array::ones({4}));
  state.emplace_back("extra", Array::ones({1}));
  using Catch::Contains;
  CHECK_THROWS_WITH(model.load_state_dict(state),
                    Contains("missing: encoder.norm.bias") && Contains("missing: generator.bias") &&
                        Contains("not in the model: encoder.layers.1.norm1.weight") &&
                        Contains("not in the model: extra") &&
                        Contains("generator.weight: the model has (9, 4), the file (10, 4)") &&
                        Contains("decoder.norm.weight: the model has (4,), the file (5,)"));
  CHECK(same(model.state_dict(), before));
  // Not strict: names may differ, shapes may not.
  CHECK_THROWS_WITH(model.load_state_dict(state, {.strict = false}),
                    Contains("(10, 4)") && Contains("(5,)") && !Contains("missing") && !Contains("extra"));
  CHECK(same(model.state_dict(), before));
  std::erase_if(state, [&](const auto& e) { return other_shapes.contains(e.first); });
  CHECK_THROWS_AS(model.load_state_dict(state), Error);
  CHECK(same(model.state_dict(), before));
  const LoadReport report = model.load_state_dict(state, {.strict = false});
  CHECK(report.missing == std::vector<std::string>{"encoder.norm.bias", "decoder.norm.weight",
                                                   "generator.weight", "generator.bias"});
  CHECK(report.unexpected == std::vector<std::string>{"encoder.layers.1.norm1.weight", "extra"});
  CHECK(model.encoder.norm->weight.value().data()[0] == 3);
  CHECK(identical(model.generator.weight.value(), before[before.size() - 2].second));
}

TEST_CASE("train and eval reach every part, and the model drops in training only") {
  Rng rng(1);
  const Transformer model(named_options(), rng);
  CHECK(model.training());
  CHECK(model.decoder.layers[0].multihead_attn.training());
  model.eval();
  for (const Module& part :
       std::vector<Module>{model, model.encoder, model.encoder.layers[0], model.decoder.layers[0],
                           model.decoder.layers[0].multihead_attn, model.position})
    CHECK_FALSE(part.training());
  const Tokens source({1, 3}, {4, 5, 3}), target({1, 2}, {2, 4});
  CHECK(identical(model(source, target).value(), model(source, target).value()));
  model.train();
  CHECK_FALSE(identical(model(source, target).value(), model(source, target).value()));
}

TEST_CASE("seed_dropout makes dropout repeat, and different seeds and parts differ") {
  Rng rng(1);
  const Transformer model(named_options(), rng);
  const Tokens source({2, 3}, {4, 5, 3, 6, 5, 3}), target({2, 2}, {2, 4, 2, 5});
  const auto run = [&](std::uint64_t seed) {
    model.seed_dropout(Rng(seed));
    return model(source, target).value();
  };
  const Array first = run(7);
  CHECK_FALSE(identical(model(source, target).value(), first));
  CHECK(identical(run(7), first));
  CHECK_FALSE(identical(run(8), first));

  // With the same weights the layers of a stack would else drop the same.
  const Encoder stack({.d_model = 4, .heads = 2, .dim_feedforward = 64, .dropout = 0.5}, {.layers = 2}, rng);
  const EncoderLayer &one = stack.layers[0], &other = stack.layers[1];
  other.load_state_dict(one.state_dict());
  const Variable input(rng.normal({2, 3, 4}));
  for (int seeded = 0; seeded < 2; ++seeded) {
    CHECK_FALSE(identical(one(input, {}).value(), other(input, {}).value()));
    stack.seed_dropout(Rng(3));
  }
  stack.eval();
  CHECK(identical(one(input, {}).value(), other(input, {}).value()));
}
