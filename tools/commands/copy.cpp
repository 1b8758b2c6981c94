// heed copy: sequences of integers to copy, reverse or sort. Copying alone hides real mistakes: a model whose
// heads are merged in the wrong order still learns it. Reversing and sorting are less forgiving.
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/data/data_hash.hpp"
#include "lib/report/number.hpp"
#include "models/sequence_solver.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/text_options.hpp"
#include "tools/commands/train_and_keep.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/duration.hpp"
#include "tools/language/tr.hpp"
#include "tools/run_config.hpp"
#include "tools/sequences/sequence_session.hpp"

namespace heed {
namespace {

struct CopyOptions {
  std::string task = "copy";
  bool task_given = false;  // --task stands on the command line
  SequenceOptions corpus{};
  SequenceSession session{};
  ModelFile file{};
  std::vector<std::string> sequences;
};

/// Returns what decides about the sequences, by the names of the options.
nlohmann::json settings_json(const CopyOptions& o, const SequenceCorpus& corpus) {
  return {{"task", o.task},
          {"symbols", o.corpus.symbols},
          {"shortest", o.corpus.shortest},
          {"longest", o.corpus.longest},
          {"train", o.corpus.train},
          {"test", o.corpus.test},
          {tr_noop("the training data"), data_hash(corpus.train, corpus.valid)}};
}

void show_result(const CopyOptions& o, const SequenceResult& result, const TrainingEnd& end) {
  const TrainingResult& training = result.training;
  if (std::ssize(training.epochs) < o.session.run.epochs && training.epochs.back().valid_score >= 100)
    fmt::print("\n{}",
               tr("Stopped after epoch {}: every validation sequence is right\n", training.epochs.size()));
  fmt::print("\n{}", tr("Unseen sequences (given → produced):\n"));
  const SequenceSolver solver(result.model, o.corpus.task, o.corpus.first_symbol);
  for (std::size_t i = 0; i < std::min<std::size_t>(5, result.test.size()); ++i) {
    const bool right = result.produced[i] == result.test[i].target;
    fmt::print("  {} → {}{}\n", solver.text(result.test[i].source), solver.text(result.produced[i]),
               right ? "" : tr("   wrong, it should be {}", solver.text(result.test[i].target)));
  }
  const double share = 100 * static_cast<double>(result.exact) / static_cast<double>(result.test.size());
  fmt::print("\n{}{}",
             tr("{}: {} of {} unseen sequences exactly right ({:.1f} %); trained in {}; model in {}\n",
                o.task, result.exact, result.test.size(), share,
                duration_in(training.seconds, spoken_language()), end.model.string()),
             replaced_text(end));
}

int train_and_show(CopyOptions o) {
  o.corpus.task = sequence_task(o.task);
  o.corpus.valid = o.corpus.test;
  o.corpus.seed = o.session.run.seed;
  if (o.corpus.longest < o.corpus.shortest)
    throw_error<UsageError>("--longest {} is below --shortest {}", o.corpus.longest, o.corpus.shortest);
  check_sizes(o.session.model);
  const std::filesystem::path file = model_path(o.file, o.task);
  check_model_file(file, o.file.keep);
  fmt::print("{}",
             tr("{}: {} training, {} validation, {} test sequences of {} to {} integers\n", o.task,
                grouped(static_cast<std::int64_t>(o.corpus.train)),
                grouped(static_cast<std::int64_t>(o.corpus.valid)),
                grouped(static_cast<std::int64_t>(o.corpus.test)), o.corpus.shortest, o.corpus.longest));
  std::fflush(stdout);
  const SequenceCorpus corpus = sequence_corpus(o.corpus);
  return train_model(
      file, o.file, training_identity(o.session.run, o.session.model, settings_json(o, corpus)),
      [&](Checkpointer& kept) { return run_sequences(corpus, o.corpus, o.session, {.kept = &kept}); },
      [&](const SequenceResult& result, const TrainingEnd& end) { show_result(o, result, end); });
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
  // 3 1 2 without quotes is one sequence, too.
  const bool quoted = std::any_of(o.sequences.begin(), o.sequences.end(),
                                  [](const std::string& s) { return s.find(' ') != std::string::npos; });
  const std::vector<std::string> sequences =
      quoted ? o.sequences : std::vector{fmt::format("{}", fmt::join(o.sequences, " "))};
  for (const std::string& answer : solver.answers(sequences)) fmt::print("{}\n", answer);
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
  add_training_options(*command, o->session.model, o->session.run, o->file.keep);
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
