#include "tools/training/training_identity.hpp"

#include <algorithm>
#include <cstdio>
#include <set>

#include "lib/core/error.hpp"
#include "models/model_fields.hpp"
#include "nn/processes/communicator.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

constexpr const char* settings_key = "heed.settings";
constexpr const char* kernels_key = "heed.kernels";

/// Returns what the last digits of a sum depend on.
std::string kernels() {
  const nlohmann::json machine = describe_machine();
  return fmt::format("{}, {}", machine.at("simd").get<std::string>(), machine.at("blas").get<std::string>());
}

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

std::string metadata_text(const Metadata& metadata, const std::string& key) {
  const auto found = metadata.find(key);
  return found == metadata.end() ? "" : found->second;
}

/// Says what differs between two objects of settings, a phrase each: "--d-model is 32 here and 16 there". A
/// name without a blank is that of an option; of others, such as "the training data", the values are hashes
/// and not worth showing. Names in `may_change` are left out; empty if nothing differs.
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

void describe(const TrainingIdentity& identity, Metadata& metadata) {
  metadata[kernels_key] = kernels();
  metadata[settings_key] = identity.settings.dump();
}

void require_same_training(const TrainingIdentity& identity, const SavedTraining& saved,
                           const std::filesystem::path& file) {
  std::set<std::string> may_change{"patience", "seeds", "stop_after", retired_field.first};
  if (!identity.schedule_knows_epochs) may_change.insert("epochs");
  const auto settings = nlohmann::json::parse(metadata_text(saved.metadata, settings_key), nullptr, false);
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
  if (const std::string there = metadata_text(saved.metadata, kernels_key);
      there != kernels() && first_process())
    fmt::print(stderr, "{}",
               tr("note: begun with other kernels ({}, here {}): the end will differ in its last digits\n",
                  there, kernels()));
}

}  // namespace heed
