// heed compare-heads: the same model with 1, 2, 4 and 8 heads, several seeds each, and what may be concluded.
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "lib/text/trimmed.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/corpus_options.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/inspect/report.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/head_comparison.hpp"
#include "tools/measure/head_study.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/checkpointer.hpp"
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
  std::vector<std::string> study;  // tasks
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
    throw_error<UsageError>(tr_noop("{} {} names a number twice: seeds give several runs, see --seeds"),
                            option, fmt::join(values, ","));
}

/// The file where the model of a run stays: those of the first seed, to be looked at; others are not kept.
std::filesystem::path model_of(const PlannedRun& run, const HeadPlan& plan,
                               const std::filesystem::path& folder) {
  if (run.seed != plan.first_seed) return {};
  std::string name = fmt::format("{}-head{}", run.heads, run.heads == 1 ? "" : "s");
  if (plan.epochs.size() > 1) name += fmt::format("-{}-epoch{}", run.epochs, run.epochs == 1 ? "" : "s");
  if (plan.learning_rates.size() > 1) name += fmt::format("-lr-{}", run.learning_rate);
  return folder / name / "model.safetensors";
}

/// Writes the page of the first model and the last, side by side, and says where it is.
void write_side_by_side(const HeadPlan& plan, const std::filesystem::path& folder, const std::string& asked) {
  std::vector<std::filesystem::path> models;
  for (const PlannedRun& run : plan_runs(plan)) {
    const std::filesystem::path model = model_of(run, plan, folder);
    if (!model.empty() && std::filesystem::exists(model)) models.push_back(model.parent_path());
  }
  if (models.empty() || (models.size() < 2 && asked.empty())) return;
  const std::filesystem::path page = asked.empty() ? folder / "report.html" : std::filesystem::path(asked);
  write_report(page, {.models = {models.front(), models.back()}});
  fmt::print("{}",
             tr("{} and {}, seed {}, side by side: {} (in a browser)\n", models.front().filename().string(),
                models.back().filename().string(), plan.first_seed, printable(page.string())));
}

int compare(CompareOptions o) {
  // Two numbers of heads make one comparison, which needs no correction for several.
  if (o.quick && !o.heads_named) o.heads = {1, 4};
  if (o.quick && !o.epochs_named) o.epochs = {5};
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
  const HeadPlan plan{.heads = o.heads,
                      .epochs = o.epochs,
                      .learning_rates = o.learning_rates,
                      .first_seed = o.session.run.seed,
                      .seeds = o.seeds};
  const auto total = std::ssize(plan_runs(plan));
  fmt::print("{}\n\n", tr("{} of {} epochs each: {} heads, {}", trn("{} run", "{} runs", total),
                          fmt::format("{}", fmt::join(o.epochs, ", ")),
                          fmt::format("{}", fmt::join(o.heads, ", ")), trn("{} seed", "{} seeds", o.seeds)));
  std::fflush(stdout);
  nlohmann::json settings = settings_of(o);
  const nlohmann::json about{
      {"task", grammar ? fmt::format("embedded grammar, level {}", o.corpus.level) : corpus_name(o.corpus)},
      {"planned_runs", total},
      {"settings", settings}};
  settings.update(data_identity(data));
  TrainingIdentity identity = training_identity(o.session, settings);
  identity.may_change = {"seeds"};
  identity.epochs = std::ranges::max(o.epochs);
  identity.schedule_knows_epochs = true;  // they say which run is which
  Checkpointer kept(kept_name, o.keep, std::move(identity), Keeps::state);
  const auto write = [&](const std::vector<HeadRun>& runs) {  // nothing is lost if it is killed
    if (first_process()) write_comparison(folder, runs, about);
  };
  const RanPlan done = run_plan(data, session_of(o), plan,
                                {.kept = &kept,
                                 .model = [&](const PlannedRun& run) { return model_of(run, plan, folder); },
                                 .after_each = write});
  const std::vector<HeadRun>& runs = done.runs;
  if (!runs.empty()) {
    write(runs);
    const Language language = spoken_language();
    fmt::print("\n{}", comparison_report(head_tables(runs), language));
    if (o.heads.front() == 1 && o.epochs.size() == 1) {  // the documents' claim on one head
      const Finding claim = found_of_heads(runs, text_of("C6.in", about.at("task").get<std::string>()));
      if (!claim.measured.english.empty())
        fmt::print("C6 {}: {}\n", verdict_text(claim.verdict).in(language), claim.measured.in(language));
    }
    fmt::print("\n{}\n", tr("Every run: {} and results.csv beside it", (folder / "results.json").string()));
  }
  if (done.interrupted) {
    fmt::print("{}\n", tr("Interrupted after {} of {}; to go on: the same command with --resume", runs.size(),
                          trn("{} run", "{} runs", total)));
    return 128 + interrupt_signal();
  }
  if (first_process()) {
    kept.remove_state();
    write_side_by_side(plan, folder, o.keep.report);
  }
  if (std::ranges::all_of(runs, [](const HeadRun& run) { return run.best_epoch == 0; }))
    throw_error<NumericError>(
        tr_noop("no training was better than its untrained model: lower the learning rate with --lr, or give "
                "more epochs with --epochs"));
  return 0;
}

/// The commit of the sources, of which none may have been changed since.
std::string commit_of_sources() {
  const auto git = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"git", "-C", HEED_SOURCE_DIR});
    return Process({.arguments = std::move(arguments)}).wait();
  };
  const ProcessResult commit = git({"rev-parse", "--short=8", "HEAD"});
  if (commit.status != 0)
    throw_error<Error>(tr_noop("a study names the commit of its runs: it needs a clone by git"));
  if (git({"diff", "--quiet", "HEAD", "--", "*.cpp", "*.hpp"}).status != 0)
    throw_error<Error>(
        tr_noop("a study names the commit of its runs, and the sources differ from it: commit them"));
  return std::string(trimmed(commit.out));
}

int study(const CompareOptions& o) {
  const std::filesystem::path csv =
      o.out.empty() ? std::filesystem::path(HEED_SOURCE_DIR "/docs/heads.csv") : std::filesystem::path(o.out);
  std::vector<std::string> names;
  for (const StudyTask& task : study_tasks()) names.push_back(task.name);
  for (const std::string& task : o.study)
    if (std::ranges::count(names, task) == 0)
      throw_error<UsageError>(tr_noop("--study takes one or more of {}, not '{}'"),
                              fmt::format("{}", fmt::join(names, ",")), task);
  const CatchInterrupts catching;
  const bool complete = run_study(o.study, csv, o.corpus.folder, commit_of_sources());
  fmt::print("{}", study_report(study_cells(read_study(csv))));
  return complete ? 0 : 128 + interrupt_signal();
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
  add("--study", o->study)->delimiter(',');
  add_corpus_options(*command, o->corpus);
  add_training_options(*command, o->session.model, o->session.run, o->keep);
  for (const char* single : {"--heads", "--epochs", "--lr"})  // which are lists here
    command->remove_option(command->get_option(single));
  add("--epochs", o->epochs);
  add("--lr", o->learning_rates);
  command->callback([o, command, &action] {
    o->heads_named = command->count("--heads-list") > 0;
    o->epochs_named = command->count("--epochs") > 0;
    action = [o] { return o->study.empty() ? compare(*o) : study(*o); };
  });
}

}  // namespace heed
