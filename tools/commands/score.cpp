// heed score: BLEU and chrF of translations, printed as the sacrebleu program prints them.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <limits>
#include <memory>

#include "lib/core/message.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/line/standard_input.hpp"
#include "tools/scoring/run_score.hpp"

namespace heed {
namespace {

/// Whether standard input brings a text; a pipe is waited for.
bool text_comes_in() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return !input_is_typed() && ::poll(&input, 1, -1) == 1 && input_is_waiting();
}

void add_metric_options(CLI::App& command, ScoreOptions& o) {
  const auto metric = command
                          .add_option("-m,--metric,--metrics", o.metrics,
                                      tr_noop("what to compute: one or several of bleu, chrf, chrf++"))
                          ->check(one_of({"bleu", "chrf", "chrf++"}))
                          ->option_text("bleu|chrf|chrf++ … [bleu chrf]");
  const auto value = command
                         .add_option("--smooth-value", o.smooth_value,
                                     tr_noop("what floor puts in place of 0 matches, or add-k adds to them"))
                         ->transform(number_between(0.0, 1e9))
                         ->option_text(tr_noop("MATCHES [floor 0.1, add-k 1]"));
  const auto lower_case = command.add_flag("--lowercase", o.bleu.lowercase,
                                           tr_noop("BLEU: capitals and small letters are the same [off]"));
  const auto effective = command.add_flag(
      "--effective-order", o.bleu.effective_order,
      tr_noop("BLEU: leave out n-grams longer than the hypothesis [off; always on with --sentence-level]"));
  put_in_group(
      tr_noop("What is measured"),
      {metric,
       add_choice(command, "--tokenize", o.bleu.tokenize,
                  {{"13a", BleuTokenizer::mteval_13a},
                   {"intl", BleuTokenizer::international},
                   {"zh", BleuTokenizer::chinese},
                   {"char", BleuTokenizer::character},
                   {"none", BleuTokenizer::none}},
                  tr_noop("BLEU's words: 13a as in WMT, intl by Unicode's punctuation, zh for Chinese, char "
                          "takes each character, none splits at spaces")),
       add_choice(command, "-s,--smooth-method", o.bleu.smooth,
                  {{"none", Smoothing::none},
                   {"floor", Smoothing::floor},
                   {"add-k", Smoothing::add_k},
                   {"exp", Smoothing::exp}},
                  tr_noop("BLEU: what to do where no n-gram of a length matches")),
       value, lower_case, effective});
  const auto whitespace = command.add_flag("--chrf-whitespace", o.chrf.whitespace,
                                           tr_noop("chrF: count n-grams over spaces too [off]"));
  const auto chrf_lower = command.add_flag("--chrf-lowercase", o.chrf.lowercase,
                                           tr_noop("chrF: capitals and small letters are the same [off]"));
  const auto eps =
      command.add_flag("--chrf-eps-smoothing", o.chrf.eps_smoothing,
                       tr_noop("chrF: average over all orders, as chrF++.py, NLTK and Moses do [off]"));
  put_in_group(tr_noop("What is measured"),
               {add_number(command, "--chrf-char-order", o.chrf.char_order, "CHARACTERS",
                           tr_noop("chrF: longest n-gram of characters"), 0, 100),
                add_number(command, "--chrf-word-order", o.chrf.word_order, "WORDS",
                           tr_noop("chrF: longest n-gram of words; 2 makes it chrF++"), 0, 100),
                add_number(command, "--chrf-beta", o.chrf.beta, "TIMES",
                           tr_noop("chrF: how much more recall counts than precision"), 1, 100),
                whitespace, chrf_lower, eps});
}

void add_trust_options(CLI::App& command, ScoreOptions& o) {
  constexpr std::size_t many = 1'000'000;
  const auto confidence = command.add_flag("--confidence", o.confidence,
                                           tr_noop("add a 95 % interval by bootstrap resampling [off]"));
  const auto bootstrap =
      command.add_flag("--paired-bs", o.paired_bs,
                       tr_noop("compare each system with the first by paired bootstrap resampling [off]"));
  put_in_group(tr_noop("How far to trust it"),
               {confidence,
                add_number<std::size_t>(command, "--confidence-n", o.confidence_n, "RESAMPLES",
                                        tr_noop("corpora drawn for --confidence"), 1, many),
                bootstrap,
                add_number<std::size_t>(command, "--paired-bs-n", o.paired_bs_n, "RESAMPLES",
                                        tr_noop("corpora drawn for --paired-bs"), 1, many),
                add_number<std::uint64_t>(command, "--seed", o.seed, "SEED",
                                          tr_noop("of the resampling; sacreBLEU's own by default"), 0,
                                          std::numeric_limits<std::uint64_t>::max())});
}

void add_print_options(CLI::App& command, ScoreOptions& o) {
  const auto sentence = command.add_flag("--sentence-level", o.sentence_level,
                                         tr_noop("a score for each line instead of one for all [off]"));
  const auto json = command.add_flag("--json", o.json, tr_noop("print sacreBLEU's JSON [off]"));
  const auto only =
      command.add_flag("-b,--score-only", o.score_only, tr_noop("print the numbers alone [off]"));
  only->excludes(json);
  const auto brief = command.add_flag("--short", o.brief, tr_noop("print short signatures [off]"));
  const auto force =
      command.add_flag("--force", o.force, tr_noop("no notes on text that BLEU's words suit badly [off]"));
  put_in_group(tr_noop("What is printed"), {sentence, json, only, brief,
                                            add_number(command, "-w,--width", o.width, "DIGITS",
                                                       tr_noop("digits after the point"), 0, 15),
                                            force});
}

}  // namespace

