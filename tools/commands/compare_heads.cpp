// heed compare-heads: the same model with 1, 2, 4 and 8 heads, several seeds each, and what may be concluded.
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "lib/process/process.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/text/trimmed.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/corpus_options.hpp"
#include "tools/commands/measurements.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/head_study.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/checkpointer.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {
namespace {

struct CompareOptions {
  std::vector<std::int64_t> heads{1, 2, 4, 8};
  std::int64_t seeds = 5;
  bool quick = false;
  std::string out;
  std::vector<std::string> study;  // tasks
  CorpusChoice corpus{.level = 3, .pairs = 20000};
  TranslationSession session{.model = {.encoder_layers = 2,
                                       .decoder_layers = 2,
                                       .layer = {.d_model = 64, .heads = 1, .dim_feedforward = 128}},
                             .run = {.epochs = 6}};
  KeepOptions keep{};
};

int compare(CompareOptions o) {
  if (o.session.run.learning_rate == 0)
    o.session.run.learning_rate = automatic_learning_rate(run_of(o.session));
  if (std::set<std::int64_t>(o.heads.begin(), o.heads.end()).size() != o.heads.size())
    throw_error<UsageError>(tr_noop("{} {} names a number twice: seeds give several runs, see --seeds"),
                            "--heads-list", fmt::format("{}", fmt::join(o.heads, ",")));
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
  HeadTask task{
      .name = grammar ? fmt::format("embedded grammar, level {}", o.corpus.level) : corpus_name(o.corpus),
      .session = o.session,
      .rates = {o.session.run.learning_rate},
      .seeds = o.seeds,
      .heads = o.heads};
  // With positions for twice the longest sentence, for translations that do not end.
  task.session.model.layer.max_length = 2 * static_cast<std::int64_t>(o.corpus.data.max_tokens) + 2;
  const auto planned = static_cast<std::int64_t>(planned_runs(task));
  const Language language = spoken_language();
  fmt::print(
      "\n{}\n\n{}\n\n",
      text_of(grammar && o.corpus.level == 3 ? "compare-heads.why several" : "compare-heads.what varies")
          .in(language),
      tr("{} of {} epochs each: {} heads, {}", trn("{} run", "{} runs", planned), o.session.run.epochs,
         fmt::format("{}", fmt::join(o.heads, ", ")), trn("{} seed", "{} seeds", o.seeds)));
  std::fflush(stdout);
  nlohmann::json settings = settings_json(o.session), about = no_results(o.quick, o.session.run.seed);
  settings.update(settings_json(o.corpus));
  settings["heads_list"] = o.heads;
  settings["seeds"] = o.seeds;
  about["settings"] = settings;
  settings.update(data_identity(data));
  TrainingIdentity identity = training_identity(o.session, settings);
  identity.schedule_knows_epochs = true;  // they say which run is which
  Checkpointer kept(kept_name, o.keep, std::move(identity), Keeps::state);
  std::vector<HeadRun> runs;
  const Bilingual where = text_of("C6.in", task.name);
  Finding found;
  const auto add = [&](const HeadRun& run) {  // it writes all of them: nothing is lost if it is killed
    runs.push_back(run);
    found = found_of_heads(runs, where);
    if (!first_process()) return;
    about["claims"] = nlohmann::json::array({json_of("compare-heads", found)});
    std::string csv = std::string(runs_heading) + "\n";
    for (HeadRun& one : runs) {
      one.processor = about.at("machine").at("processor").get<std::string>();
      csv += csv_line(one);
    }
    write_json(folder / "results.json", about);
    atomic_write(folder / "results.csv", csv);
  };
  const bool complete = train_missing(task, data, runs, add, &kept);
  if (!runs.empty()) {
    if (found.tables.empty()) found = found_of_heads(runs, where);  // interrupted in the first of its runs
    fmt::print("{}\n{}\n", finding_text(json_of("compare-heads", found), language, table_width()),
               tr("Every run: {} and results.csv beside it", (folder / "results.json").string()));
  }
  if (!complete) {
    fmt::print("{}\n", tr("Interrupted after {} of {}; to go on: the same command with --resume", runs.size(),
                          trn("{} run", "{} runs", planned)));
    return 128 + interrupt_signal();
  }
  if (first_process()) kept.remove_state();
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
  for (const HeadTask& task : study_tasks()) names.push_back(task.name);
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
  // Heads are several here, and no model stays that a page could show.
  for (const char* other : {"--heads", "--report"}) command->remove_option(command->get_option(other));
  command->callback([o, command, &action] {
    // Two numbers of heads make one comparison, which needs no correction for several.
    if (o->quick && command->count("--heads-list") == 0) o->heads = {1, 4};
    if (o->quick && command->count("--epochs") == 0) o->session.run.epochs = 5;
    action = [o] { return o->study.empty() ? compare(*o) : study(*o); };
  });
}

}  // namespace heed
