// The tables of what a person chooses of a training. The command line, run.json, what must be the same when a
// training goes on and results.json are loops over them; texts and ranges are in tools/commands/help.tsv.
//
//     visit_settings(options, [](const std::string& name, auto& value, Since since) { … });
//
// visits each setting by the name of its option without dashes: "d-model".
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "models/model_fields.hpp"
#include "models/translator.hpp"
#include "tools/commands/corpus_options.hpp"
#include "tools/option_table.hpp"
#include "tools/training/session.hpp"

namespace heed {

template <>
inline constexpr std::array<Word<ScheduleKind>, 4> setting_words<ScheduleKind>{
    {{"constant", ScheduleKind::constant},
     {"cosine", ScheduleKind::cosine},
     {"inverse-sqrt", ScheduleKind::inverse_sqrt},
     {"noam", ScheduleKind::noam}}};
template <>
inline constexpr std::array<Word<Tokenisation>, 3> setting_words<Tokenisation>{
    {{"characters", Tokenisation::characters},
     {"subwords", Tokenisation::subwords},
     {"words", Tokenisation::words}}};
template <>
inline constexpr std::array<Word<SubwordKind>, 2> setting_words<SubwordKind>{
    {{"bpe", SubwordKind::bpe}, {"unigram", SubwordKind::unigram}}};
template <>
inline constexpr std::array<Word<Case>, 2> setting_words<Case>{
    {{"keep", Case::keep}, {"lower", Case::lower}}};
template <>
inline constexpr std::array<Word<Unknown>, 2> setting_words<Unknown>{
    {{"copy", Unknown::copy}, {"keep", Unknown::keep}}};

/// Those of `later` came when there were trainings already: a training of before goes on without them.
template <typename Options, typename Visit>
requires std::same_as<std::remove_cvref_t<Options>, SessionOptions>
void visit_settings(Options&& o, Visit visit) {
  visit("epochs", o.epochs, Since::first);
  visit("stop-after", o.stop_after, Since::later);
  visit("batch", o.batch_sentences, Since::first);
  visit("batch-tokens", o.batch_tokens, Since::first);
  visit("accumulate", o.accumulate, Since::first);
  visit("lr", o.learning_rate, Since::first);
  visit("schedule", o.schedule, Since::first);
  visit("warmup", o.warmup, Since::first);
  visit("adam-beta2", o.adam_beta2, Since::first);
  visit("adam-eps", o.adam_eps, Since::first);
  visit("clip", o.clip, Since::first);
  visit("label-smoothing", o.label_smoothing, Since::first);
  visit("patience", o.patience, Since::first);
  visit("average", o.average, Since::later);
  visit("seed", o.seed, Since::first);
}

template <typename Choice, typename Visit>
requires std::same_as<std::remove_cvref_t<Choice>, CorpusChoice>
void visit_settings(Choice&& c, Visit visit) {
  visit("data", c.folder, Since::first);
  visit("source", c.source, Since::first);
  visit("target", c.target, Since::first);
  visit("level", c.level, Since::first);
  visit("pairs", c.pairs, Since::first);
  visit("tokens", c.tokens, Since::first);
  visit("subwords", c.data.subwords.size, Since::first);
  visit("subword-kind", c.data.subwords.kind, Since::first);
  visit("subword-sampling", c.data.subword_sampling, Since::first);
  visit("case", c.data.letters, Since::first);
  visit("min-frequency", c.data.min_frequency, Since::first);
  visit("max-tokens", c.data.max_tokens, Since::first);
}

/// Visits the settings of a model that have an option: others follow from the data, or are always the
/// default.
template <typename Options, typename Visit>
requires requires(Options& o, Visit v) {
  visit_fields(o, [](const Field&, auto&) {});
}
void visit_settings(Options&& o, Visit visit) {
  visit_fields(o, [&](const Field& field, auto& value) {
    std::string name = field.name;
    if (name == "dim_feedforward") name = "ff";
    if (name == "encoder_layers") name = "layers";
    if (name == "max_length" && !requires { o.target_vocab; }) name = "context";
    std::ranges::replace(name, '_', '-');
    if (find_option("model", "--" + name) != nullptr) visit(name, value, Since::first);
  });
}

/// A setting as JSON: a number, a text, or the word for it; null for what is not chosen.
template <typename T>
nlohmann::json setting_json(const T& value) {
  if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>)
    return value;
  else if constexpr (requires { value.has_value(); })
    return value ? setting_json(*value) : nlohmann::json();
  else
    return setting_text(value);
}

/// All settings by the names of their options: d_model for --d-model. Those that came later stand there only
/// where they are used.
template <typename Options>
nlohmann::json settings_json(const Options& options) {
  nlohmann::json settings;
  visit_settings(options, [&]<typename T>(std::string name, const T& value, Since since) {
    if (since == Since::later && setting_json(value) == setting_json(T{})) return;
    std::ranges::replace(name, '-', '_');
    settings[name] = setting_json(value);
  });
  return settings;
}

}  // namespace heed