void add_score(CLI::App& app, Action& action) {
  auto o = std::make_shared<ScoreOptions>();
  CLI::App* command = app.add_subcommand(
      "score",
      tr_noop("measure translations against references: BLEU and chrF, the same numbers as sacreBLEU"));
  command->footer(tr_noop(
      "Examples:\n"
      "  heed score hyp.txt --ref ref.txt\n"
      "  heed score hyp.txt --ref ref1.txt ref2.txt --metric chrf++ --json\n"
      "  heed score a.txt b.txt --ref ref.txt                   a table\n"
      "  heed score old.txt new.txt --ref ref.txt --paired-bs   is the difference more than luck?\n"
      "  cat hyp.txt | heed score --ref ref.txt                 as sacreBLEU is called, too\n"
      "  paste a.txt b.txt | heed score - --ref ref.txt         systems with tabs between them\n"
      "  heed score hyp.ko --ref ref.ko -tok char -w 2 -b       as sacreBLEU's: -m -tok -lc -s -sv -nr -cc "
      "-cw -sl "
      "-ci -cin -pbs -pbsn -sh -w -b"));
  command->set_version_flag("--version",
                            fmt::format("heed score: the numbers of sacreBLEU {}", sacrebleu_version));
  command
      ->add_option(
          "hypotheses", o->systems,
          tr_noop("files of translations, one sentence a line; none, or -: standard input, where tabs may "
                  "stand between systems"))
      ->type_name("HYP");
  command
      ->add_option("-r,--ref", o->references,
                   tr_noop("files of reference translations; line i belongs to line i of the translations"))
      ->option_text(tr_noop("REF … (required)"));
  add_number(*command, "--num-refs", o->num_refs, "REFERENCES",
             tr_noop("how many references a line of the one file holds, with tabs between them"), 1, 1000);
  add_metric_options(*command, *o);
  add_trust_options(*command, *o);
  add_print_options(*command, *o);
  add_language(*command);
  command->callback([o, command, &action] {
    if (o->systems.empty() && !o->references.empty() && text_comes_in()) o->systems = {"-"};
    o->tokeniser_named = command->count("--tokenize") > 0;
    action = [o] { return run_score(*o); };
  });
}

}  // namespace heed
