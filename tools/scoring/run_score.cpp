#include "tools/scoring/run_score.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <set>

#include "lib/core/error.hpp"
#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "lib/score/bootstrap.hpp"
#include "tools/language/library_errors.hpp"
#include "tools/language/spoken_error.hpp"
#include "tools/scoring/score_inputs.hpp"

namespace heed {
namespace {

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

void check_number_of_systems(const ScoreOptions& o, std::size_t systems) {
  if (o.paired_bs && systems < 2)
    throw_spoken<UsageError>("--paired-bs compares systems: name two files of translations or more",
                             "--paired-bs: 시스템을 비교합니다. 번역 파일을 둘 이상 주세요");
  if (systems > 1 && (o.confidence || o.sentence_level))
    throw_spoken<UsageError>("{} scores one system, not {}: name one file of translations",
                             "{}: 시스템 하나를 채점합니다 (받은 것: {}). 번역 파일을 하나만 주세요",
                             o.confidence ? "--confidence" : "--sentence-level", systems);
}

void check_files(const ScoreOptions& o) {
  if (o.systems.empty())
    throw_spoken<UsageError>(
        "no file of translations: heed score HYP --ref REF, the translations before --ref",
        "번역 파일이 없습니다. heed score HYP --ref REF처럼 --ref 앞에 번역 파일을 쓰세요");
  if (o.references.empty())
    throw_spoken<UsageError>("no reference to compare with: heed score {} --ref REF",
                             "견줄 참조 번역이 없습니다: heed score {} --ref REF", o.systems.front());
  if (const std::set<std::string> names(o.systems.begin(), o.systems.end()); names.size() < o.systems.size())
    throw_spoken<UsageError>("the same file of translations is named twice: name each file once",
                             "같은 번역 파일을 두 번 주었습니다. 한 번씩만 주세요");
  const auto from_standard_input = [](const std::vector<std::string>& paths) {
    return std::count_if(paths.begin(), paths.end(), is_standard_input);
  };
  if (from_standard_input(o.systems) + from_standard_input(o.references) > 1)
    throw_spoken<UsageError>("- is standard input, which can be read once: name a file for all but one",
                             "-는 표준 입력이라 한 번만 읽을 수 있습니다. 나머지는 파일로 주세요");
  if (from_standard_input(o.systems) == 0) check_number_of_systems(o, o.systems.size());
  if (o.num_refs > 1 && o.references.size() > 1)
    throw_spoken<UsageError>(
        "--num-refs {} splits one file at tabs: name one file after --ref, not {}",
        "--num-refs {}: 파일 하나를 탭에서 나눕니다. --ref 뒤에 파일을 하나만 주세요 (받은 것: {})",
        o.num_refs, o.references.size());
}

/// What cannot work is said before any file is read.
void check_usage(const ScoreOptions& o) {
  check_files(o);
  if (o.sentence_level && (o.paired_bs || o.confidence))
    throw_spoken<UsageError>(
        "--sentence-level scores single sentences: --confidence and --paired-bs need a corpus",
        "--sentence-level은 문장마다 채점합니다. --confidence와 --paired-bs에는 말뭉치 전체가 있어야 합니다");
  if (o.score_only && o.paired_bs)
    throw_spoken<UsageError>("--score-only prints scores alone, and a test has more: leave out one of them",
                             "--score-only는 점수만 출력하는데 검정의 결과는 점수가 아닙니다. 하나를 빼세요");
  if (o.smooth_value >= 0 && o.bleu.smooth != Smoothing::floor && o.bleu.smooth != Smoothing::add_k)
    throw_spoken<UsageError>(
        "--smooth-value goes with --smooth-method floor or add-k; {} has no value",
        "--smooth-value는 --smooth-method floor나 add-k와 함께 씁니다. {}에는 값이 없습니다",
        to_string(o.bleu.smooth));
}

/// What BLEU's tokeniser would count in a way that few expect.
void note_on_words(const ScoreOptions& o, const std::vector<NamedSystem>& systems,
                   const References& references) {
  if (o.force || !wants(o, "bleu") || o.bleu.tokenize == BleuTokenizer::none) return;
  for (const NamedSystem& system : systems) {
    if (const auto warning = tokenized_text_warning(system.hypotheses))
      fmt::print(
          stderr, "{}\n",
          spoken("note: {}: {} (--force silences this)", "참고: {}: {} (--force를 쓰면 이 말이 없습니다)",
                 system.name, in_spoken_language(*warning)));
  }
  if (!o.tokeniser_named && is_korean(references[0]))
    fmt::print(
        stderr, "{}\n",
        spoken("note: the references are Korean: to 13a 사과를 and 사과는 are words without anything in "
               "common; --tokenize char and chrF see what they share (--tokenize 13a silences this)",
               "참고: 참조 번역이 한국어입니다. 13a에는 사과를, 사과는 두 낱말에 같은 것이 없습니다. "
               "--tokenize char와 chrF는 겹치는 글자를 봅니다 (--tokenize 13a를 쓰면 이 말이 없습니다)"));
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

SystemTable compare(const OwnMetrics& own, const std::vector<NamedSystem>& systems,
                    const References& references, const ScoreOptions& o) {
  Metrics metrics;
  for (const auto& metric : own) metrics.emplace_back(*metric);
  if (o.paired_bs)
    return paired_bootstrap(systems, references, metrics, {.resamples = o.paired_bs_n, .seed = o.seed});
  return score_systems(systems, references, metrics);
}

/// sacreBLEU's words stay; how to read the test is said in the spoken language, in lines that fit.
std::string with_spoken_notes(const std::string& table) {
  const std::size_t width = std::max<std::size_t>(terminal(Stream::output).width, 20);
  std::string out;
  for (std::size_t from = 0; from <= table.size();) {
    const std::size_t end = std::min(table.find('\n', from), table.size());
    const std::string line = in_spoken_language(table.substr(from, end - from));
    const bool note = (line.starts_with(" - ") || line.starts_with("   ")) && line.find('|') == line.npos;
    out += from == 0 ? "" : "\n";
    out +=
        note ? fmt::format("{}", fmt::join(wrap(line.substr(3),
                                                {.width = width, .first = line.substr(0, 3), .rest = "   "}),
                                           "\n"))
             : line;
    from = end + 1;
  }
  return out;
}

/// n sentences can be exchanged in 2^n ways, of which two set the systems as far apart as they are: p is at
/// least 2 / 2^n. Ties are not counted, as in sacreBLEU, whose p falls below that.
void note_on_few_sentences(std::size_t sentences) {
  constexpr std::size_t least = 6;  // 2 / 2^6 is the first below 0.05
  if (sentences >= least) return;
  fmt::print(
      stderr, "{}\n",
      spoken("note: {0} too few for this test, whatever p and \"*\" say: chance alone can set systems so "
             "far apart at {2} in all ways to exchange them; take hundreds, at least {3}",
             "참고: 문장 {1}개는 이 검정에 너무 적어 p와 \"*\"를 믿을 수 없습니다. 번역을 맞바꾸는 모든 방법 "
             "가운데 "
             "{2}번은 우연만으로 이만큼 벌어집니다. 수백 문장, 적어도 {3}문장을 주세요",
             sentences == 1 ? "1 sentence is" : fmt::format("{} sentences are", sentences), sentences,
             spoken("2 of {}", "{}번에 2", std::size_t{1} << sentences), least));
}

}  // namespace

int run_score(const ScoreOptions& o) {
  check_usage(o);
  const OwnMetrics metrics = make_metrics(o);
  const References references = read_references(o.references, o.num_refs);
  const std::vector<NamedSystem> systems = read_systems(o.systems, {.tested = o.paired_bs});
  check_number_of_systems(o, systems.size());
  check_lengths(systems, references, o.references);
  note_on_words(o, systems, references);
  if (o.paired_bs) note_on_few_sentences(references[0].size());

  const ScoreFormat form{
      .width = o.width, .score_only = o.score_only, .signature = true, .brief_signature = o.brief};
  if (systems.size() > 1) {
    const SystemTable table = compare(metrics, systems, references, o);
    fmt::print("{}\n", o.json ? to_json(table, {.width = o.width}) : with_spoken_notes(format(table, form)));
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
