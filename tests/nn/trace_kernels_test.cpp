// Traces of every kernel of attention, whose values and gradients are those of the kernel alone; and other
// values in the place of a point: ablation, patching.
#include "nn/trace.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "nn/multihead_attention.hpp"
#include "tests/catch.hpp"
#include "tests/nn/traced_models.hpp"

using namespace heed;

TEST_CASE("a traced gradient takes the place of every kernel, and is the same function") {
  using Kernel = AttentionKernel;
  const AttentionSpec attention = GENERATE(
      traced_spec("all", "sinusoidal", Kernel::dense),
      traced_spec("window:2+global:1", "alibi", Kernel::sparse),
      traced_spec("window:1", "rotary", Kernel::blockwise), traced_spec("all", "t5", Kernel::automatic),
      traced_spec("all", "shaw:2", Kernel::blockwise), traced_spec("all", "learned", Kernel::linear));
  TransformerOptions options = traced_options(attention);
  if (attention.kernel == Kernel::linear) options.layer.dropout = 0;
  Rng rng(3);
  const Transformer model(options, rng);  // in training mode: the same weights are dropped, too
  const std::string layer = "encoder.layers.0.self_attn.";
  const auto run = [&](const std::string& points, const TraceOptions& how) {
    model.seed_dropout(Rng(7));
    model.zero_grad();
    const Trace trace(model, points, how);
    const Variable loss = weighted_sum(model(traced_source, traced_target));
    loss.backward();
    StateDict results{{"loss", loss.value()}};
    std::size_t number = 0;
    for (const Variable& p : model.parameters())
      results.emplace_back(fmt::format("parameter {}", number++), p.grad());
    results.insert(results.end(), trace.values().begin(), trace.values().end());
    return results;
  };
  const StateDict kernel = run("*", {});
  Array pattern;
  // One after the other: each lets another part of the attention be computed in another way.
  for (const char* points : {"*", "*.query", "*.key", "*.value", "*.scores", "*.pattern", "*.z"}) {
    for (const auto& [name, value] : run(points, {.gradients = true})) {
      const auto same = std::ranges::find(kernel, name, &StateDict::value_type::first);
      REQUIRE(same != kernel.end());
      INFO(points << ", " << name);
      if (same->second.defined()) CHECK(farthest(same->second, value) < 20 * rounding);
      if (name == layer + "pattern") pattern = value;
    }
  }
  const Array totals = sum(Variable(pattern), {-1}).value();
  for (const Scalar total : totals.values())
    CHECK((total == 0 || std::abs(total - 1) < rounding));  // 0: who sees padding alone
}

TEST_CASE(
    "a traced attention has its bias, its keys behind the others, and leaves the weights that are asked "
    "for") {
  const bool extra = GENERATE(false, true);
  const auto kernel = GENERATE(AttentionKernel::dense, AttentionKernel::blockwise);
  Rng rng(4);
  const MultiheadAttention attention(
      8, 2, rng, {.add_bias_kv = extra, .attention = {.positions = Positions{}, .kernel = kernel}});
  Variable x = Variable::parameter(rng.normal({2, 3, 8}, 0, 1)),
           memory = Variable::parameter(rng.normal({2, 4, 8}, 0, 1));
  const Array bias = rng.normal({3, 4}, 0, 1);
  const std::int64_t keys = extra ? 5 : 4;
  const auto run = [&](bool looking) {
    attention.zero_grad();
    x.zero_grad(), memory.zero_grad();
    Array weights;
    const Variable out =
        attention(x, memory, memory, {.weights = looking ? &weights : nullptr, .bias = bias});
    weighted_sum(out).backward();
    return std::vector<Array>{out.value(), x.grad(), memory.grad(), weights};
  };
  for (const bool looking : {false, true}) {
    const std::vector<Array> plain = run(looking);
    for (const char* points : {"*", "query", "key", "value", "scores", "pattern", "z"}) {
      for (const bool gradients : {false, true}) {
        INFO(points << ", gradients " << gradients << ", weights " << looking);
        const Trace trace(attention, points, {.gradients = gradients});
        const std::vector<Array> traced = run(looking);
        for (std::size_t i = 0; i < 3; ++i) CHECK(farthest(plain[i], traced[i]) < 20 * rounding);
        if (looking) {
          REQUIRE(traced[3].shape() == Shape{2, 2, 3, keys});
          CHECK(farthest(plain[3], traced[3]) < 20 * rounding);
        }
        if (std::string(points) != "*") continue;
        // the scores are all that the softmax gets
        const Array& scores = trace.value("scores");
        REQUIRE(scores.shape() == Shape{2, 2, 3, keys});
        CHECK(farthest(softmax(Variable(scores)).value(), trace.value("pattern")) < 20 * rounding);
        if (looking) CHECK(farthest(trace.value("pattern"), plain[3]) < 20 * rounding);
      }
    }
  }
}

