#include "lib/score/chrf.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

// T is the type in which the sums are kept, and in which NumPy divides them.
template <typename T>
double f_score(std::span<const T> sums, const ChrfOptions& options) {
  constexpr double eps = 1e-16;
  const double factor = static_cast<double>(options.beta) * options.beta;
  double smoothed = 0, precision_sum = 0, recall_sum = 0;
  int orders_of_both = 0;
  for (std::size_t i = 0; i + 2 < sums.size(); i += 3) {
    const T of_hypothesis = sums[i], of_reference = sums[i + 1], matches = sums[i + 2];
    const double precision = of_hypothesis > 0 ? static_cast<double>(matches / of_hypothesis) : eps;
    const double recall = of_reference > 0 ? static_cast<double>(matches / of_reference) : eps;
    const double denominator = factor * precision + recall;
    smoothed += denominator > 0 ? (1 + factor) * precision * recall / denominator : eps;
    if (of_hypothesis > 0 && of_reference > 0) {
      precision_sum += precision;
      recall_sum += recall;
      ++orders_of_both;
    }
  }
  if (options.eps_smoothing) return 100 * smoothed / (options.char_order + options.word_order);
  if (orders_of_both == 0) return 0;
  const double precision = precision_sum / orders_of_both, recall = recall_sum / orders_of_both;
  if (precision + recall == 0) return 0;
  return 100 * ((1 + factor) * precision * recall / (factor * precision + recall));
}

bool is_ascii_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

// Words with one punctuation mark split off: the last character if it is one, else the first: "(hi)" -> "(hi"
// ")".
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (const std::string_view word : split_whitespace(line)) {
    // punctuation is ASCII, so one byte; a word of one byte is one character, and that is never split
    if (word.size() > 1 && is_ascii_punctuation(word.back())) {
      words.push_back(word.substr(0, word.size() - 1));
      words.push_back(word.substr(word.size() - 1));
    } else if (word.size() > 1 && is_ascii_punctuation(word.front())) {
      words.push_back(word.substr(0, 1));
      words.push_back(word.substr(1));
    } else {
      words.push_back(word);
    }
  }
  return words;
}

void append_matches(const NgramCounts& ours, const NgramCounts& theirs, std::vector<double>& row) {
  std::int64_t of_hypothesis = 0, of_reference = 0, matches = 0;
  for (const auto& [ngram, count] : theirs) of_reference += count;
  for (const auto& [ngram, count] : ours) {
    of_hypothesis += count;
    if (const auto match = theirs.find(ngram); match != theirs.end())
      matches += std::min(count, match->second);
  }
  // a reference too short for this order says nothing about the hypothesis
  if (theirs.empty()) of_hypothesis = 0;
  for (const std::int64_t count : {of_hypothesis, of_reference, matches})
    row.push_back(static_cast<double>(count));
}

}  // namespace

Chrf::Chrf(ChrfOptions options) : options_(options) {
  if (options_.char_order < 0 || options_.word_order < 0 || options_.char_order + options_.word_order < 1)
    throw_error<UsageError>("chrF needs n-grams: character order {} and word order {} leave none",
                            options_.char_order, options_.word_order);
  if (options_.beta < 1) throw_error<UsageError>("chrF needs a beta of 1 or more, not {}", options_.beta);
}

std::string Chrf::name() const {
  return fmt::format("chrF{}{}", options_.beta,
                     std::string(static_cast<std::size_t>(options_.word_order), '+'));
}

Chrf::Line Chrf::prepare(const std::string& line) const {
  const std::string text = options_.lowercase ? lower(line) : line;
  Line out;
  if (options_.whitespace) {
    out.characters = character_pieces(text);
  } else {
    std::string dense;
    for (const std::string_view word : split_whitespace(text)) dense += word;
    out.characters = character_pieces(std::move(dense));
  }
  if (options_.word_order > 0) out.words = word_pieces(words_of(text));
  return out;
}

std::vector<NgramCounts> Chrf::count(const Line& line) const {
  std::vector<NgramCounts> counts;
  for (int n = 1; n <= options_.char_order; ++n)
    counts.push_back(count_ngrams(line.characters, static_cast<std::size_t>(n)));
  for (int n = 1; n <= options_.word_order; ++n)
    counts.push_back(count_ngrams(line.words, static_cast<std::size_t>(n)));
  return counts;
}

void Chrf::count_segment(const std::string& hypothesis, std::span<const std::string> references,
                         std::vector<double>& row) const {
  const Line our_line = prepare(hypothesis);
  const std::vector<NgramCounts> ours = count(our_line);
  std::vector<double> best;
  double best_score = -1;
  for (const std::string& reference : references) {
    const Line their_line = prepare(reference);
    const std::vector<NgramCounts> theirs = count(their_line);
    std::vector<double> counts;
    for (std::size_t i = 0; i < ours.size(); ++i) append_matches(ours[i], theirs[i], counts);
    const double score = score_of(std::span<const double>(counts));
    if (score > best_score) {
      best_score = score;
      best = std::move(counts);
    }
  }
  row.insert(row.end(), best.begin(), best.end());
}

std::vector<Signature::Field> Chrf::settings() const {
  return {{"case", "c", options_.lowercase ? "lc" : "mixed"},
          {"eff", "e", options_.eps_smoothing ? "no" : "yes"},
          {"nc", "nc", std::to_string(options_.char_order)},
          {"nw", "nw", std::to_string(options_.word_order)},
          {"space", "s", options_.whitespace ? "yes" : "no"}};
}

ChrfScore Chrf::from_statistics(const SegmentStatistics& statistics) const {
  ChrfScore s;
  s.name = name();
  s.score = score_of(statistics.sums());
  s.signature = signature(statistics.references);
  s.char_order = options_.char_order;
  s.word_order = options_.word_order;
  s.beta = options_.beta;
  return s;
}

ChrfScore Chrf::corpus(std::span<const std::string> hypotheses, const References& references) const {
  return from_statistics(statistics(hypotheses, references));
}

ChrfScore Chrf::sentence(const std::string& hypothesis, const std::vector<std::string>& references) const {
  return from_statistics(statistics_by_segment({&hypothesis, 1}, {&references, 1}));
}

double Chrf::score_of(std::span<const double> sums) const { return f_score(sums, options_); }
double Chrf::score_of(std::span<const float> sums) const { return f_score(sums, options_); }

}  // namespace heed
