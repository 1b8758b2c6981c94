#include "tools/commands/train_and_keep.hpp"

#include <cstdio>

#include "lib/core/error.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/inspect/report.hpp"
#include "tools/language/named_files.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {
namespace {

/// The model.safetensors of a folder; a folder with a config.json is one model with all of its files, as
/// GPT-2's is.
std::filesystem::path file_in(const std::filesystem::path& path) {
  const std::filesystem::path file = model_file(path);
  return std::filesystem::exists(file) && !std::filesystem::exists(path / "config.json") ? file : path;
}

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
  if (file.extension() != ".safetensors" || std::filesystem::is_directory(file)) throw_no_model(file);
}

void throw_no_model(const std::filesystem::path& file, const std::string& kinds) {
  throw_error<UsageError>(
      tr_noop("{} is no model: --model takes {}a model's file or folder (the file of a new one ends in "
              ".safetensors)"),
      file.string(), kinds.empty() ? "" : kinds + tr(", or "));
}

int train_and_keep(const std::filesystem::path& file, const ModelFile& chosen, TrainingIdentity identity,
                   const std::function<TrainingResult(Checkpointer&)>& train,
                   const std::function<void(const TrainingEnd&)>& show,
                   std::optional<CatchInterrupts>* caught) {
  std::optional<CatchInterrupts> own;
  std::optional<CatchInterrupts>& catching = caught != nullptr ? *caught : own;
  if (!catching) catching.emplace();
  std::fflush(stdout);
  const TrainingFolder folder(file.parent_path());
  Checkpointer kept(file, chosen.keep, std::move(identity));
  fmt::print("{}", kept.going_on_text());
  std::fflush(stdout);
  const TrainingResult training = train(kept);
  const TrainingEnd end = kept.finish(training);
  if (!first_process()) return end.status;
  catching.reset();
  if (training.interrupted) {
    fmt::print("\n{}\n", end.text);
    return end.status;
  }
  show(end);
  if (const LivePage* const page = kept.page()) {
    write_report(page->path(), {.models = {end.model}});
    fmt::print("\n{}",
               tr("{}: the report of it, to be opened in a browser\n", printable(page->path().string())));
  }
  return end.status;
}

std::string replaced_text(const TrainingEnd& end) {
  if (end.replaced.empty()) return "";
  return tr("The model that was there is kept in {}; `{}` brings it back\n", end.replaced.string(),
            bring_back_command(end.replaced, end.model));
}

std::string trained_text(std::int64_t parameters, const TrainingResult& training, const TrainingEnd& end) {
  return tr("{} parameters trained in {}; best epoch {}; saved in {}\n{}", grouped(parameters),
            duration_in(training.seconds, spoken_language()), training.best_epoch, end.model.string(),
            replaced_text(end));
}

}  // namespace heed
