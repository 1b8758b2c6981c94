// Saved models with each value of each setting that is a text: the loaded one computes the same bytes.
#include <set>

#include "models/model_fields.hpp"
#include "models/options_json.hpp"
#include "models/saved_transformer.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;

namespace {

TransformerOptions tiny() {
  return {.source_vocab = 9,
          .target_vocab = 9,
          .encoder_layers = 1,
          .decoder_layers = 1,
          .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8, .dropout = 0, .max_length = 12}};
}

/// The logits of a model with random weights, which are those of the model loaded from its file.
Array logits_of_saved(const TransformerOptions& options) {
  const Scratch scratch;
  Rng rng(3);
  const Transformer model(options, rng);
  model.eval();
  save_transformer(scratch / "model", model, {});
  const SavedTransformer saved(scratch / "model");
  CHECK(options_to_json(saved.options()) == options_to_json(options));
  const Transformer loaded = saved.load();
  const Tokens source({2, 6}, {4, 5, 6, 7, 8, 4, 8, 7, 6, 5, 0, 0}), target({2, 3}, {2, 5, 6, 2, 7, 0});
  const Array logits = model(source, target).value();
  CHECK(identical(loaded(source, target).value(), logits));
  return logits;
}

/// The words of "none|rotary[:BASE]|…", without what may stand behind them.
std::vector<std::string> words_of_forms(const std::string& forms) {
  std::vector<std::string> words{""};
  bool inside = false;
  for (const char c : forms) {
    if (c == '|') {
      words.emplace_back();
      inside = false;
    } else if (c == '[') {
      inside = true;
    } else if (!inside) {
      words.back() += c;
    }
  }
  return words;
}

}  // namespace

TEST_CASE("a model with each value of its settings is saved, and the loaded one computes the same bytes") {
  std::set<std::string> tried;
  TransformerOptions options = tiny();
  visit_fields(options, [&](const Field& field, auto& value) {
    using T = std::remove_reference_t<decltype(value)>;
    if constexpr (!std::is_arithmetic_v<T>) {
      const T before = value;
      std::vector<std::string> texts = words_of_forms(setting_forms(value));
      if constexpr (std::is_same_v<T, AttentionRules>) {
        texts = {"all",          "causal",       "window:1",
                 "window:1:0:2", "stride:2",     "stride:2:2",
                 "global:2",     "random:1:2:7", "window:1+global:1&causal"};
      } else if constexpr (std::is_same_v<T, Positions>) {
        for (const char* more : {"rotary:500", "t5:unscaled:undirected", "shaw:2"}) texts.emplace_back(more);
      }
      for (const std::string& text : texts) {
        INFO(field.name << ' ' << text);
        read_setting(text, value);
        CHECK(setting_text(value) == text);
        TransformerOptions asked = options;
        // what the value needs
        if (asked.layer.attention.global_projection == GlobalProjection::own)
          asked.layer.attention.rules = AttentionRules::parse("window:1+global:1");
        logits_of_saved(asked);
        tried.insert(std::string(field.name) + " " + text);
      }
      value = before;
    }
  });
  for (const char* name : {"position shaw", "position none", "kernel linear", "kernel sparse",
                           "global_projection own", "attention stride:2", "norm pre", "tie all"})
    CHECK(tried.contains(name));
}

TEST_CASE("settings of attention that were saved change what the model computes") {
  const auto with = [](AttentionSpec spec) {
    TransformerOptions options = tiny();
    options.layer.attention = std::move(spec);
    return logits_of_saved(options);
  };
  const Array plain = with({});
  CHECK(identical(with({}), plain));
  CHECK_FALSE(identical(with({.rules = AttentionRules::parse("window:1")}), plain));
  CHECK_FALSE(identical(with({.positions = {.kind = Position::alibi}}), plain));
  CHECK_FALSE(identical(with({.kernel = AttentionKernel::linear}), plain));
}
