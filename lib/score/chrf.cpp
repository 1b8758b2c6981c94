#include "lib/score/chrf.hpp"

#include <algorithm>

#include "lib/text/unicode.hpp"

namespace heed {
namespace {

// T is the type in which the sums are kept, and in which NumPy divides them.
template <typename T>
double f_score(std::span<const T> sums) {
  constexpr double factor = 2 * 2;  // beta²
  double precision_sum = 0, recall_sum = 0;
  int orders_of_both = 0;
  for (std::size_t i = 0; i + 2 < sums.size(); i += 3) {
    const T of_hypothesis = sums[i], of_reference = sums[i + 1], matches = sums[i + 2];
    if (of_hypothesis > 0 && of_reference > 0) {
      precision_sum += static_cast<double>(matches / of_hypothesis);
      recall_sum += static_cast<double>(matches / of_reference);
      ++orders_of_both;
    }
  }
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
    const std::size_t cut = word.size() == 1                     ? 0
                            : is_ascii_punctuation(word.back())  ? word.size() - 1
                            : is_ascii_punctuation(word.front()) ? 1
                                                                 : 0;
    if (cut > 0) words.push_back(word.substr(0, cut));
    words.push_back(word.substr(cut));
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

std::string Chrf::name() const { return "chrF2" + std::string(options_.word_order, '+'); }

Chrf::Line Chrf::prepare(const std::string& line) const {
  const std::string text = options_.lowercase ? lower(line) : line;
  std::string dense;
  for (const std::string_view word : split_whitespace(text)) dense += word;
  return {character_pieces(std::move(dense)),
          options_.word_order > 0 ? word_pieces(words_of(text)) : Pieces()};
}

std::vector<NgramCounts> Chrf::count(const Line& line) const {
  std::vector<NgramCounts> counts;
  for (std::size_t n = 1; n <= char_order; ++n) counts.push_back(count_ngrams(line.characters, n));
  for (std::size_t n = 1; n <= options_.word_order; ++n) counts.push_back(count_ngrams(line.words, n));
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
  return {{"case", options_.lowercase ? "lc" : "mixed"},
          {"eff", "yes"},
          {"nc", std::to_string(char_order)},
          {"nw", std::to_string(options_.word_order)},
          {"space", "no"}};
}

double Chrf::score_of(std::span<const double> sums) const { return f_score(sums); }
double Chrf::score_of(std::span<const float> sums) const { return f_score(sums); }

}  // namespace heed
