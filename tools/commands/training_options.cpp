#include "tools/commands/training_options.hpp"

#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>

#include "autograd/anomaly.hpp"
#include "autograd/variable.hpp"
#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/setting_option.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/run_config.hpp"

namespace heed {

namespace {

template <typename Options>
void add_fields(CLI::App& command, Options& options) {
  visit_fields(options, [&](const Field& field, auto& value) {
    using T = std::remove_reference_t<decltype(value)>;
    const SettingOption* const o = setting_option(field, options);
    if (o == nullptr) return;
    if constexpr (!std::is_arithmetic_v<T>) {
      CLI::Option* const option = command.add_option_function<std::string>(
          o->option, [&value](const std::string& text) { read_setting(text, value); }, o->what);
      check_setting(option, value)->group(tr_noop("Model"));
    } else {
      add_number<T>(command, o->option, value, o->unit, o->what, static_cast<T>(o->least),
                    static_cast<T>(o->most))
          ->group(tr_noop("Model"));
    }
  });
}

}  // namespace

void add_model_options(CLI::App& command, GptOptions& m) { add_fields(command, m); }
void add_model_options(CLI::App& command, BertOptions& m) { add_fields(command, m); }
void add_model_options(CLI::App& command, VitOptions& m) { add_fields(command, m); }

void add_model_options(CLI::App& command, TransformerOptions& m) {
  add_fields(command, m);
  // One option for two settings.
  CLI::Option* const layers = command.get_option("--layers");
  command.parse_complete_callback([layers, &m] {
    if (layers->count() > 0) m.decoder_layers = m.encoder_layers;
  });
}

namespace {

/// A setting with text() and parse(), which says what there is.
template <typename T>
CLI::Option* add_parsed(CLI::App& command, const std::string& name, T& value, const std::string& forms,
                        const std::string& what) {
  const auto wrong = [](const std::string& text) -> std::string {
    try {
      T::parse(text);
      return "";
    } catch (const UsageError& e) {
      return localized(e);
    }
  };
  return command
      .add_option_function<std::string>(
          name, [&value](const std::string& text) { value = T::parse(text); }, what)
      ->check(CLI::Validator(wrong, ""))
      ->option_text(fmt::format("{} [{}]", forms, value.text()));
}

}  // namespace

void add_session_options(CLI::App& command, SessionOptions& s) {
  put_in_group(
      tr_noop("Training"),
      {add_number<std::int64_t>(command, "--epochs", s.epochs, "EPOCHS",
                                tr_noop("passes over the training examples"), 1, 1'000'000),
       add_number<std::int64_t>(
           command, "--stop-after", s.stop_after, "EPOCHS",
           tr_noop("end after so many of the --epochs, though the learning rate is planned for "
                   "all; 0: after all"),
           0, 1'000'000),
       add_number<std::size_t>(command, "--batch", s.batch_sentences, "EXAMPLES",
                               tr_noop("pairs, sentences or images to a batch"), 1, 1'000'000),
       add_number<std::size_t>(command, "--batch-tokens", s.batch_tokens, "TOKENS",
                               tr_noop("largest batch, instead of --batch: examples times the tokens of the "
                                       "longest, of a pair those of "
                                       "its longer side, <eos> included; 0: not used"),
                               0, 1'000'000'000),
       add_number<std::int64_t>(command, "--accumulate", s.accumulate, "BATCHES",
                                tr_noop("batches whose gradients are added up for one step"), 1, 32'768),
       command
           .add_option(
               "--processes", wanted_processes(),
               tr_noop("train with so many processes of this machine (by OpenMPI); more machines: see "
                       "docs/processes.md"))
           ->option_text("PROCESSES")
           ->transform(number_between(1, 1024)),
       add_number(
           command, "--shards", s.shards, "SHARDS",
           tr_noop("parts of each batch, added up in a fixed order: the result is the same for any number of "
                   "processes that divides it; 0: 1, or 4 with --processes"),
           0, 4096),
       add_number(
           command, "--lr", s.learning_rate, "RATE",
           tr_noop("largest learning rate of Adam (for noam: a factor); 0: 0.256 / d-model, at most 0.002"),
           0.0, 1000.0),
       add_choice(command, "--schedule", s.schedule,
                  {{"constant", ScheduleKind::constant},
                   {"inverse-sqrt", ScheduleKind::inverse_sqrt},
                   {"cosine", ScheduleKind::cosine},
                   {"noam", ScheduleKind::noam}},
                  tr_noop("how the learning rate goes down after the warm-up")),
       add_number<std::int64_t>(command, "--warmup", s.warmup, "STEPS",
                                tr_noop("over which the learning rate rises"), 0, 1'000'000'000),
       add_number(command, "--adam-beta2", s.adam_beta2, "BETA",
                  tr_noop("decay of Adam's mean of squared gradients (PyTorch's default: 0.999)"), 0.0,
                  0.999999),
       add_number(command, "--adam-eps", s.adam_eps, "EPSILON",
                  tr_noop("added to the root of that mean (PyTorch's default: 1e-8)"), 1e-20, 1.0),
       add_number(command, "--clip", s.clip, "NORM", tr_noop("largest norm of all gradients together"), 1e-9,
                  1e12),
       add_number(
           command, "--label-smoothing", s.label_smoothing, "EPSILON",
           tr_noop(
               "probability mass spread over all words or classes; with all of it (1) there would be nothing "
               "to learn"),
           0.0, 0.99),
       add_number<std::int64_t>(
           command, "--patience", s.patience, "EPOCHS",
           tr_noop("stop after so many without a better one, by the score on the validation part "
                   "(by its loss where there is no score, and while BLEU is below 1); 0: never"),
           0, 1'000'000),
       add_parsed(command, "--average", s.average, "none|last:N|best:N",
                  tr_noop("the model at the end: the mean of the weights of the last or best N epochs")),
       add_number(
           command, "--ema", s.ema, "DECAY",
           tr_noop(
               "validate and keep an exponential moving average of the weights of all steps (0.999); 0: the "
               "weights themselves"),
           0.0, 0.999999),
       add_number<std::uint64_t>(
           command, "--seed", s.seed, "SEED",
           tr_noop("of weights, batches and dropout: the same seed gives the same bytes"), 0,
           std::numeric_limits<std::uint64_t>::max())});
}

void add_next_token_options(CLI::App& command, SessionOptions& s) {
  add_number(
      command, "--r-drop", s.r_drop, "ALPHA",
      tr_noop("train each batch twice with other dropout, and draw the two towards each other by so much "
              "(R-Drop; 5 in its paper on translation); 0: once"),
      0.0, 1000.0)
      ->group(tr_noop("Training"));
}

namespace {

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

}  // namespace

void add_keep_options(CLI::App& command, KeepOptions& k) {
  const auto wrong = [](const std::string& text) {
    return kept_every(text) ? "" : tr("takes steps (500) or minutes (5m), not '{}'", text);
  };
  CLI::Option* const every = command.add_option_function<std::string>(
      "--checkpoint-every",
      [&k](const std::string& text) {
        const KeepOptions chosen = kept_every(text).value();
        k.steps = chosen.steps;
        k.minutes = chosen.minutes;
      },
      tr_noop(
          "keep the state of the training after so many steps (500) or minutes (5m), and after each epoch"));
  every->check(CLI::Validator(wrong, "", number_validator))->option_text("STEPS|MINUTESm [5m]");
  put_in_group(
      tr_noop("Training"),
      {command.add_flag("--resume", k.resume,
                        tr_noop("go on with a training that was interrupted, where it was: the end is "
                                "the same to the bit")),
       every,
       command
           .add_option("--report", k.report,
                       tr_noop("show the training as a page for the browser, written again every few "
                               "seconds; at its end it is that of heed report"))
           ->type_name("FILE")});
}

CLI::Option* add_language(CLI::App& command) {
  return command
      .add_option_function<std::string>(
          "--lang", [](const std::string& name) { spoken_language() = language_from_name(name); },
          tr_noop("language of the messages"))
      ->check(language_names())
      ->option_text(tr_noop("en|ko [of the locale]"));
}

void add_engine_options(CLI::App& command) {
  add_config_options(command);
  const auto count = command.add_option_function<int>(
      "--threads", [](const int& n) { set_threads(n); },
      tr_noop("threads to compute with; no result depends on it"));
  count->option_text(tr_noop("THREADS [one a processor]"))->transform(number_between(1, 1024));
  put_in_group(tr_noop("Machine"),
               {count, add_language(command),
                command.add_flag_callback(
                    "--detect-anomaly", [] { static const DetectAnomaly searching; },
                    tr_noop("search every value for NaN and infinity and name the op (slow)"))});
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
