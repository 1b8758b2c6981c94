#include "tools/commands/settings_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "tools/commands/setting_option.hpp"

namespace heed {

NLOHMANN_JSON_SERIALIZE_ENUM(ScheduleKind, {{ScheduleKind::constant, "constant"},
                                            {ScheduleKind::inverse_sqrt, "inverse-sqrt"},
                                            {ScheduleKind::cosine, "cosine"},
                                            {ScheduleKind::noam, "noam"}})

namespace {

nlohmann::json run_json(const SessionOptions& o) {
  nlohmann::json settings{{"epochs", o.epochs},
                          {"batch", o.batch_sentences},
                          {"batch_tokens", o.batch_tokens},
                          {"accumulate", o.accumulate},
                          {"lr", o.learning_rate == 0 ? automatic_learning_rate(o) : o.learning_rate},
                          {"schedule", o.schedule},
                          {"warmup", o.warmup},
                          {"adam_beta2", o.adam_beta2},
                          {"adam_eps", o.adam_eps},
                          {"clip", o.clip},
                          {"label_smoothing", o.label_smoothing},
                          {"patience", o.patience},
                          {"seed", o.seed}};
  // Named only where they are used: a training of before goes on.
  if (o.average.of != EpochAverage::Of::none) settings["average"] = o.average.text();
  if (o.stop_after > 0) settings["stop_after"] = o.stop_after;
  if (o.ema > 0) settings["ema"] = o.ema;
  if (o.r_drop > 0) settings["r_drop"] = o.r_drop;
  return settings;
}

/// The settings of a model, by the names of their options.
template <typename Options>
nlohmann::json fields_json(const Options& options) {
  nlohmann::json settings;
  visit_fields(options, [&](const Field& field, const auto& value) {
    const SettingOption* const option = setting_option(field, options);
    if (option == nullptr) return;
    std::string name = option->option + 2;  // without --
    std::replace(name.begin(), name.end(), '-', '_');
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>) {
      settings[name] = value;
    } else {
      settings[name] = setting_text(value);
    }
  });
  return settings;
}

nlohmann::json model_json(const TranslationSession& s) {
  if (s.architecture == Architecture::transformer) return fields_json(s.model);
  nlohmann::json settings = fields_json(lstm_options(s.model));
  settings["model"] = "lstm";
  return settings;
}

}  // namespace

nlohmann::json settings_json(const TranslationSession& s) {
  nlohmann::json settings = run_json(run_of(s));
  settings.update(model_json(s));
  settings.erase("heads");
  return settings;
}

nlohmann::json settings_json(const CorpusChoice& c) {
  const Tokenisation tokens = tokenisation_of(c);
  nlohmann::json settings{{"source", c.source},
                          {"target", c.target},
                          {"tokens", to_string(tokens)},
                          {"min_frequency", c.data.min_frequency},
                          {"max_tokens", c.data.max_tokens}};
  if (c.data.letters) settings["case"] = to_string(*c.data.letters);
  if (tokens == Tokenisation::subwords) {
    settings["subwords"] = c.data.subwords.size;
    settings["subword_kind"] = c.data.subwords.kind == SubwordKind::bpe ? "bpe" : "unigram";
    settings["subword_sampling"] = c.data.subword_sampling;
  }
  if (c.folder.empty()) {
    settings["level"] = c.level;
    settings["pairs"] = c.pairs;
  } else {
    settings["data"] = c.folder;
  }
  return settings;
}

namespace {

std::int64_t width_of(const TransformerOptions& model) { return model.layer.d_model; }
std::int64_t width_of(const auto& model) { return model.d_model; }

TrainingIdentity identity_of(const SessionOptions& o, const nlohmann::json& model,
                             const nlohmann::json& more) {
  TrainingIdentity identity{.settings = run_json(o),
                            .may_change = {},
                            .epochs = o.epochs,
                            .schedule_knows_epochs = o.schedule == ScheduleKind::cosine};
  identity.settings.update(model);
  identity.settings["shards"] = shards_of(o);
  identity.settings.update(more);
  identity.settings.erase("data");  // a folder may move; what is in it has a hash
  return identity;
}

}  // namespace

TrainingIdentity training_identity(const TranslationSession& s, const nlohmann::json& more) {
  return identity_of(run_of(s), model_json(s), more);
}

template <typename Options>
TrainingIdentity training_identity(const SessionOptions& o, const Options& model,
                                   const nlohmann::json& more) {
  return identity_of(of_width(o, width_of(model)), fields_json(model), more);
}
template TrainingIdentity training_identity(const SessionOptions&, const TransformerOptions&,
                                            const nlohmann::json&);
template TrainingIdentity training_identity(const SessionOptions&, const GptOptions&, const nlohmann::json&);
template TrainingIdentity training_identity(const SessionOptions&, const BertOptions&, const nlohmann::json&);
template TrainingIdentity training_identity(const SessionOptions&, const VitOptions&, const nlohmann::json&);

}  // namespace heed
