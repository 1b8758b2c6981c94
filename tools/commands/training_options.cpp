#include "tools/commands/training_options.hpp"

#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <optional>
#include <system_error>

#include "autograd/anomaly.hpp"
#include "autograd/variable.hpp"
#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_settings.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"

namespace heed {
namespace {

void add_session_options(CLI::App& command, SessionOptions& s) {
  const AddOptions add(command, "training");
  visit_settings(s, [&](const std::string& name, auto& value, Since) { add("--" + name, value); });
  add("--processes", wanted_processes());
  add("--shards", s.shards);
}

/// "500" or "5m"; nothing for what is neither.
std::optional<KeepOptions> kept_every(const std::string& text) {
  const bool minutes = text.ends_with('m');
  double number = 0;
  const std::string digits = text.substr(0, text.size() - (minutes ? 1 : 0));
  if (!CLI::detail::lexical_cast(digits, number) || !(number > 0) || number > 1e9 ||
      (!minutes && number != std::floor(number)))
    return std::nullopt;
  return KeepOptions{.steps = minutes ? 0 : static_cast<std::int64_t>(number),
                     .minutes = minutes ? number : 0};
}

void add_keep_options(CLI::App& command, KeepOptions& k) {
  const auto wrong = [](const std::string& text) {
    return kept_every(text) ? "" : tr("takes steps (500) or minutes (5m), not '{}'", text);
  };
  const auto choose = [&k](const std::string& text) {
    const KeepOptions chosen = kept_every(text).value();
    k.steps = chosen.steps;
    k.minutes = chosen.minutes;
  };
  const AddOptions add(command, "training");
  add("--resume", k.resume);
  add.act("--checkpoint-every", choose)->check(CLI::Validator(wrong, ""));
  add("--report", k.report);
}

}  // namespace

template <typename Options>
void add_training_options(CLI::App& command, Options& m, SessionOptions& run, KeepOptions& keep) {
  const AddOptions add(command, "model");
  visit_settings(m, [&](const std::string& name, auto& value, Since) { add("--" + name, value); });
  if constexpr (requires { m.decoder_layers; }) {  // one option for two settings
    CLI::Option* const layers = command.get_option("--layers");
    command.parse_complete_callback([layers, &m] {
      if (layers->count() > 0) m.decoder_layers = m.encoder_layers;
    });
  }
  add_session_options(command, run);
  add_keep_options(command, keep);
  add_engine_options(command);
}
template void add_training_options(CLI::App&, TransformerOptions&, SessionOptions&, KeepOptions&);
template void add_training_options(CLI::App&, GptOptions&, SessionOptions&, KeepOptions&);
template void add_training_options(CLI::App&, BertOptions&, SessionOptions&, KeepOptions&);
template void add_training_options(CLI::App&, VitOptions&, SessionOptions&, KeepOptions&);

CLI::Option* add_language(CLI::App& command) {
  const auto speak = [](const std::string& name) { spoken_language() = language_from_name(name); };
  return AddOptions(command, "language").act("--lang", speak)->check(one_of({"en", "ko"}));
}

void add_threads(CLI::App& command, const std::string& set) {
  AddOptions(command, set)
      .act("--threads", [](const std::string& n) { set_threads(std::stoi(n)); })
      ->transform(number_between(1, 1024));
}

void add_engine_options(CLI::App& command) {
  const AddOptions add(command, "program");
  add("--config");
  add("--print-config");
  add_threads(command, "program");
  add_language(command)->group(tr_noop("Machine"));
  command
      .add_flag_callback(
          "--detect-anomaly", [] { static const DetectAnomaly searching; }, add.row("--detect-anomaly").text)
      ->group(tr_noop("Machine"));
}

std::string training_option(const CLI::App& command, const std::set<std::string>& others) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string &name = option->get_name(), &group = option->get_group();
    if (is_asked_for(*option) && (group == "Model" || group == "Training" || others.contains(name)))
      return name;
  }
  return "";
}

void refuse_training_options(const CLI::App& command, const std::set<std::string>& others,
                             const std::string& with) {
  if (const std::string name = training_option(command, others); !name.empty())
    throw_error<UsageError>(tr_noop("{} is for training; with {} a saved model answers"), name, with);
}

void check_folder(const std::filesystem::path& folder, const std::string& option) {
  std::error_code problem;
  std::filesystem::path place = std::filesystem::absolute(folder.empty() ? "." : folder, problem);
  while (!std::filesystem::exists(place, problem) && place.has_relative_path()) place = place.parent_path();
  if (!std::filesystem::is_directory(place, problem))
    throw_error<Error>(tr_noop("{} cannot be a folder, as {} is a file; choose another with {}"),
                       folder.string(), place.string(), option);
  if (access(place.c_str(), W_OK | X_OK) != 0)
    throw_error<Error>(tr_noop("cannot write to the folder {}: {}; choose another with {}"), place.string(),
                       system_message(errno), option);
}

TrainingFolder::TrainingFolder(const std::filesystem::path& folder) {
  if (folder.empty()) return;
  made_ = make_folders(folder);
  check_folder(folder);
}

TrainingFolder::~TrainingFolder() {
  if (!first_process()) return;  // the first one may be about to write
  std::error_code not_empty;
  for (const std::filesystem::path& folder : made_) std::filesystem::remove(folder, not_empty);
}

}  // namespace heed
