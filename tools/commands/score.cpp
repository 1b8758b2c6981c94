// heed score: BLEU and chrF of translations, printed as the sacrebleu program prints them.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <memory>

#include "lib/core/message.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/line/line_reader.hpp"
#include "tools/scoring/run_score.hpp"

namespace heed {

template <>
inline constexpr std::array<Word<BleuTokenizer>, 3> setting_words<BleuTokenizer>{
    {{"13a", BleuTokenizer::mteval_13a}, {"char", BleuTokenizer::character}, {"none", BleuTokenizer::none}}};
namespace {

/// Says if standard input brings a text; a pipe is waited for.
bool text_comes_in() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return !input_is_typed() && ::poll(&input, 1, -1) == 1 && input_is_waiting();
}

void add_score_options(CLI::App& command, ScoreOptions& o) {
  const AddOptions add(command);
  add("hypotheses", o.systems);
  add("--ref", o.references);
  add("--metric", o.metrics);
  add("--tokenize", o.bleu.tokenize);
  add("--lowercase", o.bleu.lowercase);
  add("--effective-order", o.bleu.effective_order);
  add("--chrf-lowercase", o.chrf.lowercase);
  add("--confidence", o.confidence);
  add("--confidence-n", o.confidence_n);
  add("--paired-bs", o.paired_bs);
  add("--paired-bs-n", o.paired_bs_n);
  add("--seed", o.seed);
  add("--sentence-level", o.sentence_level);
  CLI::Option* const json = add("--json", o.json);
  add("--score-only", o.score_only)->excludes(json);
  add("--width", o.width);
  add("--force", o.force);
}

}  // namespace

void add_score(CLI::App& app, Action& action) {
  auto o = std::make_shared<ScoreOptions>();
  CLI::App* command = add_command(app, "score");
  command->set_version_flag("--version",
                            fmt::format("heed score: the numbers of sacreBLEU {}", sacrebleu_version));
  add_score_options(*command, *o);
  add_language(*command);
  command->callback([o, command, &action] {
    if (o->systems.empty() && !o->references.empty() && text_comes_in()) o->systems = {"-"};
    o->tokeniser_named = command->count("--tokenize") > 0;
    action = [o] { return run_score(*o); };
  });
}

}  // namespace heed
