// Dropout at each of its places: with all others held still, two passes differ in training mode, and not in
// evaluation.
#include "nn/trace.hpp"
#include "tests/catch.hpp"
#include "tests/models/small_models.hpp"

using namespace heed;

namespace {

/// One place: the point that sees what dropout left there, and the points that are given the same numbers in
/// each pass, random ones or zeros, so that it sees no other dropout.
struct Place {
  std::string seen;
  std::vector<std::string> same{}, zero{};
};

template <typename Pass>
void check_dropout(const Module& model, const Pass& pass, const std::vector<Place>& places) {
  for (const Place& place : places) {
    Trace trace(model, place.seen);
    for (const std::string& name : place.same)
      trace.replace(name, [](const Variable& x) {
        Rng rng(7);
        return Variable(rng.normal(x.shape()));
      });
    for (const std::string& name : place.zero)
      trace.replace(name, [](const Variable& x) { return Variable(Array::zeros(x.shape())); });
    const auto pass_by = [&] {
      pass();
      return trace.values().back().second;
    };
    INFO(place.seen);
    model.train();
    CHECK_FALSE(identical(pass_by(), pass_by()));
    model.eval();
    CHECK(identical(pass_by(), pass_by()));
  }
}

const Tokens some_tokens({2, 3}, {4, 5, 6, 7, 4, 5});

}  // namespace

TEST_CASE("GPT-2 drops embeddings, attention weights and each sub-layer's result", "[dropout]") {
  Rng rng(1);
  const Gpt model({.vocabulary = 9,
                   .max_length = 8,
                   .d_model = 8,
                   .heads = 2,
                   .layers = 2,
                   .dim_feedforward = 8,
                   .dropout = 0.5},
                  rng);
  check_dropout(model, [&] { model(some_tokens); },
                {{.seen = "h.0.ln_1"},
                 {.seen = "h.1.attn.z", .same = {"h.1.ln_1"}},
                 {.seen = "h.1.ln_2", .same = {"h.0", "h.1.attn.output"}},
                 {.seen = "h.1", .same = {"h.0", "h.1.ln_2"}, .zero = {"h.1.attn.output"}}});
}

TEST_CASE("BERT drops embeddings, what is in its layers, and what the classifier sees", "[dropout]") {
  Rng rng(1);
  const Bert model({.vocabulary = 9,
                    .max_length = 8,
                    .d_model = 8,
                    .heads = 2,
                    .layers = 2,
                    .dim_feedforward = 8,
                    .dropout = 0.5},
                   rng);
  const Tokens segments({2, 3}, {0, 0, 1, 0, 1, 1});
  check_dropout(
      model,
      [&] {
        const Variable hidden = model({some_tokens, segments});
        model.classes(first_token(hidden));
      },
      {{.seen = "encoder.layers.0.self_attn.query"},
       {.seen = "encoder.layers.1.self_attn.z", .same = {"encoder.layers.0"}},
       {.seen = "encoder.layers.1.norm1", .same = {"encoder.layers.0", "encoder.layers.1.self_attn.output"}},
       {.seen = "encoder.layers.1.linear2", .same = {"encoder.layers.1.norm1"}},
       {.seen = "encoder.layers.1", .same = {"encoder.layers.1.norm1", "encoder.layers.1.linear2"}},
       {.seen = "classifier", .same = {"encoder.layers.1"}}});
}

TEST_CASE("a Vision Transformer drops patches with their positions, and what is in its layers", "[dropout]") {
  Rng rng(1);
  VitOptions options = small_vit;
  options.layers = 2, options.dropout = 0.5;
  const Vit model(options, rng);
  const Variable images(rng.normal({2, 1, options.height, options.width}));
  const std::string before = "encoder.layers.0", layer = "encoder.layers.1";
  check_dropout(
      model, [&] { model(images); },
      {{.seen = before + ".norm1"},
       {.seen = layer + ".self_attn.z", .same = {layer + ".norm1"}},
       {.seen = layer + ".norm2", .same = {before, layer + ".self_attn.output"}},
       {.seen = layer + ".linear2", .same = {layer + ".norm2"}},
       {.seen = layer, .same = {before, layer + ".linear2"}, .zero = {layer + ".self_attn.output"}}});
}

TEST_CASE("LSTMs that translate drop embeddings on both sides, and what the output projection sees",
          "[dropout]") {
  Rng rng(1);
  const AttentionLstm model({.source_vocab = 9, .target_vocab = 9, .d_model = 8, .dropout = 0.5}, rng);
  check_dropout(model, [&] { model(some_tokens, some_tokens); },
                {{.seen = "attention.key"},
                 {.seen = "attention.query", .zero = {"source_embedding"}},
                 {.seen = "logits", .zero = {"source_embedding", "target_embedding"}}});
}