TEST_CASE("gradients of points are slopes") {
  const char* rules = GENERATE("all", "window:1");
  const Transformer model =
      traced_model(traced_options(traced_spec(rules, "sinusoidal", AttentionKernel::automatic)));
  Trace trace(model, "*", {.gradients = true});
  weighted_sum(model(traced_source, traced_target)).backward();
  const double step = sizeof(Scalar) == 4 ? 1e-2 : 1e-6, near = sizeof(Scalar) == 4 ? 2e-2 : 1e-7;
  for (const auto& [name, gradient] : trace.gradients()) {
    INFO(name);
    for (const std::int64_t at : {std::int64_t{0}, gradient.size() / 2, gradient.size() - 1}) {
      const auto moved = [&, at = at, &name = name](double by) {
        const NoGrad no_grad;
        Trace hook(model);
        hook.replace(name, [&](const Variable& x) {
          Array y = x.value();
          y.mutable_data()[at] += static_cast<Scalar>(by);
          return Variable(y);
        });
        return static_cast<double>(weighted_sum(model(traced_source, traced_target)).item());
      };
      const double slope = (moved(step) - moved(-step)) / (2 * step);
      CHECK(std::abs(slope - static_cast<double>(gradient.data()[at])) < near * (1 + std::abs(slope)));
    }
  }
  CHECK(trace.gradients().size() >= trace.points().size());
}

TEST_CASE("a neuron without its activation is a feed-forward network without that column of linear2") {
  const Transformer model = traced_model(traced_options());
  const NoGrad no_grad;
  constexpr std::int64_t neuron = 2;
  const Array whole = model(traced_source, traced_target).value();
  Array without, kept = Array::ones({6});
  kept.mutable_data()[neuron] = 0;
  {
    Trace trace(model);
    trace.replace("*.activation", [&](const Variable& x) { return x * Variable(kept); });
    without = model(traced_source, traced_target).value();
  }
  CHECK(farthest(without, whole) > 1e-3);
  CHECK(identical(model(traced_source, traced_target).value(), whole));
  for (Variable weight : {model.encoder.layers[0].linear2.weight, model.decoder.layers[0].linear2.weight})
    for (std::int64_t row = 0; row < 8; ++row) weight.mutable_data()[row * 6 + neuron] = 0;
  CHECK(farthest(model(traced_source, traced_target).value(), without) < rounding);
}

TEST_CASE("a head without its z is attention without that head's columns of out_proj") {
  const Transformer model = traced_model(traced_options());
  const NoGrad no_grad;
  Array without;
  {
    Trace trace(model);
    trace.replace("encoder.layers.0.self_attn.z", ablate_head(1));
    without = model(traced_source, traced_target).value();
    // decoding with caches goes by the same points
    trace.replace("decoder.*.z", ablate_head(0));
    DecodingState state = model.begin(traced_source, 8);
    const Variable first = model.extend(Tokens({2, 1}, {2, 2}), state);
    CHECK(farthest(first.value(), slice(model(traced_source, traced_target).value(), 1, 0, 1)) < rounding);
  }
  CHECK(farthest(without, model(traced_source, traced_target).value()) > 1e-3);
  Variable weight = model.encoder.layers[0].self_attn.out_proj.weight;
  for (std::int64_t row = 0; row < 8; ++row) std::fill_n(weight.mutable_data() + 8 * row + 4, 4, Scalar{0});
  CHECK(farthest(without, model(traced_source, traced_target).value()) < rounding);
}

TEST_CASE("another run's value in a point's place is that run from there") {
  const Transformer model = traced_model(traced_options());
  const Tokens other({2, 5}, {7, 7, 4, 5, 3, 4, 4, 3, 0, 0});
  const Trace kept(model, "encoder.norm");
  const Array wanted = model(other, traced_target).value();
  Trace patched(model, "encoder.norm");
  patched.replace("encoder.norm", [&](const Variable&) { return Variable(kept.value("encoder.norm")); });
  CHECK(identical(model(traced_source, traced_target).value(), wanted));
  CHECK(identical(patched.value("encoder.norm"), kept.value("encoder.norm")));
  CHECK(identical(kept.value("encoder.norm#2"), patched.value("encoder.norm")) ==
        false);  // the older one: before
}

TEST_CASE("a hook may add hooks, which are for the next time") {
  Rng rng(1);
  const Linear linear(2, 2, rng);
  Trace trace(linear);
  int added = 0;
  const Trace::Hook later = [&](const Variable& x) {
    ++added;
    return x;
  };
  trace.replace("output", [&](const Variable& x) {
    for (int i = 0; i < 20; ++i) trace.replace("output", later);
    return x;
  });
  const Variable one(Array::ones({1, 2}));
  linear(one);
  CHECK(added == 0);
  linear(one);
  CHECK(added == 20);
}
