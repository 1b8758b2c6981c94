// Declares what the commands that train a model of one file have in common: where it goes, how it is kept,
// how it ends.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lib/report/interrupt.hpp"
#include "tools/training/checkpointer.hpp"

namespace heed {

/// Holds what a person chooses of it.
struct ModelFile {
  std::string out{}, model{};  // --out and --model
  KeepOptions keep{};
};

/// The file: --model, or where that is a folder of heed's its model.safetensors; or model.safetensors in
/// --out, or in runs/`name`.
std::filesystem::path model_path(const ModelFile& chosen, const std::string& name);

/// Adds --train, --model and --out.
void add_model_file_options(CLI::App& command, ModelFile& chosen);

/// Before the data are read, which are in the files `data`. Throws Error if there is nothing to go on with,
/// or nothing can be written there; UsageError for a folder without a model, a file that is none, or a report
/// in place of data.
void check_model_file(const std::filesystem::path& file, const KeepOptions& keep,
                      const std::vector<std::filesystem::path>& data = {});

/// Throws UsageError for what is neither a model nor one of the `kinds` that --model takes besides
/// ("transformer, lstm").
[[noreturn]] void throw_no_model(const std::filesystem::path& file, const std::string& kinds = "");

/// Trains, keeps the model with its run.json, and shows it once all is saved. Returns the exit status.
/// `caught` belongs to whoever catches Ctrl-C already while the data are read; if null, it is caught from
/// here on.
int train_and_keep(const std::filesystem::path& file, const ModelFile& chosen, TrainingIdentity identity,
                   const std::function<TrainingResult(Checkpointer&)>& train,
                   const std::function<void(const TrainingEnd&)>& show,
                   std::optional<CatchInterrupts>* caught = nullptr);

/// Does the same for a training that returns a model with its `training`, which `show` is given at the end.
template <typename Train, typename Show>
int train_model(const std::filesystem::path& file, const ModelFile& chosen, TrainingIdentity identity,
                const Train& train, const Show& show, std::optional<CatchInterrupts>* caught = nullptr) {
  std::optional<std::invoke_result_t<Train, Checkpointer&>> trained;
  return train_and_keep(
      file, chosen, std::move(identity),
      [&](Checkpointer& kept) { return trained.emplace(train(kept)).training; },
      [&](const TrainingEnd& end) { show(*trained, end); }, caught);
}

/// Returns where the older model is, and how it comes back, a line; empty if there was none.
std::string replaced_text(const TrainingEnd& end);

/// "745,344 parameters trained in 49 s; best epoch 3; saved in runs/lm/model.safetensors", and where an older
/// one went.
std::string trained_text(std::int64_t parameters, const TrainingResult& training, const TrainingEnd& end);

}  // namespace heed
