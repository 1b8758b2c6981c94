// Other values in the place of a point: ablation, patching.
#include "nn/trace.hpp"

#include <algorithm>

#include "autograd/no_grad.hpp"
#include "lib/array/layout.hpp"
#include "tests/catch.hpp"
#include "tests/nn/traced_models.hpp"

using namespace heed;

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
