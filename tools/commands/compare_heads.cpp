// heed compare-heads: the same model with 1, 2, 4 and 8 heads, several seeds each, and what may be concluded.
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/corpus_options.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/inspect/report.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/head_plan.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/kept_training.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {
namespace {

struct CompareOptions {
  std::vector<std::int64_t> heads{1, 2, 4, 8}, epochs{6};
  std::vector<double> learning_rates{0};
  std::int64_t seeds = 5;
  bool quick = false;
  bool heads_named = false, epochs_named = false;  // on the command line: --quick leaves them
  std::string out;
  CorpusChoice corpus{.level = 3, .pairs = 20000};
  TranslationSession session{.model = {.encoder_layers = 2,
                                       .decoder_layers = 2,
                                       .layer = {.d_model = 64, .heads = 1, .dim_feedforward = 128}}};
  KeepOptions keep{};
};

/// With positions for twice the longest sentence, for translations that do not end.
TranslationSession session_of(const CompareOptions& o) {
  TranslationSession session = o.session;
  session.model.layer.max_length = 2 * static_cast<std::int64_t>(o.corpus.data.max_tokens) + 2;
  return session;
}

/// By the names of the options; one number of epochs or learning rate as a number, several as a list.
nlohmann::json settings_of(const CompareOptions& o) {
  nlohmann::json settings = settings_json(o.session);
  settings.update(settings_json(o.corpus));
  const auto list = [](const auto& values) {
    return values.size() == 1 ? nlohmann::json(values[0]) : nlohmann::json(values);
  };
  settings["epochs"] = list(o.epochs);
  settings["lr"] = list(o.learning_rates);
  settings["heads_list"] = o.heads;
  settings["seeds"] = o.seeds;
  return settings;
}

template <typename T>
void refuse_twice(const char* option, const std::vector<T>& values) {
  if (std::set<T>(values.begin(), values.end()).size() != values.size())
    throw_error<UsageError>("{} {} names a number twice: seeds give several runs, see --seeds", option,
                            fmt::join(values, ","));
}

/// What --quick leaves out: two numbers of heads make one comparison, which needs no correction for several.
void make_quick(CompareOptions& o) {
  if (!o.heads_named) o.heads = {1, 4};
  if (!o.epochs_named) o.epochs = {5};
}

/// Where the model of a run stays: those of the first seed, to be looked at; of others nothing is kept.
std::filesystem::path model_of(const PlannedRun& run, const HeadPlan& plan,
                               const std::filesystem::path& folder) {
  if (run.seed != plan.first_seed) return {};
  std::string name;
  for (const char c : describe(run, plan)) {
    if (c == ' ' || c == ',') {
      if (!name.ends_with('-')) name += '-';
    } else {
      name += c;
    }
  }
  return folder / name / "model.safetensors";
}

/// The page of the first model and the last, side by side. Returns a line that says where it is.
std::string write_side_by_side(const std::vector<PlannedRun>& planned, const HeadPlan& plan,
                               const std::filesystem::path& folder, const std::string& asked) {
  std::vector<std::filesystem::path> models;
  for (const PlannedRun& run : planned) {
    const std::filesystem::path model = model_of(run, plan, folder);
    if (!model.empty() && std::filesystem::exists(model)) models.push_back(model.parent_path());
  }
  if (models.empty() || (models.size() < 2 && asked.empty())) return "";
  const std::filesystem::path page = asked.empty() ? folder / "report.html" : std::filesystem::path(asked);
  write_report(page, {.models = {models.front(), models.back()}});
  return tr("{} and {}, seed {}, side by side: {} (in a browser)\n", models.front().filename().string(),
            models.back().filename().string(), plan.first_seed, printable(page.string()));
}

int compare(CompareOptions o) {
  if (o.quick) make_quick(o);
  for (double& rate : o.learning_rates)
    if (rate == 0) rate = automatic_learning_rate(run_of(o.session));
  refuse_twice("--heads-list", o.heads);
  refuse_twice("--epochs", o.epochs);
  refuse_twice("--lr", o.learning_rates);
  for (const std::int64_t heads : o.heads) {
    TranslationSession session = o.session;
    session.model.layer.heads = heads;
    check_session(session);  // of positions and rules, too, before the first of them trains
  }
  const std::filesystem::path folder =
      o.out.empty() ? std::filesystem::path("runs") / ("compare-heads-" + corpus_name(o.corpus))
                    : std::filesystem::path(o.out);
  const std::filesystem::path kept_name = folder / "comparison.safetensors";
  if (o.keep.resume) require_state(kept_name);
  const TrainingFolder made(folder);
  const CatchInterrupts catching;
  const TranslationData data = load_corpus(o.corpus, o.session.model.tie);
  const bool grammar = o.corpus.folder.empty();
  fmt::print("\n{}\n\n",
             text_of(grammar && o.corpus.level == 3 ? "compare.why several" : "compare.what varies")
                 .in(spoken_language()));
  const HeadPlan heads{.heads = o.heads,
                       .epochs = o.epochs,
                       .learning_rates = o.learning_rates,
                       .first_seed = o.session.run.seed,
                       .seeds = o.seeds};
  const std::vector<PlannedRun> planned = plan_runs(heads);
  const std::int64_t total = std::ssize(planned);
  fmt::print("{} of {} epoch{}: {} head{}, {} each\n\n", counted(total, "run"), fmt::join(o.epochs, " or "),
             o.epochs == std::vector<std::int64_t>{1} ? "" : "s", fmt::join(o.heads, ", "),
             o.heads.back() == 1 && o.heads.size() == 1 ? "" : "s", counted(o.seeds, "seed"));
  std::fflush(stdout);
  nlohmann::json settings = settings_of(o);
  settings.update(data_identity(data));
  TrainingIdentity identity = training_identity(o.session, settings);
  identity.may_change = {"seeds"};
  identity.epochs = *std::max_element(o.epochs.begin(), o.epochs.end());
  identity.schedule_knows_epochs = true;  // they say which run is which
  KeptTraining kept(kept_name, o.keep, std::move(identity), Keeps::state);
  const ComparisonPlan plan{
      .task = grammar ? fmt::format("embedded grammar, level {}", o.corpus.level) : corpus_name(o.corpus),
      .runs = static_cast<std::size_t>(total),
      .settings = settings_of(o)};
  const auto write = [&](const std::vector<HeadRun>& runs) {  // nothing is lost if it is killed
    if (first_process()) write_comparison(folder, runs, tabulate(runs).summaries, plan);
  };
  const RanPlan done = run_plan(data, session_of(o), heads,
                                {.kept = &kept,
                                 .model = [&](const PlannedRun& run) { return model_of(run, heads, folder); },
                                 .after_each = write});
  const std::vector<HeadRun>& runs = done.runs;
  if (!runs.empty()) {
    write(runs);
    fmt::print("\n{}\nEvery run: {} and results.csv beside it\n", tabulate(runs, spoken_language()).report,
               (folder / "results.json").string());
  }
  if (!done.interrupted) {
    if (first_process()) {
      kept.remove_state();
      fmt::print("{}", write_side_by_side(planned, heads, folder, o.keep.report));
    }
    if (std::ranges::all_of(runs, [](const HeadRun& run) { return run.best_epoch == 0; }))
      throw_error<NumericError>(
          "no training was better than its untrained model: lower the learning rate with --lr, or give more "
          "epochs with --epochs");
    return 0;
  }
  fmt::print("Interrupted after {} of {}; to go on: the same command with --resume\n", runs.size(),
             counted(total, "run"));
  return 128 + interrupt_signal();
}

}  // namespace

void add_compare_heads(CLI::App& app, Action& action) {
  auto o = std::make_shared<CompareOptions>();
  CLI::App* command = add_command(app, "compare-heads");
  const AddOptions add(*command);
  add("--heads-list", o->heads);
  add("--seeds", o->seeds);
  add("--quick", o->quick);
  add("--out", o->out);
  add_corpus_options(*command, o->corpus);
  add_training_options(*command, o->session.model, o->session.run, o->keep);
  for (const char* single : {"--heads", "--epochs", "--lr"})  // which are lists here
    command->remove_option(command->get_option(single));
  add("--epochs", o->epochs);
  add("--lr", o->learning_rates);
  command->callback([o, command, &action] {
    o->heads_named = command->count("--heads-list") > 0;
    o->epochs_named = command->count("--epochs") > 0;
    action = [o] { return compare(*o); };
  });
}

}  // namespace heed
