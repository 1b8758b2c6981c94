// heed copy: sequences of integers to copy, reverse or sort. Copying alone hides real mistakes: a model whose
// heads are merged in the wrong order still learns it. Reversing and sorting are less forgiving.
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/json.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "nn/checkpoint.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/sequences/sequence_session.hpp"
#include "tools/training/machine.hpp"
#include "tools/training/model_place.hpp"

namespace heed {
namespace {

struct CopyOptions {
  std::string task = "copy";
  SequenceOptions corpus{};
  SessionOptions session{.model = {.d_model = 64,
                                   .heads = 4,
                                   .encoder_layers = 2,
                                   .decoder_layers = 2,
                                   .dim_feedforward = 256,
                                   .dropout = 0},
                         .epochs = 12,
                         .learning_rate = 1e-3,
                         .warmup = 200,
                         .label_smoothing = 0};
  std::string out;
};

std::string joined(const std::vector<std::int32_t>& ids, std::int32_t first) {
  std::string text;
  for (std::int32_t id : ids) {
    text += text.empty() ? "" : " ";
    text += id < first ? "<unk>" : std::to_string(id - first);  // an untrained model writes what is no symbol
  }
  return text;
}

int run(CopyOptions o) {
  o.corpus.task = sequence_task(o.task);
  o.corpus.valid = o.corpus.test;
  o.corpus.seed = o.session.seed;
  if (o.corpus.longest < o.corpus.shortest)
    throw_error<UsageError>("--longest {} is below --shortest {}", o.corpus.longest, o.corpus.shortest);
  const std::filesystem::path folder =
      o.out.empty() ? std::filesystem::path("runs") / o.task : std::filesystem::path(o.out);
  check_session(o.session);
  prepare_folder(folder);
  const CatchInterrupts catching;
  fmt::print("{}: {} training, {} validation, {} test sequences of {} to {} integers\n", o.task,
             grouped(static_cast<std::int64_t>(o.corpus.train)),
             grouped(static_cast<std::int64_t>(o.corpus.valid)),
             grouped(static_cast<std::int64_t>(o.corpus.test)), o.corpus.shortest, o.corpus.longest);
  std::fflush(stdout);
  const ModelPlace place(folder / "model.safetensors");
  const SequenceResult result = run_sequences(o.corpus, o.session);
  const bool interrupted = result.session.training.interrupted;
  const std::filesystem::path& file = interrupted ? place.while_training() : place.model();
  save_checkpoint(file, result.model.state_dict(), {{"heed.task", o.task}});
  if (interrupted) {
    // The result of an earlier run says nothing of this model.
    if (!place.keeps_older_model()) std::filesystem::remove(folder / "result.json");
    fmt::print("\n{}\n", place.interrupted_text(result.session.training));
    return 128 + interrupt_signal();
  }
  place.remove_unfinished();
  const std::vector<EpochReport>& epochs = result.session.training.epochs;
  if (std::ssize(epochs) < o.session.epochs && epochs.back().valid_score >= 100)
    fmt::print("\nStopped after epoch {}: every validation sequence is right\n", epochs.size());
  fmt::print("\nUnseen sequences (given → produced):\n");
  for (std::size_t i = 0; i < std::min<std::size_t>(5, result.test.size()); ++i) {
    const bool right = result.produced[i] == result.test[i].target;
    fmt::print("  {} → {}{}\n", joined(result.test[i].source, o.corpus.first_symbol),
               joined(result.produced[i], o.corpus.first_symbol),
               right ? ""
                     : fmt::format("   wrong, it should be {}",
                                   joined(result.test[i].target, o.corpus.first_symbol)));
  }
  const double share = 100 * static_cast<double>(result.exact) / static_cast<double>(result.test.size());
  write_json(folder / "result.json", {{"task", o.task},
                                      {"exact", result.exact},
                                      {"test", result.test.size()},
                                      {"exact_percent", share},
                                      {"seconds", result.session.training.seconds},
                                      {"seed", o.session.seed},
                                      {"machine", describe_machine()}});
  fmt::print("\n{}: {} of {} unseen sequences exactly right ({:.1f} %); trained in {}; model in {}\n", o.task,
             result.exact, result.test.size(), share, duration_text(result.session.training.seconds),
             file.string());
  return 0;
}

}  // namespace

void add_copy(CLI::App& app, Action& action) {
  auto o = std::make_shared<CopyOptions>();
  CLI::App* command = app.add_subcommand(
      "copy",
      "train a small model to copy, reverse or sort sequences of integers, and test it on unseen ones");
  command->footer("Examples:\n  heed copy --task reverse\n  heed copy --task sort --heads 1 --longest 20");
  command->add_option("--task", o->task, "what to do with a sequence: copy, reverse or sort")
      ->type_name("TASK")
      ->check(CLI::IsMember({"copy", "reverse", "sort"}).description(""))
      ->capture_default_str();
  add_number<std::int32_t>(*command, "--symbols", o->corpus.symbols, "SYMBOLS",
                           "how many different integers there are", 2, 100'000);
  add_number<std::size_t>(*command, "--shortest", o->corpus.shortest, "INTEGERS",
                          "least length of a sequence", 1, 10'000);
  add_number<std::size_t>(*command, "--longest", o->corpus.longest, "INTEGERS",
                          "greatest length of a sequence", 1, 10'000);
  add_number<std::size_t>(*command, "--train", o->corpus.train, "SEQUENCES", "to train on", 1, 10'000'000);
  add_number<std::size_t>(*command, "--test", o->corpus.test, "SEQUENCES",
                          "unseen ones to test on, and as many for validation", 1, 1'000'000);
  command->add_option("--out", o->out, "folder for model and result")->option_text("DIR [runs/TASK]");
  add_model_options(*command, o->session.model);
  add_session_options(*command, o->session);
  command->get_option("--epochs")
      ->description(
          "passes over the training sequences, at most: training ends once every validation sequence is "
          "right");
  add_engine_options(*command);
  command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace heed
