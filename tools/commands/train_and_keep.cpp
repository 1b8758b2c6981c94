#include "tools/commands/train_and_keep.hpp"

#include <cstdio>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "models/saved_model.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/inspect/report.hpp"
#include "tools/language/duration.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/run_config.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {
namespace {

/// The model.safetensors of a folder, if heed has written it: other folders are one model with all of their
/// files, as GPT-2's is.
std::filesystem::path file_in(const std::filesystem::path& path) {
  const std::filesystem::path file = model_file(path);
  if (file == path) return path;
  try {
    return kind_of(read_safetensors_header(file).metadata).empty() ? path : file;
  } catch (const Error&) {  // whoever reads it says why
    return path;
  }
}

/// Returns true if it is a file of something else, which a training would put its model in place of. One with
/// the name of a model may be a damaged one.
bool is_no_model(const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(file) || file.extension() == ".safetensors" ||
      std::filesystem::is_empty(file))
    return false;
  try {
    (void)read_safetensors_header(file);
    return false;
  } catch (const Error&) {
    return true;
  }
}

/// The options of a training beside what it leaves, from its beginning on: whoever finds it interrupted can
/// repeat it. Where it leaves nothing, none.
class RunOfTraining {
 public:
  RunOfTraining(const Checkpointer& kept, const std::string& text) : kept_(kept) {
    if (first_process()) write_run(kept.run().weights(), text);
  }
  ~RunOfTraining() {
    std::error_code none;
    if (first_process() && !kept_.is_there()) std::filesystem::remove(run_file(kept_.run().weights()), none);
  }
  RunOfTraining(const RunOfTraining&) = delete;
  RunOfTraining& operator=(const RunOfTraining&) = delete;

 private:
  const Checkpointer& kept_;
};

}  // namespace

std::filesystem::path model_path(const ModelFile& chosen, const std::string& name) {
  if (!chosen.model.empty()) return file_in(chosen.model);
  return (chosen.out.empty() ? std::filesystem::path("runs") / name : std::filesystem::path(chosen.out)) /
         "model.safetensors";
}

void add_model_file_options(CLI::App& command, ModelFile& chosen) {
  const AddOptions add(command, "training");
  add("--train");
  add("--model", chosen.model);
  add("--out", chosen.out);
}

void check_model_file(const std::filesystem::path& file, const KeepOptions& keep,
                      const std::vector<std::filesystem::path>& data) {
  refuse_to_overwrite("--report", keep.report, data);
  if (keep.resume) require_state(file);
  check_folder(file.parent_path());
  if (std::filesystem::is_directory(file))
    throw_error<UsageError>(tr_noop("{} is a folder without a model of heed's in it: name a new model's "
                                    "file, or with --out its folder"),
                            file.string());
  if (is_no_model(file))
    throw_error<UsageError>(
        tr_noop("{} is no saved model, and a training would replace it: name another file"), file.string());
  if (!keep.resume) refuse_mistyped_model(file);
}

void refuse_mistyped_model(const std::filesystem::path& file, const std::string& kinds) {
  if (!file.has_extension() && !std::filesystem::exists(file))
    throw_error<UsageError>(
        tr_noop(
            "there is no model '{}': --model takes {}a model's file or folder (the file of a new one ends in "
            ".safetensors)"),
        file.string(), kinds.empty() ? "" : kinds + tr(", or "));
}

int train_and_keep(const std::filesystem::path& file, const ModelFile& chosen, const TrainingSteps& steps) {
  std::optional<CatchInterrupts> own;
  std::optional<CatchInterrupts>& catching = steps.catching != nullptr ? *steps.catching : own;
  if (!catching) catching.emplace();
  std::fflush(stdout);
  const TrainingFolder folder(file.parent_path());
  Checkpointer kept(file, chosen.keep, steps.identity);
  const RunOfTraining run(kept, chosen.keep.run);
  fmt::print("{}", kept.going_on_text());
  std::fflush(stdout);
  const TrainingResult training = steps.train(kept);
  const bool learned = !training.interrupted && training.best_epoch > 0;
  const TrainingEnd end = kept.finish(
      training, steps.usual && first_process() && learned ? std::optional(steps.usual()) : std::nullopt);
  if (!first_process()) return end.status;
  catching.reset();
  if (training.interrupted) {
    fmt::print("\n{}\n", end.text);
    if (steps.interrupted) steps.interrupted(end);
    return end.status;
  }
  write_run(end.model, chosen.keep.run);
  steps.show(training, end);
  if (const LivePage* const page = kept.page()) fmt::print("\n{}", finish_page(page->path(), end.model));
  return end.status;
}

std::string trained_text(std::int64_t parameters, const TrainingResult& training, const TrainingEnd& end) {
  return tr("{} parameters trained in {}; best epoch {}; saved in {}\n{}", grouped(parameters),
            duration_in(training.seconds, spoken_language()), training.best_epoch, end.model.string(),
            replaced_text(end));
}

}  // namespace heed
