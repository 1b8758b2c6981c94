// The table of the settings of models. Files are written, read and checked by it (models/options_json.hpp),
// and by it they stand on the command line (tools/commands/help.tsv, which says what each one means).
//
//     visit_fields(options, [](const Field& field, auto& value) { … });
//
// visits each setting of a model in the order of its file. Its default is what the options begin with, its
// type that of the value: a number, or one of the types that setting_text() and read_setting() know.
#pragma once

#include <array>
#include <concepts>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "models/attention_lstm.hpp"
#include "models/bert.hpp"
#include "models/gpt.hpp"
#include "models/transformer.hpp"
#include "models/vit.hpp"

namespace heed::inline HEED_PRECISION {

/// When a setting came: files without one of `later` were saved before, and mean its default.
enum class Since { first, later };

/// The numbers that a setting may be; `text` says it in an error where "at least" and "at most" do not.
struct Range {
  double least = 1, most = std::numeric_limits<double>::infinity();
  const char* text = nullptr;
};
inline constexpr Range length_range{1, 1'000'000}, probability{0, 1 - 1e-9, "at least 0 and below 1"},
    probability_or_same{-1, 1 - 1e-9, "at least -1 and below 1"},  // -1: as the setting `dropout`
    positive_to_1{1e-45, 1, "above 0 and at most 1"}, only_0{0, 0, "0, the id of <pad>"};

/// Files of before hold this setting that is none any more, always with its only value that is still
/// computed.
inline constexpr std::pair retired_field{"global_projection", "shared"};

struct Field {
  const char* name;  // as files have it
  Range range{};     // of a number
  Since since = Since::first;
};

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
  visit(Field{"dropout", probability}, o.layer.dropout);
  visit(Field{"attention_dropout", probability_or_same, Since::later}, o.layer.attention_dropout);
  visit(Field{"activation_dropout", probability_or_same, Since::later}, o.layer.activation_dropout);
  visit(Field{"norm"}, o.layer.norm);
  visit(Field{"final_norm", {}, Since::later}, o.final_norm);
  visit(Field{"activation"}, o.layer.activation);
  visit(Field{"layer_norm_eps", positive_to_1}, o.layer.layer_norm_eps);
  visit(Field{"position"}, o.layer.attention.positions);
  visit(Field{"attention", {}, Since::later}, o.layer.attention.rules);
  visit(Field{"kernel", {}, Since::later}, o.layer.attention.kernel);
  visit(Field{"max_length", length_range}, o.layer.max_length);
  visit(Field{"tie"}, o.tie);
  visit(Field{"pad", only_0}, o.pad);
}

template <typename Options, typename Visit>
requires std::same_as<std::remove_cvref_t<Options>, AttentionLstmOptions>
void visit_fields(Options&& o, Visit visit) {
  visit(Field{"source_vocab"}, o.source_vocab);
  visit(Field{"target_vocab"}, o.target_vocab);
  visit(Field{"d_model"}, o.d_model);
  visit(Field{"dropout", probability}, o.dropout);
  visit(Field{"max_length", length_range}, o.max_length);
  visit(Field{"pad", only_0}, o.pad);
}

/// Visits the settings of models that are one stack of layers.
template <typename Options, typename Visit>
requires requires(Options& o) { o.layers; }
void visit_fields(Options&& o, Visit visit) {
  if constexpr (requires { o.vocabulary; }) {
    visit(Field{"vocabulary"}, o.vocabulary);
    visit(Field{"max_length", length_range}, o.max_length);
  }
  if constexpr (requires { o.segments; }) visit(Field{"segments"}, o.segments);
  if constexpr (requires { o.patch; }) {
    visit(Field{"height"}, o.height);
    visit(Field{"width"}, o.width);
    visit(Field{"channels"}, o.channels);
    visit(Field{"patch"}, o.patch);
  }
  if constexpr (requires { o.classes; }) visit(Field{"classes"}, o.classes);
  visit(Field{"d_model"}, o.d_model);
  visit(Field{"heads"}, o.heads);
  visit(Field{"layers"}, o.layers);
  visit(Field{"dim_feedforward"}, o.dim_feedforward);
  visit(Field{"dropout", probability}, o.dropout);
  visit(Field{"layer_norm_eps", positive_to_1}, o.layer_norm_eps);
}

/// Throws UsageError that says what a number out of its range must be.
void require_in_range(const Field& field, double value);

/// Numbers of tokens, layers, columns: at least 1.
inline bool is_size(const Field& field) { return field.range.least == 1; }
/// Throws UsageError for the first number that is out of its range, of the settings that `which` is true of.
template <typename Options, typename Which>
void check_ranges(const Options& options, Which which) {
  visit_fields(options, [&](const Field& field, const auto& value) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>) {
      if (which(field)) require_in_range(field, static_cast<double>(value));
    }
  });
}

/// The options, after check_options(): for a constructor that makes its parts of them.
template <typename Options>
const Options& checked(const Options& options) {
  check_options(options);
  return options;
}

/// The words that stand for the values of an enumeration.
template <typename E>
struct Word {
  const char* text;
  E value;
};
template <typename E>
inline constexpr std::array<Word<E>, 0> setting_words{};
template <>
inline constexpr std::array<Word<Activation>, 3> setting_words<Activation>{
    {{"relu", Activation::relu}, {"gelu", Activation::gelu}, {"silu", Activation::silu}}};
template <>
inline constexpr std::array<Word<FinalNorm>, 2> setting_words<FinalNorm>{
    {{"yes", FinalNorm::yes}, {"no", FinalNorm::no}}};
template <>
inline constexpr std::array<Word<NormOrder>, 2> setting_words<NormOrder>{
    {{"post", NormOrder::post}, {"pre", NormOrder::pre}}};
template <>
inline constexpr std::array<Word<Tie>, 3> setting_words<Tie>{
    {{"none", Tie::none}, {"target", Tie::target}, {"all", Tie::all}}};
template <>
inline constexpr std::array<Word<AttentionKernel>, 5> setting_words<AttentionKernel>{
    {{"automatic", AttentionKernel::automatic},
     {"dense", AttentionKernel::dense},
     {"blockwise", AttentionKernel::blockwise},
     {"sparse", AttentionKernel::sparse},
     {"linear", AttentionKernel::linear}}};

/// A setting as text, and what texts there are.
template <typename T>
std::string setting_text(const T& value) {
  if constexpr (!std::is_enum_v<T>)
    return value.text();
  else {
    for (const auto& word : setting_words<T>) {
      if (word.value == value) return word.text;
    }
    return "";
  }
}
template <typename T>
std::string setting_forms(const T&) {
  if constexpr (std::is_same_v<T, AttentionRules>)
    return "RULES";
  else if constexpr (!std::is_enum_v<T>)
    return T::forms();
  else {
    std::string forms;
    for (const auto& word : setting_words<T>) forms += (forms.empty() ? "" : "|") + std::string(word.text);
    return forms;
  }
}
/// Throws UsageError: the text is none of these forms.
[[noreturn]] void refuse_setting(const std::string& text, const std::string& forms);
/// Reads a text as a setting. Throws UsageError that lists the texts that there are.
template <typename T>
void read_setting(const std::string& text, T& value) {
  if constexpr (!std::is_enum_v<T>) {
    value = T::parse(text);
  } else {
    for (const auto& word : setting_words<T>) {
      if (text == word.text) return static_cast<void>(value = word.value);
    }
    refuse_setting(text, setting_forms(value));
  }
}

}  // namespace heed
