// heed score: BLEU and chrF of translations, printed as the sacrebleu program prints them.
#include <algorithm>
#include <memory>
#include <set>

#include "lib/core/error.hpp"
#include "lib/data/text_lines.hpp"
#include "lib/score/bleu.hpp"
#include "lib/score/bootstrap.hpp"
#include "lib/score/chrf.hpp"
#include "lib/score/compare_systems.hpp"
#include "lib/text/unicode.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"

namespace heed {
namespace {

struct ScoreOptions {
  std::vector<std::string> systems, references;  // files
  std::vector<std::string> metrics{"bleu", "chrf"};
  BleuOptions bleu{};
  double smooth_value = -1;  // negative: the method's own
  ChrfOptions chrf{};
  bool sentence_level = false, confidence = false, paired = false;
  bool json = false, score_only = false, brief = false, force = false;
  int width = 1;
  std::size_t confidence_n = 1000, paired_n = 1000;
  std::uint64_t seed = 12345;
};

using OwnMetrics = std::vector<std::unique_ptr<Metric>>;

bool wants(const ScoreOptions& o, const char* metric) {
  return std::find(o.metrics.begin(), o.metrics.end(), metric) != o.metrics.end();
}

OwnMetrics make_metrics(const ScoreOptions& o) {
  OwnMetrics metrics;
  if (wants(o, "bleu")) {
    BleuOptions bleu = o.bleu;
    if (o.smooth_value >= 0) bleu.smooth_value = o.smooth_value;
    if (o.sentence_level)
      bleu.effective_order = true;  // else a sentence of three words scores next to nothing
    metrics.push_back(std::make_unique<Bleu>(bleu));
  }
  if (wants(o, "chrf")) metrics.push_back(std::make_unique<Chrf>(o.chrf));
  if (wants(o, "chrf++")) {
    ChrfOptions plus = o.chrf;
    plus.word_order = 2;
    metrics.push_back(std::make_unique<Chrf>(plus));
  }
  return metrics;
}

/// What cannot work is said before any file is read.
void check_usage(const ScoreOptions& o) {
  if (o.systems.empty())
    throw_error<UsageError>(
        "no file of translations: heed score HYP --ref REF, the translations before --ref");
  if (o.references.empty())
    throw_error<UsageError>("no reference to compare with: heed score {} --ref REF", o.systems.front());
  if (const std::set<std::string> names(o.systems.begin(), o.systems.end()); names.size() < o.systems.size())
    throw_error<UsageError>("the same file of translations is named twice: name each file once");
  const auto from_standard_input = [](const std::vector<std::string>& paths) {
    return std::count(paths.begin(), paths.end(), "-") + std::count(paths.begin(), paths.end(), "/dev/stdin");
  };
  if (from_standard_input(o.systems) + from_standard_input(o.references) > 1)
    throw_error<UsageError>("- is standard input, which can be read once: name a file for all but one");
  const bool several = o.systems.size() > 1;
  if (o.paired && !several)
    throw_error<UsageError>("--paired-bs compares systems: name two files of translations or more");
  if (several && !o.paired)
    throw_error<UsageError>(
        "{} files of translations: add --paired-bs to compare them, or score one at a time",
        o.systems.size());
  if (o.paired && o.confidence)
    throw_error<UsageError>("--paired-bs gives the confidence intervals already: leave out --confidence");
  if (o.sentence_level && (o.paired || o.confidence))
    throw_error<UsageError>(
        "--sentence-level scores single sentences: --confidence and --paired-bs need a corpus");
  if (o.smooth_value >= 0 && o.bleu.smooth != Smoothing::floor && o.bleu.smooth != Smoothing::add_k)
    throw_error<UsageError>("--smooth-value goes with --smooth-method floor or add-k; {} has no value",
                            to_string(o.bleu.smooth));
}

std::vector<std::string> read_lines(const std::string& path) {
  TextLines text = read_text_lines(path == "-" ? "/dev/stdin" : path, LineForm::as_written);
  if (text.byte_order_mark)
    fmt::print(stderr, "note: {}: the byte-order mark at the start was left out\n", path);
  const auto decomposed = std::count_if(text.lines.begin(), text.lines.end(),
                                        [](const std::string& line) { return nfc(line) != line; });
  if (decomposed > 0) {
    fmt::print(stderr,
               "note: {}: {} line(s) hold letters in pieces (not Unicode NFC, as file names of macOS); they "
               "match only the same pieces, in sacreBLEU too\n",
               path, decomposed);
  }
  return std::move(text.lines);
}

std::string count_text(std::size_t lines) { return fmt::format("{} line{}", lines, lines == 1 ? "" : "s"); }

std::vector<Score> sentence_scores(const OwnMetrics& metrics, const std::vector<std::string>& hypotheses,
                                   const References& references) {
  std::vector<Score> scores;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    References own;
    for (const auto& stream : references) own.push_back({stream[i]});
    for (const auto& metric : metrics)
      scores.push_back(metric->score(metric->statistics({&hypotheses[i], 1}, own)));
  }
  return scores;
}

std::vector<Score> corpus_scores(const OwnMetrics& metrics, const std::vector<std::string>& hypotheses,
                                 const References& references, const ScoreOptions& o) {
  std::vector<Score> scores;
  for (const auto& metric : metrics) {
    const SegmentStatistics statistics = metric->statistics(hypotheses, references);
    scores.push_back(o.confidence ? score_with_confidence(*metric, statistics,
                                                          {.resamples = o.confidence_n, .seed = o.seed})
                                  : metric->score(statistics));
  }
  return scores;
}

int run_score(const ScoreOptions& o) {
  check_usage(o);
  const OwnMetrics metrics = make_metrics(o);
  References references;
  for (const std::string& path : o.references) references.push_back(read_lines(path));
  std::vector<NamedSystem> systems;
  for (const std::string& path : o.systems) {
    systems.push_back({path, read_lines(path)});
    const std::vector<std::string>& hypotheses = systems.back().hypotheses;
    for (std::size_t r = 0; r < references.size(); ++r) {
      if (references[r].size() != hypotheses.size()) {
        throw_error<Error>(
            "{} has {} and {} has {}: line i of a reference must belong to line i of the translations", path,
            count_text(hypotheses.size()), o.references[r], count_text(references[r].size()));
      }
    }
    const bool tokenises = wants(o, "bleu") && o.bleu.tokenize != BleuTokenizer::none;
    if (const auto warning = tokenized_text_warning(hypotheses); warning && tokenises && !o.force)
      fmt::print(stderr, "note: {}: {} (--force silences this)\n", path, *warning);
  }

  const ScoreFormat form{
      .width = o.width, .score_only = o.score_only, .signature = true, .brief_signature = o.brief};
  if (o.paired) {
    const std::vector<std::reference_wrapper<const Metric>> compared = [&] {
      std::vector<std::reference_wrapper<const Metric>> all;
      for (const auto& metric : metrics) all.emplace_back(*metric);
      return all;
    }();
    const SystemTable test =
        paired_bootstrap(systems, references, compared, {.resamples = o.paired_n, .seed = o.seed});
    fmt::print("{}\n", o.json ? to_json(test) : format(test, form));
    return 0;
  }
  const std::vector<std::string>& hypotheses = systems.front().hypotheses;
  const std::vector<Score> scores = o.sentence_level ? sentence_scores(metrics, hypotheses, references)
                                                     : corpus_scores(metrics, hypotheses, references, o);
  if (o.json) {
    fmt::print("{}\n", to_json(scores, {.width = o.width}));
  } else if (o.sentence_level) {
    for (const Score& score : scores) fmt::print("{}\n", format(score, form));
  } else {
    fmt::print("{}\n", format(scores, form));
  }
  return 0;
}

void add_metric_options(CLI::App& command, ScoreOptions& o) {
  const auto metric = command
                          .add_option("-m,--metric,--metrics", o.metrics,
                                      "what to compute: one or several of bleu, chrf, chrf++")
                          ->check(CLI::IsMember({"bleu", "chrf", "chrf++"}).description(""))
                          ->option_text("METRIC … [bleu chrf]");
  const auto value = command
                         .add_option("--smooth-value", o.smooth_value,
                                     "what floor puts in place of 0 matches, or add-k adds to them")
                         ->transform(number_between(0.0, 1e9))
                         ->option_text("MATCHES [floor 0.1, add-k 1]");
  const auto lower_case = command.add_flag("--lowercase", o.bleu.lowercase,
                                           "BLEU: capitals and small letters are the same [off]");
  const auto effective = command.add_flag(
      "--effective-order", o.bleu.effective_order,
      "BLEU: leave out n-grams longer than the hypothesis [off; always on with --sentence-level]");
  put_in_group("What is measured",
               {metric,
                add_choice(command, "--tokenize", o.bleu.tokenize,
                           {{"13a", BleuTokenizer::mteval_13a},
                            {"intl", BleuTokenizer::international},
                            {"zh", BleuTokenizer::chinese},
                            {"char", BleuTokenizer::character},
                            {"none", BleuTokenizer::none}},
                           "BLEU's words: 13a as in WMT, intl by Unicode's punctuation, zh for Chinese, char "
                           "takes each character, none splits at spaces"),
                add_choice(command, "--smooth-method", o.bleu.smooth,
                           {{"none", Smoothing::none},
                            {"floor", Smoothing::floor},
                            {"add-k", Smoothing::add_k},
                            {"exp", Smoothing::exp}},
                           "BLEU: what to do where no n-gram of a length matches"),
                value, lower_case, effective});
  const auto whitespace =
      command.add_flag("--chrf-whitespace", o.chrf.whitespace, "chrF: count n-grams over spaces too [off]");
  const auto chrf_lower = command.add_flag("--chrf-lowercase", o.chrf.lowercase,
                                           "chrF: capitals and small letters are the same [off]");
  const auto eps = command.add_flag("--chrf-eps-smoothing", o.chrf.eps_smoothing,
                                    "chrF: average over all orders, as chrF++.py, NLTK and Moses do [off]");
  put_in_group("What is measured", {add_number(command, "--chrf-char-order", o.chrf.char_order, "CHARACTERS",
                                               "chrF: longest n-gram of characters", 0, 100),
                                    add_number(command, "--chrf-word-order", o.chrf.word_order, "WORDS",
                                               "chrF: longest n-gram of words; 2 makes it chrF++", 0, 100),
                                    add_number(command, "--chrf-beta", o.chrf.beta, "TIMES",
                                               "chrF: how much more recall counts than precision", 1, 100),
                                    whitespace, chrf_lower, eps});
}

void add_trust_options(CLI::App& command, ScoreOptions& o) {
  constexpr std::size_t many = 1'000'000;
  const auto confidence =
      command.add_flag("--confidence", o.confidence, "add a 95 % interval by bootstrap resampling [off]");
  const auto paired = command.add_flag(
      "--paired-bs", o.paired, "compare each system with the first by paired bootstrap resampling [off]");
  put_in_group("How far to trust it",
               {confidence,
                add_number<std::size_t>(command, "--confidence-n", o.confidence_n, "RESAMPLES",
                                        "corpora drawn for --confidence", 1, many),
                paired,
                add_number<std::size_t>(command, "--paired-bs-n", o.paired_n, "RESAMPLES",
                                        "corpora drawn for --paired-bs", 1, many),
                add_number<std::uint64_t>(command, "--seed", o.seed, "SEED",
                                          "of the resampling; sacreBLEU's own by default", 0,
                                          std::numeric_limits<std::uint64_t>::max())});
}

void add_print_options(CLI::App& command, ScoreOptions& o) {
  const auto sentence = command.add_flag("--sentence-level", o.sentence_level,
                                         "a score for each line instead of one for all [off]");
  const auto json = command.add_flag("--json", o.json, "print sacreBLEU's JSON [off]");
  const auto only = command.add_flag("--score-only", o.score_only, "print the numbers alone [off]");
  only->excludes(json);
  const auto brief = command.add_flag("--short", o.brief, "print short signatures [off]");
  const auto force =
      command.add_flag("--force", o.force, "do not warn of text that is tokenised already [off]");
  put_in_group("What is printed",
               {sentence, json, only, brief,
                add_number(command, "--width", o.width, "DIGITS", "digits after the point", 0, 15), force});
}

}  // namespace

void add_score(CLI::App& app, Action& action) {
  auto o = std::make_shared<ScoreOptions>();
  CLI::App* command = app.add_subcommand(
      "score", "measure translations against references: BLEU and chrF, the same numbers as sacreBLEU");
  command->footer(
      "Examples:\n"
      "  heed score hyp.txt --ref ref.txt\n"
      "  heed score hyp.txt --ref ref1.txt ref2.txt --metric chrf++ --json\n"
      "  heed score new.txt old.txt --ref ref.txt --paired-bs   is the difference more than luck?\n"
      "  cat hyp.txt | heed score - --ref ref.txt");
  command
      ->add_option("hypotheses", o->systems,
                   "files of translations, one sentence a line; - is standard input")
      ->type_name("HYP");
  command
      ->add_option("-r,--ref", o->references,
                   "files of reference translations; line i belongs to line i of the translations")
      ->option_text("REF … (required)");
  add_metric_options(*command, *o);
  add_trust_options(*command, *o);
  add_print_options(*command, *o);
  command->callback([o, &action] { action = [o] { return run_score(*o); }; });
}

}  // namespace heed
