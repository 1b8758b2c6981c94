#include "lib/score/ter.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/score/translation_edits.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

/// Pairs of a word and a word of the reference: 200 MB of edit distances.
constexpr std::size_t most_pairs = 25'000'000;

// T is the type in which the sums are kept, and in which NumPy divides them.
template <typename T>
double rate(std::span<const T> sums) {
  const T edits = sums[0], length = sums[1];
  if (length > 0) return 100 * static_cast<double>(edits / length);
  return edits > 0 ? 100 : 0;
}

}  // namespace

double Ter::score_of(std::span<const double> sums) const { return rate(sums); }
double Ter::score_of(std::span<const float> sums) const { return rate(sums); }

Score Ter::score(const SegmentStatistics& statistics) const {
  Score s;
  s.name = name();
  s.score = score_of(statistics.sums());
  s.signature = signature(statistics.references);
  return s;
}

void Ter::count_segment(const std::string& hypothesis, std::span<const std::string> references,
                        std::vector<double>& row) const {
  const std::string ours = tokenize_tercom(hypothesis, options_);
  const std::vector<std::string_view> our_words = split_whitespace(ours);
  std::size_t fewest = 0, length = 0;
  for (const std::string& reference : references) {
    const std::string theirs = tokenize_tercom(reference, options_);
    const std::vector<std::string_view> their_words = split_whitespace(theirs);
    if (our_words.size() > most_pairs / std::max<std::size_t>(their_words.size(), 1))
      throw_error<Error>(
          "TER: segment {} has {} words and its reference {}: the edits between so many would take too much "
          "memory; split it into sentences, or take another metric",
          row.size() / columns() + 1, our_words.size(), their_words.size());
    const std::size_t edits = translation_edits(our_words, their_words);
    fewest = &reference == &references.front() ? edits : std::min(fewest, edits);
    length += their_words.size();
  }
  row.push_back(static_cast<double>(fewest));
  row.push_back(static_cast<double>(length) / static_cast<double>(references.size()));
}

std::vector<Signature::Field> Ter::settings() const {
  const auto yes_no = [](bool on) { return std::string(on ? "yes" : "no"); };
  return {{"case", "c", options_.case_sensitive ? "mixed" : "lc"},
          {"tok", "t", "tercom"},
          {"norm", "nr", yes_no(options_.normalized)},
          {"punct", "pn", yes_no(!options_.no_punct)},
          {"asian", "as", yes_no(options_.asian_support)}};
}

}  // namespace heed
