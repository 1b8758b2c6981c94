// Stacks of layers, the whole model from token ids to gradients, and 100 steps of training, against PyTorch.
#include <fmt/format.h>

#include <cmath>

#include "autograd/ops.hpp"
#include "models/transformer.hpp"
#include "nn/decoder.hpp"
#include "nn/optimizer.hpp"
#include "nn/schedule.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

namespace {

LayerOptions layer_options(const golden::Case& c) {
  return {
      .d_model = c.option<int>("d_model"),
      .heads = c.option<int>("heads"),
      .dim_feedforward = c.option<int>("ff"),
      .dropout = 0,
      .activation = c.options().value("activation", "relu") == "gelu" ? Activation::gelu : Activation::relu,
      .norm = c.option<std::string>("norm") == "pre" ? NormOrder::pre : NormOrder::post};
}

/// The options that make_nn_training.py gave to its Translator.
TransformerOptions model_options(const golden::Case& c) {
  const std::string tie = c.option<std::string>("tie");
  return {.source_vocab = c.shape("param.source_embedding.weight")[0],
          .target_vocab = c.shape("param.target_embedding.weight")[0],
          .encoder_layers = c.option<int>("layers"),
          .decoder_layers = c.option<int>("layers"),
          .layer = layer_options(c),
          .tie = tie == "all"      ? Tie::all
                 : tie == "target" ? Tie::target
                                   : Tie::none};
}

}  // namespace

TEST_CASE("the weights of an nn.Transformer load and compute the same", "[pytorch]") {
  for (const golden::Case& c : golden::cases("nn_stacks.safetensors", "transformer/", 4)) {
    Rng rng(1);
    const Transformer model({.source_vocab = 7,
                             .target_vocab = 9,
                             .encoder_layers = c.option<int>("encoder_layers"),
                             .decoder_layers = c.option<int>("decoder_layers"),
                             .layer = layer_options(c)},
                            rng);
    model.load_state_dict(c.parameters(), {.strict = false});

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
  StateDict weights;
  for (auto& [name, parameter] : with.named_parameters()) {
    if (name.find("bias") == std::string::npos) {
      weights.emplace_back(name, parameter.value());
    } else {
      Variable(parameter).set_value(Array::zeros(parameter.value().shape()));
    }
  }
  without.load_state_dict(weights);
  const Variable x(rng.normal({2, 3, 8})), memory(rng.normal({2, 4, 8}));
  CHECK(identical(with(x, memory, {}, {}).value(), without(x, memory, {}, {}).value()));
  without(x, memory, {}, {}).backward({.gradient = rng.normal({2, 3, 8})});
  for (const auto& [name, parameter] : without.named_parameters()) CHECK(parameter.grad().defined());
}

TEST_CASE("the whole Transformer equals PyTorch's", "[pytorch]") {
  for (const golden::Case& c : golden::cases("nn_models.safetensors", "", 4)) {
    Rng rng(1);
    const Transformer model(model_options(c), rng);
    model.load_state_dict(c.parameters());
    const Variable logits = model(c.tokens("in.source"), c.tokens("in.target_in"));
    const Variable loss =
        cross_entropy(logits, c.tokens("in.target_out"),
                      {.ignore_index = 0, .label_smoothing = c.option<double>("smoothing")});
    loss.backward();
    c.check_output("out.logits", logits.value());
    c.check_output("out.loss", loss.value());
    c.check_gradients(model);
  }
}

namespace {

/// Losses and gradient norms of the stored 100 steps.
struct Steps {
  std::vector<double> losses, norms;
};

/// The training of a case, at so many times its learning rate.
Steps train(const golden::Case& c, double steeper) {
  Rng rng(1);
  const Transformer model(model_options(c), rng);
  model.load_state_dict(c.parameters());
  const Schedule rate =
      noam_schedule(c.option<int>("d_model"), c.option<int>("warmup"), steeper * c.option<double>("factor"));
  Adam optimizer(model.parameters(), {.beta1 = 0.9, .beta2 = 0.98, .eps = 1e-9});
  const Tokens sources = c.tokens("in.source"), inputs = c.tokens("in.target_in"),
               outputs = c.tokens("in.target_out");
  Steps done;
  for (std::int64_t step = 0; step < sources.dim(0); ++step) {
    optimizer.zero_grad();
    const Variable loss = cross_entropy(
        model(golden::step_of(sources, step), golden::step_of(inputs, step)), golden::step_of(outputs, step),
        {.ignore_index = 0, .label_smoothing = c.option<double>("smoothing")});
    loss.backward();
    done.losses.push_back(static_cast<double>(loss.item()));
    done.norms.push_back(clip_grad_norm(model.parameters(), c.option<double>("clip")));
    optimizer.set_learning_rate(rate(step + 1));
    optimizer.step();
  }
  return done;
}

/// The largest difference of steps first … last - 1.
double largest_gap(const std::vector<double>& a, const std::vector<double>& b, std::size_t first,
                   std::size_t last) {
  double gap = 0;
  for (std::size_t i = first; i < last; ++i) gap = std::max(gap, std::abs(a[i] - b[i]));
  return gap;
}

}  // namespace

TEST_CASE("100 steps of training give the losses that PyTorch gives", "[pytorch]") {
  for (const golden::Case& c : golden::cases("nn_training.safetensors", "", 2)) {
    INFO(c.name());
    const std::vector<double> losses = c.values("out.losses"), norms = c.values("out.norms");
    const Steps ours = train(c, 1);
    REQUIRE(ours.losses.size() == 100);
    REQUIRE(losses.size() == 100);
    CHECK(largest_gap(ours.losses, losses, 0, 100) <= (golden::is_double ? 1e-10 : 1e-4));
    Deviations::all().note("100 steps of training, " + c.name(), "output",
                           largest_gap(ours.losses, losses, 0, 100));
    for (std::size_t step = 0; step < norms.size(); ++step) {
      INFO("step " << step + 1);
      CHECK(ours.norms[step] == Approx(norms[step]).epsilon(golden::is_double ? 1e-9 : 1e-3));
    }
  }
}

// Five times the rate makes the steps chaotic: rounding grows from step to step, in whatever program computes
// them.
TEST_CASE("at a rate that is too large, float leaves float64 here as fast as PyTorch's float does",
          "[pytorch]") {
  for (const golden::Case& c : golden::cases("nn_training.safetensors")) {
    INFO(c.name());
    const std::vector<double> exact = c.values("out.steep_losses"),
                              in_float = c.values("out.steep_losses_in_float");
    const std::vector<double> ours = train(c, 5).losses;
    for (const std::size_t last : {25u, 50u, 100u}) {
      const std::string what = fmt::format("5 x the rate, {}, steps 1-{}", c.name(), last);
      Deviations::all().note(what, "output", largest_gap(ours, exact, 0, last));
      if (!golden::is_double)
        Deviations::all().note(what + ", PyTorch", "output", largest_gap(in_float, exact, 0, last));
    }
    CHECK(largest_gap(ours, exact, 0, 10) < (golden::is_double ? 1e-12 : 1e-5));
    CHECK(largest_gap(ours, exact, 0, 100) < (golden::is_double ? 1e-5 : 1));
  }
}
