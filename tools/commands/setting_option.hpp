// The settings of a model on the command line: which have an option, and what it says of itself.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "models/model_fields.hpp"
#include "tools/language/tr.hpp"

namespace heed {

struct SettingOption {
  std::string_view setting;  // as saved models name it
  const char* option;        // on the command line
  const char* unit = "";     // of a number
  const char* what = "";     // for the help
  double least = 0, most = 0;
};

inline constexpr SettingOption setting_options[] = {
    {"d_model", "--d-model", "DIMS", tr_noop("width of the model"), 1, 1'000'000},
    {"heads", "--heads", "HEADS", tr_noop("attention heads; must divide the width"), 1, 1'000'000},
    {"encoder_layers", "--layers", "LAYERS", tr_noop("layers of the encoder, and as many of the decoder"), 1,
     1000},
    {"layers", "--layers", "LAYERS", tr_noop("attention and feed-forward layers"), 1, 1000},
    {"dim_feedforward", "--ff", "DIMS", tr_noop("width of the feed-forward network"), 1, 1'000'000},
    {"dropout", "--dropout", "PROBABILITY",
     tr_noop("of dropping an activation or attention weight in training"), 0, 0.99},
    {"attention_dropout", "--attention-dropout", "PROBABILITY",
     tr_noop("of dropping an attention weight alone; -1: as --dropout"), -1, 0.99},
    {"activation_dropout", "--activation-dropout", "PROBABILITY",
     tr_noop("of dropping a unit between the two layers of the feed-forward network alone; -1: as --dropout"),
     -1, 0.99},
    {"norm", "--norm", "", tr_noop("layer norm after each sublayer, as in the paper, or before it")},
    {"final_norm", "--final-norm", "",
     tr_noop("a layer norm behind the last layer of each stack, as in torch.nn.Transformer, or none, as in "
             "the paper "
             "and in Marian's models")},
    {"activation", "--activation", "", tr_noop("of the feed-forward network")},
    {"position", "--position", "",
     tr_noop("how the model knows where a word stands: added to the words (sinusoidal, learned), or by "
             "distance in "
             "self-attention (the others; docs/attention.md)")},
    {"attention", "--attention", "",
     tr_noop("whom a word may attend to in self-attention: rules joined by + (or) and & (and), such as "
             "window:2+global:1 (docs/attention.md). Rules: all, causal, window:BEFORE[:AFTER[:STEP]], "
             "stride:STEP[:BEFORE], global:COUNT, random:COUNT[:BLOCK[:SEED]]")},
    {"kernel", "--kernel", "", tr_noop("how self-attention is computed")},
    {"global_projection", "--global-projection", "",
     tr_noop("queries, keys and values of global positions: those of all, or their own (Longformer)")},
    {"tie", "--tie", "",
     tr_noop(
         "share the target embedding with the output projection (target), and with the source embedding too "
         "(all: one vocabulary)")},
    {"context", "--context", "TOKENS", tr_noop("longest text that the model can see"), 3, 1'000'000},
    {"patch", "--patch", "PIXELS", tr_noop("height and width of a patch; must divide those of the images"), 1,
     10'000},
};

/// Null for a setting without an option: it follows from the data, or is always the default.
inline const SettingOption* setting_option(std::string_view setting) {
  const auto* const found = std::ranges::find(setting_options, setting, &SettingOption::setting);
  return found == std::end(setting_options) ? nullptr : found;
}
/// The same of a model: --context is of those that read one text.
template <typename Options>
const SettingOption* setting_option(const Field& field, const Options&) {
  if (std::string_view(field.name) != "max_length") return setting_option(field.name);
  return requires(const Options& o) { o.target_vocab; }
  ? nullptr : setting_option("context");
}

/// The option's help says what texts there are and which is the default, `value`; others are refused where
/// the command line is read, and the error says what there is.
template <typename T>
CLI::Option* check_setting(CLI::Option* option, const T& value) {
  const auto wrong = [](const std::string& text) -> std::string {
    try {
      T read{};
      read_setting(text, read);
      return "";
    } catch (const UsageError& e) {
      return localized(e);
    }
  };
  return option->check(CLI::Validator(wrong, ""))
      ->default_str(setting_text(value))
      ->option_text(fmt::format("{} [{}]", setting_forms(value), setting_text(value)));
}

}  // namespace heed
