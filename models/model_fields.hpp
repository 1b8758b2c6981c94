// The settings of a model, each in one place, as saved models name them. (How they stand on the command line:
// tools/commands/setting_option.hpp.)
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
  const char* name;
  Since since = Since::first;
};

/// Calls visit(field, value) for each setting of an attention.
template <typename Spec, typename Visit>
void visit_attention_fields(Spec&& spec, Visit visit) {
  visit(Field{"position"}, spec.positions);
  visit(Field{"attention", Since::later}, spec.rules);
  visit(Field{"kernel", Since::later}, spec.kernel);
  visit(Field{"global_projection", Since::later}, spec.global_projection);
}

/// The same for each setting of a model. A setting is a number, or a text that setting_text() and
/// read_setting() know.
template <typename Options, typename Visit>
requires std::same_as<std::remove_cvref_t<Options>, TransformerOptions>
void visit_fields(Options&& o, Visit visit) {
  visit(Field{"source_vocab"}, o.source_vocab);
  visit(Field{"target_vocab"}, o.target_vocab);
  visit(Field{"d_model"}, o.layer.d_model);
  visit(Field{"heads"}, o.layer.heads);
  visit(Field{"encoder_layers"}, o.encoder_layers);
  visit(Field{"decoder_layers"}, o.decoder_layers);
  visit(Field{"dim_feedforward"}, o.layer.dim_feedforward);
  visit(Field{"dropout"}, o.layer.dropout);
  visit(Field{"attention_dropout", Since::later}, o.layer.attention_dropout);
  visit(Field{"activation_dropout", Since::later}, o.layer.activation_dropout);
  visit(Field{"norm"}, o.layer.norm);
  visit(Field{"final_norm", Since::later}, o.final_norm);
  visit(Field{"activation"}, o.layer.activation);
  visit(Field{"layer_norm_eps"}, o.layer.layer_norm_eps);
  visit_attention_fields(o.layer.attention, visit);
  visit(Field{"max_length"}, o.layer.max_length);
  visit(Field{"tie"}, o.tie);
  visit(Field{"pad"}, o.pad);
}

/// The same for models of one stack of layers.
template <typename Options, typename Visit>
void visit_stack_fields(Options& o, Visit visit) {
  visit(Field{"d_model"}, o.d_model);
  visit(Field{"heads"}, o.heads);
  visit(Field{"layers"}, o.layers);
  visit(Field{"dim_feedforward"}, o.dim_feedforward);
  visit(Field{"dropout"}, o.dropout);
  visit(Field{"layer_norm_eps"}, o.layer_norm_eps);
}

template <typename Options, typename Visit>
requires std::same_as<std::remove_const_t<Options>, AttentionLstmOptions>
void visit_fields(Options& o, Visit visit) {
  visit(Field{"source_vocab"}, o.source_vocab);
  visit(Field{"target_vocab"}, o.target_vocab);
  visit(Field{"d_model"}, o.d_model);
  visit(Field{"dropout"}, o.dropout);
  visit(Field{"max_length"}, o.max_length);
  visit(Field{"pad"}, o.pad);
}

template <typename Options, typename Visit>
requires std::same_as<std::remove_const_t<Options>, GptOptions>
void visit_fields(Options& o, Visit visit) {
  visit(Field{"vocabulary"}, o.vocabulary);
  visit(Field{"max_length"}, o.max_length);
  visit_stack_fields(o, visit);
}

template <typename Options, typename Visit>
requires std::same_as<std::remove_const_t<Options>, BertOptions>
void visit_fields(Options& o, Visit visit) {
  visit(Field{"vocabulary"}, o.vocabulary);
  visit(Field{"max_length"}, o.max_length);
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
  visit(Field{"patch"}, o.patch);
  visit_stack_fields(o, visit);
}

template <typename E>
struct Word {
  const char* text;
  E value;
};
inline std::array<Word<Activation>, 3> words_of(Activation) {
  return {{{"relu", Activation::relu}, {"gelu", Activation::gelu}, {"silu", Activation::silu}}};
}
inline std::array<Word<FinalNorm>, 2> words_of(FinalNorm) {
  return {{{"yes", FinalNorm::yes}, {"no", FinalNorm::no}}};
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
inline void read_setting(const std::string& text, AttentionRules& rules) {
  rules = AttentionRules::parse(text);
}

inline std::string setting_text(const Positions& positions) { return positions.text(); }
inline std::string setting_forms(const Positions&) { return Positions::forms(); }
inline void read_setting(const std::string& text, Positions& positions) {
  positions = Positions::parse(text);
}

}  // namespace heed
