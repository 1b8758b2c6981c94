// Nothing that a mask hides has any influence: not on a single bit.
#include <cmath>

#include "autograd/ops.hpp"
#include "tests/catch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;

namespace {

struct Size {
  std::int64_t batch, source, target, d_model, heads;
};

const std::vector<Size> sizes{{1, 3, 4, 8, 2}, {3, 7, 5, 12, 3}, {8, 33, 29, 64, 4}, {2, 130, 70, 32, 1}};

/// Full attention, and each kind that computes something of its own.
std::vector<AttentionSpec> kinds() {
  return {{.positions = {.kind = Position::none}},
          {.positions = {.kind = Position::shaw}},
          {.rules = AttentionRules::parse("window:3+global:2"), .positions = {.kind = Position::alibi}},
          {.rules = AttentionRules::parse("window:2+random:1:4"),
           .positions = {.kind = Position::t5},
           .kernel = AttentionKernel::blockwise},
          {.positions = {.kind = Position::none}, .kernel = AttentionKernel::linear}};
}

LayerOptions layer_options(const Size& s, NormOrder norm, const AttentionSpec& attention = kinds()[0]) {
  return {.d_model = s.d_model,
          .heads = s.heads,
          .dim_feedforward = 2 * s.d_model,
          .dropout = 0,
          .norm = norm,
          .attention = attention};
}

/// How many tokens row `b` has of `longest`: different ones, the first row all.
std::int64_t length_of(std::int64_t b, std::int64_t longest) { return longest - b * (longest - 1) / 8; }

Mask padding(std::int64_t batch, std::int64_t longest) {
  std::vector<std::int32_t> ids;
  for (std::int64_t b = 0; b < batch; ++b)
    for (std::int64_t t = 0; t < longest; ++t) ids.push_back(t < length_of(b, longest) ? 1 : 0);
  return Mask::padding(Tokens({batch, longest}, ids));
}

/// x (B, T, C) with other numbers, very large ones too, wherever other(b, t).
template <typename Other>
Array changed(const Array& x, Other other) {
  Rng rng(77);
  const Array noise = rng.normal(x.shape(), 5, 1e12);
  Array y = x;
  Scalar* out = y.mutable_data();
  const std::int64_t t_end = x.dim(1), c = x.dim(2);
  for (std::int64_t row = 0; row < x.dim(0) * t_end; ++row) {
    if (other(row / t_end, row % t_end)) std::copy_n(noise.data() + row * c, c, out + row * c);
  }
  return y;
}

/// Returns true if two (B, T, C) agree to the bit wherever here(b, t).
template <typename Here>
bool same_bits(const Array& a, const Array& b, Here here) {
  const std::int64_t t_end = a.dim(1), c = a.dim(2);
  for (std::int64_t row = 0; row < a.dim(0) * t_end; ++row) {
    if (here(row / t_end, row % t_end) &&
        !std::equal(a.data() + row * c, a.data() + (row + 1) * c, b.data() + row * c))
      return false;
  }
  return true;
}

}  // namespace

TEST_CASE("padding and the future change no bit elsewhere, nor of a gradient") {
  for (const Size& s : sizes) {
    for (const AttentionSpec& kind : kinds()) {
      const NormOrder norm = kind.kernel == AttentionKernel::automatic ? NormOrder::post : NormOrder::pre;
      INFO(kind.rules.text() << ", " << kind.positions.text());
      Rng rng(4);
      const Encoder encoder(layer_options(s, norm, kind), {.layers = 2}, rng);
      const Decoder decoder(layer_options(s, norm, kind), {.layers = 2}, rng);
      const Mask mask = padding(s.batch, s.source), target_mask = Mask::causal() & padding(s.batch, s.target);
      const auto is_token = [&](std::int64_t b, std::int64_t t) { return t < length_of(b, s.source); };
      const auto is_padding = [&](std::int64_t b, std::int64_t t) { return !is_token(b, t); };
      const auto in_target = [&](std::int64_t b, std::int64_t t) { return t < length_of(b, s.target); };
      const Array x = rng.normal({s.batch, s.source, s.d_model}),
                  y = rng.normal({s.batch, s.target, s.d_model});
      const Array other_x = changed(x, is_padding),
                  other_y = changed(y, [&](auto b, auto t) { return !in_target(b, t); });
      // The encoder, and its gradients by a loss that does not look at padding.
      Array up = rng.normal(x.shape());
      for (std::int64_t row = 0; row < s.batch * s.source; ++row) {
        if (is_padding(row / s.source, row % s.source))
          std::fill_n(up.mutable_data() + row * s.d_model, s.d_model, Scalar{0});
      }
      Array memory;
      const auto gradients = [&](const Array& input) {
        encoder.zero_grad();
        const Variable in = Variable::parameter(input);
        const Variable out = encoder(in, {mask});
        out.backward({.gradient = up});
        memory = out.value();
        CHECK(same_bits(in.grad(), Array::zeros(input.shape()), is_padding));
        std::vector<Array> all;
        for (const Variable& p : encoder.parameters()) all.push_back(p.grad());
        return all;
      };
      const std::vector<Array> other = gradients(other_x);
      const Array memory_changed = memory;
      const std::vector<Array> plain = gradients(x);
      CHECK(same_bits(memory, memory_changed, is_token));
      CHECK(std::equal(plain.begin(), plain.end(), other.begin(), identical));
      // The decoder: padding of the memory, of the target, and the future.
      const auto decoded = [&](const Array& target, const Array& seen, const Mask& causal) {
        return decoder(Variable(target), Variable(seen), {causal}, {mask}).value();
      };
      const Array out = decoded(y, memory, target_mask);
      CHECK(identical(out, decoded(y, changed(memory, is_padding), target_mask)));
      CHECK(same_bits(out, decoded(other_y, memory, target_mask), in_target));
      const Array whole = decoded(y, memory, Mask::causal());
      for (const std::int64_t now : {std::int64_t{0}, s.target / 2, s.target - 2}) {
        const Array future = changed(y, [&](auto, std::int64_t t) { return t > now; });
        const Array after = decoded(future, memory, Mask::causal());
        CHECK(same_bits(whole, after, [&](auto, std::int64_t t) { return t <= now; }));
        CHECK_FALSE(same_bits(whole, after, [&](auto, std::int64_t t) { return t == now + 1; }));
      }
    }
  }
}

