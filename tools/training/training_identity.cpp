#include "tools/training/training_identity.hpp"

#include <algorithm>
#include <set>

#include "lib/core/error.hpp"
#include "models/model_fields.hpp"
#include "nn/processes/agreement.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"

namespace heed {
namespace {

/// A setting as the command line calls it: --d-model for d_model; of a hash what it is of.
std::string name_for_people(std::string name) {
  if (name.find(' ') != name.npos) return localized(name);
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

std::string setting_value_text(const nlohmann::json& settings, const std::string& name) {
  const auto found = settings.find(name);
  if (found == settings.end()) return tr("not given");
  return found->is_string() ? found->get<std::string>() : found->dump();
}

/// Says what differs, a phrase each: "--d-model is 32 here and 16 there"; of hashes the values are not worth
/// showing. Empty if nothing differs.
std::string settings_difference(const nlohmann::json& here, const nlohmann::json& there,
                                const std::set<std::string>& may_change) {
  nlohmann::json names = here;
  names.update(there);
  std::string text;
  for (const auto& [name, value] : names.items()) {
    const std::string ours = setting_value_text(here, name), theirs = setting_value_text(there, name);
    if (may_change.contains(name) || ours == theirs) continue;
    const bool is_option = name.find(' ') == name.npos;
    text += (text.empty() ? "" : "; ") +
            (is_option ? tr("{} is {} here and {} there", name_for_people(name), ours, theirs)
                       : tr("{} is another", name_for_people(name)));
  }
  return text;
}

}  // namespace

void compare_with_others(const TrainingIdentity& identity) {
  if (processes().size() == 1) return;
  Facts facts;
  for (const auto& [name, value] : identity.settings.items())
    facts.emplace_back(name_for_people(name), value.dump());
  check_agreement(processes(), "at the start", facts);
}

void require_same_training(const TrainingIdentity& identity, const SavedTraining& saved,
                           const std::filesystem::path& file) {
  std::set<std::string> may_change{"patience", "seeds", "stop_after", retired_field.first};
  if (!identity.schedule_knows_epochs) may_change.insert("epochs");
  const auto found = saved.metadata.find(settings_key);
  const auto settings =
      nlohmann::json::parse(found == saved.metadata.end() ? "" : found->second, nullptr, false);
  const std::string difference = settings.is_object()
                                     ? settings_difference(identity.settings, settings, may_change)
                                     : tr("it has no settings");
  if (!difference.empty()) {
    const bool epochs = difference.find("--epochs ") != std::string::npos;
    throw_error<UsageError>(
        tr_noop("{} is the state of another training: {}{}; give the options that it was started with, or "
                "train anew "
                "without --resume"),
        file.string(), difference,
        epochs
            ? tr(" (the learning rate falls towards the last epoch, so that the steps which are done would "
                 "have been others)")
            : "");
  }
  const auto begun = std::ssize(saved.state.epochs) + (saved.state.batch > 0 ? 1 : 0);
  if (identity.epochs < begun)
    throw_error<UsageError>(tr_noop("--epochs {}: the training is in epoch {} already"), identity.epochs,
                            begun);
}

}  // namespace heed
