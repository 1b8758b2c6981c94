// The whole model, from token ids to loss and gradients, and 100 steps of training, against PyTorch.
#include "autograd/ops.hpp"
#include "nn/optimizer.hpp"
#include "nn/schedule.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

TEST_CASE("the whole Transformer equals PyTorch's", "[pytorch]") {
  const Safetensors file = golden::load("nn_models.safetensors");
  const auto all = golden::cases(file);
  REQUIRE(all.size() == 4);
  for (const golden::Case& c : all) {
    Rng rng(1);
    const Transformer model(golden::model_options(c), rng);
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

TEST_CASE("100 steps of training give the losses that PyTorch gives", "[pytorch]") {
  const Safetensors file = golden::load("nn_training.safetensors");
  const auto all = golden::cases(file);
  REQUIRE(all.size() == 2);
  for (const golden::Case& c : all) {
    INFO(c.name());
    Rng rng(1);
    const Transformer model(golden::model_options(c), rng);
    model.load_state_dict(c.parameters());
    const Schedule rate =
        noam_schedule(c.option<int>("d_model"), c.option<int>("warmup"), c.option<double>("factor"));
    Adam optimizer(model.parameters(), {.beta1 = 0.9, .beta2 = 0.98, .eps = 1e-9});
    const std::vector<double> losses = c.values("out.losses"), norms = c.values("out.norms");
    REQUIRE(losses.size() == 100);
    // (steps, B, T) -> the batch of one step
    const auto batch = [&](const char* key, std::size_t step) {
      const Tokens stored = c.tokens(key);
      const std::int64_t size = stored.dim(1) * stored.dim(2);
      const auto first = stored.ids().begin() + static_cast<std::int64_t>(step) * size;
      return Tokens({stored.dim(1), stored.dim(2)}, std::vector<std::int32_t>(first, first + size));
    };
    for (std::size_t step = 0; step < losses.size(); ++step) {
      INFO("step " << step + 1);
      optimizer.zero_grad();
      const Variable loss = cross_entropy(
          model(batch("in.source", step), batch("in.target_in", step)), batch("in.target_out", step),
          {.ignore_index = 0, .label_smoothing = c.option<double>("smoothing")});
      loss.backward();
      const double norm = clip_grad_norm(model.parameters(), c.option<double>("clip"));
      optimizer.set_learning_rate(rate(static_cast<std::int64_t>(step) + 1));
      optimizer.step();
      const double deviation = std::abs(static_cast<double>(loss.item()) - losses[step]);
      CHECK(deviation <= (golden::is_double ? 1e-10 : 1e-4));
      Deviations::all().note("100 steps of training, " + c.name(), "output", deviation);
      CHECK(norm == Approx(norms[step]).epsilon(golden::is_double ? 1e-9 : 1e-3));
    }
  }
}
