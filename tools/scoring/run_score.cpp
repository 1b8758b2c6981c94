#include "tools/scoring/run_score.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "lib/core/error.hpp"
#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "lib/score/bootstrap.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/spoken_lines.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

std::vector<std::string> read_lines(const std::string& path) {
  TextLines text = read_spoken_lines(path == "-" ? "/dev/stdin" : path, LineForm::as_written);
  if (text.byte_order_mark)
    fmt::print(
        stderr, "{}\n",
        tr("note: {}: the byte-order mark at the start was left out; sacreBLEU takes it for a part of the "
           "first word, so its scores may differ",
           path));
  return std::move(text.lines);
}

std::string count_text(std::size_t lines) {
  return trn("{} line", "{} lines", static_cast<std::int64_t>(lines));
}

bool is_hangul(char32_t c) {  // syllables, and jamo as they are typed or in pieces
  return (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x3131 && c <= 0x318E) || (c >= 0x1100 && c <= 0x11FF);
}

bool is_standard_input(const std::string& path) { return path == "-" || path == "/dev/stdin"; }

void check_lengths(const std::vector<NamedSystem>& systems, const References& references,
                   const std::vector<std::string>& reference_paths) {
  for (const NamedSystem& system : systems) {
    for (std::size_t r = 0; r < references.size(); ++r) {
      if (references[r].size() == system.hypotheses.size()) continue;
      throw_error<Error>(
          tr_noop("{} has {} and {} has {}: line i of a reference must belong to line i of the translations"),
          system.name, count_text(system.hypotheses.size()), reference_paths[r],
          count_text(references[r].size()));
    }
  }
}

bool is_korean(const std::vector<std::string>& lines) {
  const auto korean = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
    const std::u32string characters = to_code_points(line);
    return std::any_of(characters.begin(), characters.end(), is_hangul);
  });
  return !lines.empty() && 2 * static_cast<std::size_t>(korean) >= lines.size();
}

using OwnMetrics = std::vector<std::unique_ptr<Metric>>;

bool wants(const ScoreOptions& o, const char* metric) {
  return std::find(o.metrics.begin(), o.metrics.end(), metric) != o.metrics.end();
}

OwnMetrics make_metrics(const ScoreOptions& o) {
  OwnMetrics metrics;
  if (wants(o, "bleu")) {
    BleuOptions bleu = o.bleu;
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

void check_files(const ScoreOptions& o) {
  if (o.systems.empty())
    throw_error<UsageError>(
        tr_noop("no file of translations: heed score HYP --ref REF, the translations before --ref"));
  if (o.references.empty())
    throw_error<UsageError>(tr_noop("no reference to compare with: heed score {} --ref REF"),
                            o.systems.front());
  if (const std::set<std::string> names(o.systems.begin(), o.systems.end()); names.size() < o.systems.size())
    throw_error<UsageError>(tr_noop("the same file of translations is named twice: name each file once"));
  const auto from_standard_input = [](const std::vector<std::string>& paths) {
    return std::count_if(paths.begin(), paths.end(), is_standard_input);
  };
  if (from_standard_input(o.systems) + from_standard_input(o.references) > 1)
    throw_error<UsageError>(
        tr_noop("- is standard input, which can be read once: name a file for all but one"));
  if (o.paired_bs && o.systems.size() < 2)
    throw_error<UsageError>(tr_noop("--paired-bs compares systems: name two files of translations or more"));
  if (o.systems.size() > 1 && (o.confidence || o.sentence_level))
    throw_error<UsageError>(tr_noop("{} scores one system, not {}: name one file of translations"),
                            o.confidence ? "--confidence" : "--sentence-level", o.systems.size());
}

/// Refuses what cannot work before any file is read.
void check_usage(const ScoreOptions& o) {
  check_files(o);
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
  std::vector<Score> scores;
  for (const auto& metric : metrics) {
    const SegmentStatistics statistics = metric->statistics(hypotheses, references);
    scores.push_back(o.confidence ? score_with_confidence(*metric, statistics,
                                                          {.resamples = o.confidence_n, .seed = o.seed})
                                  : metric->score(statistics));
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

}  // namespace

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

}  // namespace heed
