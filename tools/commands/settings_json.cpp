#include "tools/commands/settings_json.hpp"

#include "tools/commands/training_settings.hpp"

namespace heed {
namespace {

/// With the learning rate that stands for 0.
nlohmann::json run_json(SessionOptions o) {
  if (o.learning_rate == 0) o.learning_rate = automatic_learning_rate(o);
  return settings_json<SessionOptions>(o);
}

nlohmann::json model_json(const TranslationSession& s) {
  if (s.architecture == Architecture::transformer) return settings_json<TransformerOptions>(s.model);
  nlohmann::json settings = settings_json<AttentionLstmOptions>(lstm_options(s.model));
  settings["model"] = "lstm";
  return settings;
}

TrainingIdentity identity_of(const SessionOptions& o, const nlohmann::json& model,
                             const nlohmann::json& more) {
  TrainingIdentity identity{.settings = run_json(o),
                            .epochs = o.epochs,
                            .schedule_knows_epochs = o.schedule == ScheduleKind::cosine};
  identity.settings.update(model);
  identity.settings["shards"] = shards_of(o);
  identity.settings.update(more);
  identity.settings.erase("data");  // a folder may move; what is in it has a hash
  return identity;
}

}  // namespace

nlohmann::json settings_json(const TranslationSession& s) {
  nlohmann::json settings = run_json(run_of(s));
  settings.update(model_json(s));
  settings.erase("heads");
  return settings;
}

nlohmann::json settings_json(const CorpusChoice& c) {
  nlohmann::json settings = settings_json<CorpusChoice>(c);
  const Tokenisation tokens = tokenisation_of(c);
  settings["tokens"] = setting_text(tokens);
  const bool grammar = c.folder.empty(), subwords = tokens == Tokenisation::subwords;
  std::vector<const char*> others{"subwords", "subword_kind", "subword_sampling"};
  if (subwords) others.clear();
  if (!c.data.letters) others.push_back("case");
  if (grammar)
    others.push_back("data");
  else
    others.insert(others.end(), {"level", "pairs"});
  for (const char* const name : others) settings.erase(name);
  return settings;
}

TrainingIdentity training_identity(const TranslationSession& s, const nlohmann::json& more) {
  return identity_of(run_of(s), model_json(s), more);
}

template <typename Options>
TrainingIdentity training_identity(const SessionOptions& o, const Options& model,
                                   const nlohmann::json& more) {
  std::int64_t width = 0;
  if constexpr (requires { model.layer; })
    width = model.layer.d_model;
  else
    width = model.d_model;
  return identity_of(of_width(o, width), settings_json<Options>(model), more);
}
template TrainingIdentity training_identity(const SessionOptions&, const TransformerOptions&,
                                            const nlohmann::json&);
template TrainingIdentity training_identity(const SessionOptions&, const GptOptions&, const nlohmann::json&);
template TrainingIdentity training_identity(const SessionOptions&, const BertOptions&, const nlohmann::json&);
template TrainingIdentity training_identity(const SessionOptions&, const VitOptions&, const nlohmann::json&);

}  // namespace heed
