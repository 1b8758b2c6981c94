// heed compare-heads: the same model with 1, 2, 4 and 8 heads, several seeds each, and what may be concluded.
#include <fmt/ranges.h>

#include <chrono>
#include <optional>
#include <set>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/score/bleu.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/compare/head_comparison.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/kept_training.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {
namespace {

struct CompareOptions {
  std::vector<std::int64_t> heads{1, 2, 4, 8};
  std::int64_t seeds = 5;
  bool quick = false;
  std::string out;
  CorpusChoice corpus{.level = 3};
  SessionOptions session{
      .model = {.d_model = 64, .heads = 1, .encoder_layers = 2, .decoder_layers = 2, .dim_feedforward = 128},
      .epochs = 6};
  KeepOptions keep{};
};

constexpr const char* runs_key = "heed.finished_runs";

constexpr const char* why_several =
    "A head gives each position one weighted look at the others. In the embedded grammar of level 3 an "
    "English verb needs\n"
    "several looks at the same place: its own stem, a subject on the far side of a relative clause "
    "(agreement), the object\n"
    "(which verb it is) and the last verb of the sentence (the tense). Several heads can look at them at "
    "once; one head has\n"
    "to blend them, or leave them to the other layers. All models have the same number of parameters.\n";

constexpr const char* what_varies =
    "A head gives each position one weighted look at the others. All models have the same number of "
    "parameters.\n";

/// Nothing if Ctrl-C came before its end.
std::optional<HeadRun> run_once(const CompareOptions& o, const TranslationData& data, std::int64_t heads,
                                std::uint64_t seed, const SessionPlace& place) {
  SessionOptions options = o.session;
  options.model.heads = heads;
  options.model.max_length = 2 * static_cast<std::int64_t>(o.corpus.data.max_tokens) + 2;
  options.seed = seed;
  const TrainedTranslator trained =
      train_translator(data, parse_tokenisation(o.corpus.tokens), options, place);
  place.kept->finish(trained.session.training);  // an error if it diverged
  if (trained.session.training.interrupted) return std::nullopt;
  HeadRun run{.heads = heads,
              .seed = seed,
              .parameters = trained.translator.model().parameter_count(),
              .best_epoch = trained.session.training.best_epoch};
  const EpochReport& best = trained.session.training.epochs[static_cast<std::size_t>(run.best_epoch - 1)];
  run.valid_loss = best.valid_loss;
  run.valid_bleu = best.valid_score.value_or(0);
  const Bleu bleu({.tokenize = BleuTokenizer::none});
  run.statistics = bleu.statistics(trained.translator.decode_all(sources_of(data.test), {.beam = 1}),
                                   {data.test.references});
  run.test_bleu = bleu.from_statistics(run.statistics).score;
  run.seconds = trained.session.training.seconds;
  return run;
}

/// By the names of the options, and with the learning rate that the rule of --lr 0 chose.
nlohmann::json settings_of(const CompareOptions& o) {
  nlohmann::json settings = settings_json(o.session);
  settings.update(settings_json(o.corpus));
  settings["heads_list"] = o.heads;
  settings["seeds"] = o.seeds;
  return settings;
}

int compare(CompareOptions o) {
  if (std::set<std::int64_t>(o.heads.begin(), o.heads.end()).size() != o.heads.size())
    throw_error<UsageError>("--heads-list {} names a number twice: seeds give several runs, see --seeds",
                            fmt::join(o.heads, ","));
  if (o.quick) {
    o.seeds = std::min<std::int64_t>(o.seeds, 3);
    o.session.epochs = std::min<std::int64_t>(o.session.epochs, 4);
  }
  for (std::int64_t heads : o.heads) {
    if (o.session.model.d_model % heads != 0)
      throw_error<UsageError>("{} heads do not divide d_model {}", heads, o.session.model.d_model);
  }
  check_session(o.session);
  const std::filesystem::path folder =
      o.out.empty() ? std::filesystem::path("runs") / ("compare-heads-" + corpus_name(o.corpus))
                    : std::filesystem::path(o.out);
  const std::filesystem::path kept_name = folder / "comparison.safetensors";
  if (o.keep.resume) require_state(kept_name);
  prepare_folder(folder);
  const CatchInterrupts catching;
  const TranslationData data = load_corpus(o.corpus, o.session.model.tie);
  const bool grammar = o.corpus.folder.empty();
  fmt::print("\n{}\n", grammar && o.corpus.level == 3 ? why_several : what_varies);
  const auto total = static_cast<std::int64_t>(o.heads.size()) * o.seeds;
  fmt::print("{} of {}: {} head{}, {} each\n\n", counted(total, "run"), counted(o.session.epochs, "epoch"),
             fmt::join(o.heads, ", "), o.heads.back() == 1 && o.heads.size() == 1 ? "" : "s",
             counted(o.seeds, "seed"));
  std::fflush(stdout);
  nlohmann::json settings = settings_of(o);
  settings.update(data_identity(data));
  TrainingIdentity identity = training_identity(o.session, settings);
  identity.may_change = {"seeds"};
  KeptTraining kept(kept_name, o.keep, std::move(identity), Keeps::state);
  const ComparisonPlan plan{
      .task = grammar ? fmt::format("embedded grammar, level {}", o.corpus.level) : corpus_name(o.corpus),
      .runs = static_cast<std::size_t>(total),
      .settings = settings_of(o)};
  std::vector<HeadRun> runs;
  if (const std::string text = kept.remembered(runs_key); !text.empty()) {
    runs = runs_from_text(text);
    fmt::print("Going on after {} of {}, in the next one after step {}\n\n", runs.size(),
               counted(total, "run"), kept.steps_before());
    std::fflush(stdout);
  }
  const std::size_t before = runs.size();
  bool interrupted = false;
  const auto start = std::chrono::steady_clock::now();
  // Seed by seed, so that an early end still compares all numbers of heads.
  for (std::int64_t number = std::ssize(runs) + 1; number <= total && !interrupted; ++number) {
    const std::int64_t heads = o.heads[static_cast<std::size_t>(number - 1) % o.heads.size()];
    const std::uint64_t seed =
        o.session.seed + static_cast<std::uint64_t>((number - 1) / std::ssize(o.heads));
    kept.remember(runs_key, runs_to_text(runs));
    std::optional<HeadRun> run =
        run_once(o, data, heads, seed,
                 {.talk = Talk::bar,
                  .label = fmt::format("run {}/{}  {}", number, total, counted(heads, "head")),
                  .kept = &kept});
    interrupted = !run;
    if (interrupted) break;
    const double gone = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double a_run = gone / static_cast<double>(runs.size() + 1 - before);
    fmt::print(
        "run {:>2}/{}  {} head{}  seed {}  best epoch {:>2}  valid BLEU {:.2f}  test BLEU {:.2f}  {}; {} "
        "left\n",
        number, total, heads, heads == 1 ? " " : "s", run->seed, run->best_epoch, run->valid_bleu,
        run->test_bleu, duration_text(run->seconds),
        duration_text(a_run * static_cast<double>(total - number)));
    std::fflush(stdout);
    runs.push_back(std::move(*run));
    if (first_process())
      write_comparison(folder, runs, summarise(runs), plan);  // nothing is lost if the program is killed
  }
  if (!runs.empty()) {
    const std::vector<HeadSummary> summaries = summarise(runs);
    if (first_process()) write_comparison(folder, runs, summaries, plan);
    fmt::print("\n{}\nEvery run: {} and results.csv beside it\n", comparison_report(summaries),
               (folder / "results.json").string());
  }
  if (!interrupted) {
    if (first_process()) kept.remove_state();
    return 0;
  }
  fmt::print("Interrupted after {} of {}; to go on: the same command with --resume\n", runs.size(),
             counted(total, "run"));
  return 128 + interrupt_signal();
}

}  // namespace

