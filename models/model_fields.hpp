// The settings of a model, each in one place: what saved models, the command line and the files of a run know
// of it.
#pragma once

#include <array>
#include <concepts>
#include <string>

#include "models/attention_lstm.hpp"
#include "models/bert.hpp"
#include "models/gpt.hpp"
#include "models/transformer.hpp"
#include "models/vit.hpp"

namespace heed::inline HEED_PRECISION {

/// When a setting came: files without one of `later` were saved before, and mean its default.
enum class Since { first, later };

struct Field {
  const char* name;         // in saved models
  const char* option = "";  // on the command line; "": it is not there
  const char* unit = "";    // of a number
  const char* what = "";    // for the help
  double least = 0, most = 0;
  Since since = Since::first;
};

/// Calls visit(field, value) for each setting of an attention, in the order of the help.
template <typename Spec, typename Visit>
void visit_attention_fields(Spec&& spec, Visit visit) {
  visit(Field{"position", "--position", "",
              "how the model knows where a word stands: added to the words (sinusoidal, learned), or by "
              "distance in self-attention (the others; docs/attention.md)"},
        spec.positions);
  visit(Field{.name = "attention",
              .option = "--attention",
              .what =
                  "whom a word may attend to in self-attention: rules joined by + (or) and & (and), such as "
                  "window:2+global:1 (docs/attention.md)",
              .since = Since::later},
        spec.rules);
  visit(Field{.name = "kernel",
              .option = "--kernel",
              .what = "how self-attention is computed",
              .since = Since::later},
        spec.kernel);
  visit(Field{.name = "global_projection",
              .option = "--global-projection",
              .what = "queries, keys and values of global positions: those of all, or their own (Longformer)",
              .since = Since::later},
        spec.global_projection);
}

/// The same for each setting of a model. A setting is a number, or a text that setting_text() and
/// read_setting() know.
template <typename Options, typename Visit>
requires std::same_as<std::remove_cvref_t<Options>, TransformerOptions>
void visit_fields(Options&& o, Visit visit) {
  constexpr double many = 1'000'000;
  visit(Field{"source_vocab"}, o.source_vocab);
  visit(Field{"target_vocab"}, o.target_vocab);
  visit(Field{"d_model", "--d-model", "DIMS", "width of the model", 1, many}, o.layer.d_model);
  visit(Field{"heads", "--heads", "HEADS", "attention heads; must divide the width", 1, many}, o.layer.heads);
  visit(Field{"encoder_layers", "--layers", "LAYERS", "layers of the encoder, and as many of the decoder", 1,
              1000},
        o.encoder_layers);
  visit(Field{"decoder_layers"}, o.decoder_layers);
  visit(Field{"dim_feedforward", "--ff", "DIMS", "width of the feed-forward network", 1, many},
        o.layer.dim_feedforward);
  visit(Field{"dropout", "--dropout", "PROBABILITY",
              "of dropping an activation or attention weight in training", 0, 0.99},
        o.layer.dropout);
  visit(Field{"attention_dropout", "--attention-dropout", "PROBABILITY",
              "of dropping an attention weight alone; -1: as --dropout", -1, 0.99, Since::later},
        o.layer.attention_dropout);
  visit(Field{"activation_dropout", "--activation-dropout", "PROBABILITY",
              "of dropping a unit between the two layers of the feed-forward network alone; -1: as --dropout",
              -1, 0.99, Since::later},
        o.layer.activation_dropout);
  visit(Field{"norm", "--norm", "", "layer norm after each sublayer, as in the paper, or before it"},
        o.layer.norm);
  visit(Field{"activation", "--activation", "", "of the feed-forward network"}, o.layer.activation);
  visit(Field{"layer_norm_eps"}, o.layer.layer_norm_eps);
  visit_attention_fields(o.layer.attention, visit);
  visit(Field{"max_length"}, o.layer.max_length);
  visit(Field{"tie", "--tie", "",
              "share the target embedding with the output projection (target), and with the source embedding "
              "too (all: one vocabulary)"},
        o.tie);
  visit(Field{"pad"}, o.pad);
}

/// The same for models of one stack of layers.
template <typename Options, typename Visit>
void visit_stack_fields(Options& o, Visit visit) {
  constexpr double many = 1'000'000;
  visit(Field{"d_model", "--d-model", "DIMS", "width of the model", 1, many}, o.d_model);
  visit(Field{"heads", "--heads", "HEADS", "attention heads; must divide the width", 1, many}, o.heads);
  visit(Field{"layers", "--layers", "LAYERS", "attention and feed-forward layers", 1, 1000}, o.layers);
  visit(Field{"dim_feedforward", "--ff", "DIMS", "width of the feed-forward network", 1, many},
        o.dim_feedforward);
  visit(Field{"dropout", "--dropout", "PROBABILITY",
              "of dropping an activation or attention weight in training", 0, 0.99},
        o.dropout);
  visit(Field{"layer_norm_eps"}, o.layer_norm_eps);
}

template <typename Options, typename Visit>
requires std::same_as<std::remove_const_t<Options>, AttentionLstmOptions>
void visit_fields(Options& o, Visit visit) {
  visit(Field{"source_vocab"}, o.source_vocab);
  visit(Field{"target_vocab"}, o.target_vocab);
  visit(Field{"d_model", "--d-model"}, o.d_model);
  visit(Field{"dropout", "--dropout"}, o.dropout);
  visit(Field{"max_length"}, o.max_length);
  visit(Field{"pad"}, o.pad);
}

template <typename Options, typename Visit>
requires std::same_as<std::remove_const_t<Options>, GptOptions>
void visit_fields(Options& o, Visit visit) {
  visit(Field{"vocabulary"}, o.vocabulary);
  visit(Field{"max_length", "--context", "TOKENS", "longest text that the model can see", 2, 1'000'000},
        o.max_length);
  visit_stack_fields(o, visit);
}

template <typename Options, typename Visit>
requires std::same_as<std::remove_const_t<Options>, BertOptions>
void visit_fields(Options& o, Visit visit) {
  visit(Field{"vocabulary"}, o.vocabulary);
  visit(Field{"max_length", "--context", "TOKENS", "longest text that the model can see", 3, 1'000'000},
        o.max_length);
  visit(Field{"segments"}, o.segments);
  visit(Field{"classes"}, o.classes);
  visit_stack_fields(o, visit);
}

template <typename Options, typename Visit>
requires std::same_as<std::remove_const_t<Options>, VitOptions>
void visit_fields(Options& o, Visit visit) {
  visit(Field{"height"}, o.height);
  visit(Field{"width"}, o.width);
  visit(Field{"channels"}, o.channels);
  visit(Field{"classes"}, o.classes);
  visit(Field{"patch", "--patch", "PIXELS", "height and width of a patch; must divide those of the images", 1,
              10'000},
        o.patch);
  visit_stack_fields(o, visit);
}

template <typename E>
struct Word {
  const char* text;
  E value;
};
inline std::array<Word<Activation>, 2> words_of(Activation) {
  return {{{"relu", Activation::relu}, {"gelu", Activation::gelu}}};
}
inline std::array<Word<NormOrder>, 2> words_of(NormOrder) {
  return {{{"post", NormOrder::post}, {"pre", NormOrder::pre}}};
}
inline std::array<Word<Tie>, 3> words_of(Tie) {
  return {{{"none", Tie::none}, {"target", Tie::target}, {"all", Tie::all}}};
}
inline std::array<Word<AttentionKernel>, 5> words_of(AttentionKernel) {
  return {{{"automatic", AttentionKernel::automatic},
           {"dense", AttentionKernel::dense},
           {"blockwise", AttentionKernel::blockwise},
           {"sparse", AttentionKernel::sparse},
           {"linear", AttentionKernel::linear}}};
}
inline std::array<Word<GlobalProjection>, 2> words_of(GlobalProjection) {
  return {{{"shared", GlobalProjection::shared}, {"own", GlobalProjection::own}}};
}

/// Throws UsageError: the text is none of these forms.
[[noreturn]] void refuse_setting(const std::string& text, const std::string& forms);

/// What the help adds to the forms.
template <typename T>
std::string setting_note(const T&) {
  return "";
}

/// A setting as text, what texts there are, and a text as a setting. Throws UsageError that lists them.
template <typename E>
std::string setting_text(E value) {
  for (const auto& word : words_of(value)) {
    if (word.value == value) return word.text;
  }
  return "";
}
template <typename E>
std::string setting_forms(E kind) {
  std::string forms;
  for (const auto& word : words_of(kind)) forms += (forms.empty() ? "" : "|") + std::string(word.text);
  return forms;
}
template <typename E>
void read_setting(const std::string& text, E& value) {
  for (const auto& word : words_of(value)) {
    if (text != word.text) continue;
    value = word.value;
    return;
  }
  refuse_setting(text, setting_forms(value));
}

inline std::string setting_text(const AttentionRules& rules) { return rules.text(); }
inline std::string setting_forms(const AttentionRules&) { return "RULES"; }
inline std::string setting_note(const AttentionRules&) { return ". Rules: " + AttentionRules::forms(); }
inline void read_setting(const std::string& text, AttentionRules& rules) {
  rules = AttentionRules::parse(text);
}

inline std::string setting_text(const Positions& positions) { return positions.text(); }
inline std::string setting_forms(const Positions&) { return Positions::forms(); }
inline void read_setting(const std::string& text, Positions& positions) {
  positions = Positions::parse(text);
}

}  // namespace heed
