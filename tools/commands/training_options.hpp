// The options that every training command shares; those of its sentences are in corpus_options.hpp.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "models/bert.hpp"
#include "models/gpt.hpp"
#include "models/transformer.hpp"
#include "models/vit.hpp"
#include "tools/training/checkpointer.hpp"
#include "tools/training/session.hpp"

namespace heed {

/// Adds the options of the groups Model (TransformerOptions, GptOptions, BertOptions or VitOptions), Training
/// and Machine. The variables must live until parsing is over.
template <typename Options>
void add_training_options(CLI::App& command, Options& model, SessionOptions& run, KeepOptions& keep);
/// --lang, which acts at once.
CLI::Option* add_language(CLI::App& command);
/// --threads, which acts at once; its text is that of a set of the table.
void add_threads(CLI::App& command, const std::string& set);
/// --threads, --lang and --detect-anomaly, which act at once; --config and --print-config.
void add_engine_options(CLI::App& command);

/// The first option that is asked for and can only mean a training: one of the groups Model and Training, or
/// one of `others`. Empty if there is none.
std::string training_option(const CLI::App& command, const std::set<std::string>& others);
/// For a command that uses a saved model: throws UsageError for a training_option(), as an option that
/// changes nothing would let a person believe that it did. `with` says what makes the command use a saved
/// model.
void refuse_training_options(const CLI::App& command, const std::set<std::string>& others,
                             const std::string& with);

/// Throws Error when the folder could not be written to, whether it is there yet or not; `option` names
/// another.
void check_folder(const std::filesystem::path& folder, const std::string& option = "--out");
/// The folder of a training, made and checked, with those above it. One that was not there and to which
/// nothing was written is removed again at the end. Nothing for an empty path.
class TrainingFolder {
 public:
  explicit TrainingFolder(const std::filesystem::path& folder);
  ~TrainingFolder();
  TrainingFolder(const TrainingFolder&) = delete;
  TrainingFolder& operator=(const TrainingFolder&) = delete;

 private:
  std::vector<std::filesystem::path> made_;
};

}  // namespace heed
