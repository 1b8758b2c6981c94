// heed copy: sequences of integers to copy, reverse or sort. Copying alone hides real mistakes: a model whose
// heads are merged in the wrong order still learns it. Reversing and sorting are less forgiving.
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/data/data_hash.hpp"
#include "lib/data/sequence_tasks.hpp"
#include "lib/report/number.hpp"
#include "models/seq2seq.hpp"
#include "models/sequence_solver.hpp"
#include "models/transformer.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/text_options.hpp"
#include "tools/commands/train_and_keep.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/run_config.hpp"
#include "tools/training/session.hpp"
#include "tools/translation/text_session.hpp"

namespace heed {
namespace {

struct CopyOptions {
  std::string task = "copy";
  bool task_given = false;  // --task stands on the command line
  SequenceOptions corpus{};
  TransformerOptions model{.encoder_layers = 2,
                           .decoder_layers = 2,
                           .layer = {.d_model = 64, .heads = 4, .dim_feedforward = 256, .dropout = 0}};
  SessionOptions run{.epochs = 12, .learning_rate = 1e-3, .warmup = 200, .label_smoothing = 0};
  ModelFile file{};
  std::vector<std::string> sequences;
};

std::vector<std::vector<std::int32_t>> decode_all(const Transformer& model,
                                                  const std::vector<Example>& examples) {
  std::vector<std::vector<std::int32_t>> produced;
  constexpr std::size_t sentences = 250;
  for (std::size_t first = 0; first < examples.size(); first += sentences) {
    std::vector<std::vector<std::int32_t>> sources;
    for (std::size_t i = first; i < std::min(examples.size(), first + sentences); ++i)
      sources.push_back(examples[i].source);
    for (Hypothesis& h : greedy_decode(model, make_sources(sources))) produced.push_back(std::move(h.tokens));
  }
  return produced;
}

std::int64_t count_exact(const std::vector<Example>& examples,
                         const std::vector<std::vector<std::int32_t>>& produced) {
  std::int64_t exact = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) exact += produced[i] == examples[i].target ? 1 : 0;
  return exact;
}

/// The quality of an epoch is the share of validation sequences that come out exactly right; a perfect epoch
/// ends the training. One vocabulary of ids serves both sides.
TrainedModel<Transformer> train_copy(const SequenceCorpus& corpus, CopyOptions o, const SessionPlace& place) {
  const SequenceOptions& task = o.corpus;
  o.model.source_vocab = o.model.target_vocab = task.first_symbol + task.symbols;
  o.model.layer.max_length =
      std::max(o.model.layer.max_length, 2 * static_cast<std::int64_t>(task.longest) + 2);
  Rng rng(o.run.seed);
  const Transformer model(o.model, rng);
  const auto exact_share = [&] {
    return 100 * static_cast<double>(count_exact(corpus.valid, decode_all(model, corpus.valid))) /
           static_cast<double>(corpus.valid.size());
  };
  const SequenceSolver solver(model, task.task, task.first_symbol);
  const auto word = [solver](std::int32_t id) { return solver.text({id}); };
  const Training training{
      .task = seq2seq_task(model, corpus.train, corpus.valid, task_options(o.run)),
      .score = {.name = "exact %", .measure = exact_share, .enough = 100},
      .save = [solver](const std::filesystem::path& file) { solver.save(file); },
      .shown = shown_of(corpus.valid, {word, word}, [model](const std::vector<Example>& one) {
        const std::size_t first[] = {0};
        const Batch batch = make_batch(one, first);
        model(batch.source, batch.target_in);
      })};
  return {model, run_session(training, of_width(o.run, o.model.layer.d_model), place)};
}

void show_result(const CopyOptions& o, const std::vector<Example>& test,
                 const TrainedModel<Transformer>& result, const TrainingEnd& end) {
  const TrainingResult& training = result.training;
  if (std::ssize(training.epochs) < o.run.epochs && training.epochs.back().valid_score >= 100)
    fmt::print("\n{}",
               tr("Stopped after epoch {}: every validation sequence is right\n", training.epochs.size()));
  fmt::print("\n{}", tr("Unseen sequences (given → produced):\n"));
  const SequenceSolver solver(result.model, o.corpus.task, o.corpus.first_symbol);
  const std::vector<std::vector<std::int32_t>> produced = decode_all(result.model, test);
  for (std::size_t i = 0; i < std::min<std::size_t>(5, test.size()); ++i) {
    const bool right = produced[i] == test[i].target;
    fmt::print("  {} → {}{}\n", solver.text(test[i].source), solver.text(produced[i]),
               right ? "" : tr("   wrong, it should be {}", solver.text(test[i].target)));
  }
  const std::int64_t exact = count_exact(test, produced);
  const double share = 100 * static_cast<double>(exact) / static_cast<double>(test.size());
  fmt::print(
      "\n{}{}",
      tr("{}: {} of {} unseen sequences exactly right ({:.1f} %); trained in {}; model in {}\n", o.task,
         exact, test.size(), share, duration_in(training.seconds, spoken_language()), end.model.string()),
      replaced_text(end));
}

int train_and_show(CopyOptions o) {
  o.corpus.task = sequence_task(o.task);
  o.corpus.valid = o.corpus.test;
  o.corpus.seed = o.run.seed;
  if (o.corpus.longest < o.corpus.shortest)
    throw_error<UsageError>("--longest {} is below --shortest {}", o.corpus.longest, o.corpus.shortest);
  check_sizes(o.model);
  const std::filesystem::path file = model_path(o.file, o.task);
  check_model_file(file, o.file.keep);
  fmt::print("{}",
             tr("{}: {} training, {} validation, {} test sequences of {} to {} integers\n", o.task,
                grouped(static_cast<std::int64_t>(o.corpus.train)),
                grouped(static_cast<std::int64_t>(o.corpus.valid)),
                grouped(static_cast<std::int64_t>(o.corpus.test)), o.corpus.shortest, o.corpus.longest));
  std::fflush(stdout);
  const SequenceCorpus corpus = sequence_corpus(o.corpus);
  const nlohmann::json decisive{// by the names of the options
                                {"task", o.task},
                                {"symbols", o.corpus.symbols},
                                {"shortest", o.corpus.shortest},
                                {"longest", o.corpus.longest},
                                {"train", o.corpus.train},
                                {"test", o.corpus.test},
                                {tr_noop("the training data"), data_hash(corpus.train, corpus.valid)}};
  return train_model(
      file, o.file, training_identity(o.run, o.model, decisive),
      [&](Checkpointer& kept) { return train_copy(corpus, o, {.kept = &kept}); },
      [&](const TrainedModel<Transformer>& result, const TrainingEnd& end) {
        show_result(o, corpus.test, result, end);
      });
}

/// Answers with the saved model, a line each.
int solve_with_saved(const CopyOptions& o) {
  const std::filesystem::path file = model_path(o.file, o.task);
  require_saved_model(file, "copy --task " + o.task);
  const SequenceSolver solver = SequenceSolver::load(file);
  if (o.task_given && solver.task() != sequence_task(o.task))
    throw_error<UsageError>("{} was trained to {}, not to {}", file.string(), task_name(solver.task()),
                            o.task);
  fmt::print(stderr, "{}", note_on_training(file));
  for (const std::string& answer : solver.answers(sentences_of_words(o.sequences)))
    fmt::print("{}\n", answer);
  return 0;
}

}  // namespace

void add_copy(CLI::App& app, Action& action) {
  auto o = std::make_shared<CopyOptions>();
  CLI::App* command = add_command(app, "copy");
  const AddOptions add(*command);
  add("sequences", o->sequences);
  add("--task", o->task);
  add("--symbols", o->corpus.symbols);
  add("--shortest", o->corpus.shortest);
  add("--longest", o->corpus.longest);
  add("--train", o->corpus.train);
  add("--test", o->corpus.test);
  add("--out", o->file.out);
  add("--model", o->file.model);
  add_training_options(*command, o->model, o->run, o->file.keep);
  command->callback([o, &action, command] {
    o->file.keep.run = config_text(*command);
    o->task_given = command->count("--task") > 0;
    if (!o->sequences.empty())
      refuse_training_options(*command, {"--symbols", "--shortest", "--longest", "--train", "--test"},
                              tr("sequences"));
    action = [o] { return o->sequences.empty() ? train_and_show(*o) : solve_with_saved(*o); };
  });
}

}  // namespace heed