void add_compare_heads(CLI::App& app, Action& action) {
  auto o = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand(
      "compare-heads",
      "train the same model with 1, 2, 4 and 8 heads, several seeds each, and compare by BLEU");
  command->footer(
      "Examples:\n  heed compare-heads --quick\n  heed compare-heads --seeds 5\n  heed compare-heads --data "
      "DIR --source ko --target en --seeds 3");
  command
      ->add_option("--heads-list", o->heads,
                   "numbers of heads to compare; the first is what the others are compared with")
      ->type_name("HEADS")
      ->delimiter(',')
      ->transform(number_between<std::int64_t>(1, 4096))
      ->capture_default_str();
  command->add_option("--seeds", o->seeds, "runs of each number of heads")
      ->type_name("RUNS")
      ->transform(number_between<std::int64_t>(1, 1000))
      ->capture_default_str();
  command->add_flag("--quick", o->quick, "three seeds and four epochs at most: a first answer in minutes");
  command->add_option("--out", o->out, "folder for results.json and results.csv")
      ->option_text("DIR [runs/compare-heads-NAME]");
  add_corpus_options(*command, o->corpus);
  add_model_options(*command, o->session.model);
  add_session_options(*command, o->session);
  add_keep_options(*command, o->keep);
  add_engine_options(*command);
  command->remove_option(command->get_option("--heads"));
  command->callback([o, &action] { action = [o] { return compare(*o); }; });
}

}  // namespace heed