TEST_CASE("the whole model: later tokens and the vector of <pad> change no bit, more padding only rounding") {
  for (const Tie tie : {Tie::none, Tie::all}) {
    Rng rng(7);
    const Transformer model(
        {.source_vocab = 11,
         .target_vocab = 11,
         .encoder_layers = 2,
         .decoder_layers = 2,
         .layer = {.d_model = 24, .heads = 4, .dim_feedforward = 32, .dropout = 0.3, .max_length = 20},
         .tie = tie},
        rng);
    model.eval();
    const Tokens source({2, 4}, {5, 6, 7, 3, 9, 3, 0, 0}), target({2, 4}, {2, 4, 5, 6, 2, 8, 0, 0});
    const Array before = model(source, target).value();
    CHECK(identical(before, model(source, target).value()));
    const Array future = model(source, Tokens({2, 4}, {2, 4, 9, 10, 2, 8, 0, 0})).value();
    CHECK(same_bits(before, future, [](auto b, auto t) { return b == 1 || t < 2; }));

    Variable embedding = model.target_embedding.weight;
    if (tie == Tie::none) {
      for (int c = 0; c < 24; ++c) {
        embedding.mutable_data()[c] = Scalar(100 + c);
        Variable(model.source_embedding.weight).mutable_data()[c] = Scalar(-50 * c);
      }
      const Array after = model(source, target).value();
      CHECK(same_bits(before, after, [](auto b, auto t) { return b == 0 || t < 2; }));
    }

    const Tokens longer({2, 6}, {5, 6, 7, 3, 0, 0, 9, 3, 0, 0, 0, 0});
    const Array padded = model(longer, target).value();
    const std::int64_t row = 4 * 11;
    for (std::int64_t i = 0; i < row + 2 * 11; ++i)
      CHECK(std::abs(static_cast<double>(padded.data()[i] - before.data()[i])) <
            (sizeof(Scalar) == 8 ? 1e-13 : 1e-5));
  }
}

TEST_CASE("a batch with a sentence of nothing but padding stays finite, and the others as they were") {
  Rng rng(9);
  TransformerOptions options = testing::tiny();
  options.encoder_layers = options.decoder_layers = 2;
  const Transformer model(options, rng);
  const Tokens source({2, 3}, {5, 6, 3, 0, 0, 0}), target({2, 2}, {2, 4, 0, 0});
  const Variable logits = model(source, target);
  const Variable loss = cross_entropy(logits, Tokens({2, 2}, {4, 3, 0, 0}), {.ignore_index = 0});
  loss.backward();
  for (const Scalar x : logits.value().values()) CHECK(std::isfinite(x));
  for (const auto& [name, p] : model.named_parameters()) {
    INFO(name);
    for (const Scalar g : p.grad().values()) CHECK(std::isfinite(g));
  }
  const Array alone = model(Tokens({1, 3}, {5, 6, 3}), Tokens({1, 2}, {2, 4})).value();
  for (std::int64_t i = 0; i < alone.size(); ++i)
    CHECK(std::abs(static_cast<double>(alone.data()[i] - logits.value().data()[i])) < 1e-5);
}
