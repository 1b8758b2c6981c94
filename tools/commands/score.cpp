// heed score: BLEU and chrF of translations, printed as the sacrebleu program prints them.
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "lib/score/bleu.hpp"
#include "lib/score/bootstrap.hpp"
#include "lib/score/chrf.hpp"
#include "lib/score/compare_systems.hpp"
#include "lib/text/unicode.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/named_files.hpp"
#include "tools/language/tr.hpp"
#include "tools/line/line_reader.hpp"

namespace heed {

template <>
inline constexpr std::array<Word<BleuTokenizer>, 3> setting_words<BleuTokenizer>{
    {{"13a", BleuTokenizer::mteval_13a}, {"char", BleuTokenizer::character}, {"none", BleuTokenizer::none}}};
namespace {

struct ScoreOptions {
  std::vector<std::string> systems, references;  // files
  std::vector<std::string> metrics{"bleu", "chrf"};
  BleuOptions bleu{};
  bool tokeniser_named = false;  // whoever names it knows why
  ChrfOptions chrf{};
  bool sentence_level = false, confidence = false, paired_bs = false;
  bool json = false, score_only = false, force = false;
  int width = 1;
  std::size_t confidence_n = 1000, paired_bs_n = 1000;
  std::uint64_t seed = 12345;
};

std::vector<std::string> read_lines(const std::string& path) {
  TextLines text = read_spoken_lines(path, LineForm::as_written);
  if (text.byte_order_mark)
    fmt::print(
        stderr, "{}\n",
        tr("note: {}: the byte-order mark at the start was left out; sacreBLEU takes it for a part of the "
           "first word, so its scores may differ",
           path));
  return std::move(text.lines);
}

bool is_hangul(char32_t c) {  // syllables, and jamo as they are typed or in pieces
  return (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x3131 && c <= 0x318E) || (c >= 0x1100 && c <= 0x11FF);
}

void check_lengths(const std::vector<NamedSystem>& systems, const References& references,
                   const std::vector<std::string>& reference_paths) {
  const auto count = [](const auto& lines) { return trn("{} line", "{} lines", std::ssize(lines)); };
  for (const NamedSystem& system : systems) {
    for (std::size_t r = 0; r < references.size(); ++r) {
      if (references[r].size() == system.hypotheses.size()) continue;
      throw_error<Error>(
          tr_noop("{} has {} and {} has {}: line i of a reference must belong to line i of the translations"),
          system.name, count(system.hypotheses), reference_paths[r], count(references[r]));
    }
  }
}

bool is_korean(const std::vector<std::string>& lines) {
  const auto korean = std::ranges::count_if(
      lines, [](const std::string& line) { return std::ranges::any_of(to_code_points(line), is_hangul); });
  return !lines.empty() && 2 * korean >= std::ssize(lines);
}

using OwnMetrics = std::vector<std::unique_ptr<Metric>>;

bool wants(const ScoreOptions& o, const char* metric) {
  return std::ranges::find(o.metrics, metric) != o.metrics.end();
}

OwnMetrics make_metrics(const ScoreOptions& o) {
  OwnMetrics metrics;
  BleuOptions bleu = o.bleu;
  if (o.sentence_level) bleu.effective_order = true;  // else one of three words scores next to nothing
  ChrfOptions plus = o.chrf;
  plus.word_order = 2;
  if (wants(o, "bleu")) metrics.push_back(std::make_unique<Bleu>(bleu));
  if (wants(o, "chrf")) metrics.push_back(std::make_unique<Chrf>(o.chrf));
  if (wants(o, "chrf++")) metrics.push_back(std::make_unique<Chrf>(plus));
  return metrics;
}

/// Refuses what cannot work before any file is read.
void check_usage(const ScoreOptions& o) {
  if (o.systems.empty())
    throw_error<UsageError>(
        tr_noop("no file of translations: heed score HYP --ref REF, the translations before --ref"));
  if (o.references.empty())
    throw_error<UsageError>(tr_noop("no reference to compare with: heed score {} --ref REF"),
                            o.systems.front());
  if (std::ranges::count(o.systems, "-") + std::ranges::count(o.references, "-") > 1)
    throw_error<UsageError>(
        tr_noop("- is standard input, which can be read once: name a file for all but one"));
  if (o.paired_bs && o.systems.size() < 2)
    throw_error<UsageError>(tr_noop("--paired-bs compares systems: name two files of translations or more"));
  if (o.systems.size() > 1 && (o.confidence || o.sentence_level))
    throw_error<UsageError>(tr_noop("{} scores one system, not {}: name one file of translations"),
                            o.confidence ? "--confidence" : "--sentence-level", o.systems.size());
  if (o.sentence_level && (o.paired_bs || o.confidence))
    throw_error<UsageError>(
        tr_noop("--sentence-level scores single sentences: --confidence and --paired-bs need a corpus"));
  if (o.score_only && o.paired_bs)
    throw_error<UsageError>(
        tr_noop("--score-only prints scores alone, and a test has more: leave out one of them"));
}

/// Names what BLEU's tokeniser would count in a way that few expect.
void note_on_words(const ScoreOptions& o, const std::vector<NamedSystem>& systems,
                   const References& references) {
  if (o.force || !wants(o, "bleu") || o.bleu.tokenize == BleuTokenizer::none) return;
  for (const NamedSystem& system : systems) {
    if (const auto warning = tokenized_text_warning(system.hypotheses))
      fmt::print(stderr, "{}\n",
                 tr("note: {}: {} (--force silences this)", system.name, localized(*warning)));
  }
  if (!o.tokeniser_named && is_korean(references[0]))
    fmt::print(stderr, "{}\n",
               tr("note: the references are Korean: to 13a 사과를 and 사과는 are words without anything in "
                  "common; --tokenize char and chrF see what they share (--tokenize 13a silences this)"));
}

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
  const ResampleOptions drawn{.resamples = o.confidence_n, .seed = o.seed};
  std::vector<Score> scores;
  for (const auto& metric : metrics) {
    const SegmentStatistics all = metric->statistics(hypotheses, references);
    scores.push_back(o.confidence ? score_with_confidence(*metric, all, drawn) : metric->score(all));
  }
  return scores;
}

/// Prints the table of several systems, and how a test is read.
void print_systems(const OwnMetrics& own, const std::vector<NamedSystem>& systems,
                   const References& references, const ScoreOptions& o, const ScoreFormat& form) {
  Metrics metrics;
  for (const auto& metric : own) metrics.emplace_back(*metric);
  std::optional<ResampleOptions> test;
  if (o.paired_bs) test = ResampleOptions{.resamples = o.paired_bs_n, .seed = o.seed};
  const SystemTable table = compare_systems(systems, references, metrics, test);
  fmt::print("{}\n", o.json ? to_json(table, {.width = o.width}) : format(table, form));
  if (o.json || !o.paired_bs) return;
  const std::string note =
      tr("Every system is compared with the first: p is how often chance alone would set two equally good "
         "systems this far apart, or farther; with a \"*\" it is 0.05 or less. In brackets stand the mean of "
         "{} resampled scores and half their 95% interval.",
         o.paired_bs_n);
  const std::size_t width = std::max<std::size_t>(terminal(Stream::output).width, 20);
  fmt::print("\n{}\n", fmt::join(wrap(note, {.width = width}), "\n"));
}

/// Throws UsageError for options that do not go together, Error for files that cannot be scored.
int run_score(const ScoreOptions& o) {
  check_usage(o);
  const OwnMetrics metrics = make_metrics(o);
  References references;
  for (const std::string& path : o.references) references.push_back(read_lines(path));
  std::vector<NamedSystem> systems;
  for (const std::string& path : o.systems) systems.push_back({path, read_lines(path)});
  check_lengths(systems, references, o.references);
  note_on_words(o, systems, references);

  const ScoreFormat form{.width = o.width, .score_only = o.score_only, .signature = true};
  if (systems.size() > 1) {
    print_systems(metrics, systems, references, o, form);
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
    if (o->systems.empty() && !o->references.empty() && !input_is_typed() && std::cin.peek() != EOF)
      o->systems = {"-"};
    o->tokeniser_named = command->count("--tokenize") > 0;
    action = [o] { return run_score(*o); };
  });
}

}  // namespace heed
