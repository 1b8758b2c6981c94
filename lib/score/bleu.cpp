#include "lib/score/bleu.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "lib/core/error.hpp"
#include "lib/score/ngrams.hpp"
#include "lib/score/tokenize.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

// In the order of their enumerators.
constexpr std::string_view tokenizer_names[] = {"13a", "intl", "none", "char", "zh"};
constexpr std::string_view smoothing_names[] = {"none", "floor", "add-k", "exp"};

double default_value(Smoothing smoothing) { return smoothing == Smoothing::floor ? 0.1 : 1.0; }

double brevity_penalty(double sys_len, double ref_len) {
  if (sys_len >= ref_len) return 1.0;
  return sys_len > 0 ? std::exp(1 - ref_len / sys_len) : 0.0;
}

struct Computed {
  double score = 0, bp = 0;
  std::vector<double> counts, totals, precisions;
};

// T is the type in which the sums are kept: only add_k can tell float from double.
template <typename T>
Computed compute(std::span<const T> sums, const BleuOptions& options) {
  const auto orders = static_cast<std::size_t>(options.max_order);
  const double value = options.smooth_value.value_or(default_value(options.smooth));
  std::vector<T> counts(sums.begin() + 2, sums.begin() + 2 + static_cast<std::ptrdiff_t>(orders));
  std::vector<T> totals(sums.begin() + 2 + static_cast<std::ptrdiff_t>(orders), sums.end());

  Computed out;
  out.bp = brevity_penalty(std::trunc(sums[0]), std::trunc(sums[1]));
  out.precisions.assign(orders, 0.0);
  const bool any_match = std::any_of(counts.begin(), counts.end(), [](T c) { return c != 0; });
  std::size_t averaged = orders;
  double halving = 1;
  for (std::size_t n = 0; any_match && n < orders; ++n) {
    if (options.smooth == Smoothing::add_k && n > 0) {
      counts[n] = static_cast<T>(counts[n] + value);
      totals[n] = static_cast<T>(totals[n] + value);
    }
    if (totals[n] == 0) break;
    if (options.effective_order) averaged = n + 1;
    const double count = counts[n], total = totals[n];
    if (count != 0) {
      out.precisions[n] = 100. * count / total;
    } else if (options.smooth == Smoothing::exp) {
      halving *= 2;
      out.precisions[n] = 100. / (halving * total);
    } else if (options.smooth == Smoothing::floor) {
      out.precisions[n] = 100. * value / total;
    }
  }
  if (any_match) {
    // sacreBLEU's stand-in for log 0: the score becomes 0, by underflow
    constexpr double log_of_zero = -9999999999;
    double sum = 0;
    for (std::size_t n = 0; n < averaged; ++n)
      sum += out.precisions[n] == 0 ? log_of_zero : std::log(out.precisions[n]);
    out.score = out.bp * std::exp(sum / static_cast<double>(averaged));
  }
  out.counts.assign(counts.begin(), counts.end());
  out.totals.assign(totals.begin(), totals.end());
  return out;
}

std::string verbose_text(const BleuScore& s) {
  const double ratio = s.ref_len == 0 ? 0.0 : static_cast<double>(s.sys_len) / static_cast<double>(s.ref_len);
  return fmt::format("{:.1f} (BP = {:.3f} ratio = {:.3f} hyp_len = {} ref_len = {})",
                     fmt::join(s.precisions, "/"), s.bp, ratio, s.sys_len, s.ref_len);
}

std::size_t closest_length(std::size_t length, std::span<const Pieces> references) {
  std::size_t best = references[0].size();
  const auto distance = [&](std::size_t other) { return length > other ? length - other : other - length; };
  for (const Pieces& reference : references.subspan(1)) {
    const std::size_t other = reference.size();
    if (distance(other) < distance(best) || (distance(other) == distance(best) && other < best)) best = other;
  }
  return best;
}

Pieces pieces_of(const std::vector<std::string>& tokens) {
  return word_pieces(std::vector<std::string_view>(tokens.begin(), tokens.end()));
}

}  // namespace

BleuTokenizer parse_bleu_tokenizer(std::string_view name) {
  const auto found = std::ranges::find(tokenizer_names, name);
  if (found == std::end(tokenizer_names))
    throw_error<UsageError>("unknown BLEU tokeniser '{}': choose 13a, intl, none, char or zh", name);
  return static_cast<BleuTokenizer>(found - std::begin(tokenizer_names));
}

Smoothing parse_smoothing(std::string_view name) {
  const auto found = std::ranges::find(smoothing_names, name);
  if (found == std::end(smoothing_names))
    throw_error<UsageError>("unknown smoothing '{}': choose none, floor, add-k or exp", name);
  return static_cast<Smoothing>(found - std::begin(smoothing_names));
}

std::string_view to_string(BleuTokenizer tokenizer) {
  return tokenizer_names[static_cast<std::size_t>(tokenizer)];
}
std::string_view to_string(Smoothing smoothing) {
  return smoothing_names[static_cast<std::size_t>(smoothing)];
}

Bleu::Bleu(BleuOptions options) : options_(options) {
  if (options_.max_order < 1)
    throw_error<UsageError>("BLEU needs n-grams of order 1 or more, not {}", options_.max_order);
  if (options_.smooth_value && !(*options_.smooth_value >= 0))
    throw_error<UsageError>("a smoothing value of {} is no use: give 0 or more", *options_.smooth_value);
}

std::vector<std::string> Bleu::tokens(std::string_view line) const {
  std::string text = options_.lowercase ? lower(line) : std::string(line);
  text.resize(strip_right(text).size());
  if (options_.tokenize == BleuTokenizer::character) {
    std::vector<std::string> characters;
    for (const char32_t c : to_code_points(text))
      if (!is_space(c)) characters.push_back(to_utf8({&c, 1}));
    return characters;
  }
  if (options_.tokenize == BleuTokenizer::mteval_13a) text = tokenize_13a(text);
  if (options_.tokenize == BleuTokenizer::international) text = tokenize_intl(text);
  if (options_.tokenize == BleuTokenizer::chinese) text = tokenize_zh(text);
  const auto words = split_whitespace(text);
  return {words.begin(), words.end()};
}

void Bleu::count_segment(const std::string& hypothesis, std::span<const std::string> references,
                         std::vector<double>& row) const {
  const Pieces ours = pieces_of(tokens(hypothesis));
  std::vector<Pieces> theirs;
  for (const std::string& reference : references) theirs.push_back(pieces_of(tokens(reference)));

  row.push_back(static_cast<double>(ours.size()));
  row.push_back(static_cast<double>(closest_length(ours.size(), theirs)));
  const auto orders = static_cast<std::size_t>(options_.max_order);
  const std::size_t first = row.size();
  row.resize(first + 2 * orders, 0);
  for (std::size_t n = 1; n <= orders; ++n) {
    NgramCounts most;  // of any one reference
    for (const Pieces& reference : theirs)
      for (const auto& [ngram, count] : count_ngrams(reference, n))
        most[ngram] = std::max(most[ngram], count);
    for (const auto& [ngram, count] : count_ngrams(ours, n)) {
      row[first + orders + n - 1] += static_cast<double>(count);
      if (const auto match = most.find(ngram); match != most.end())
        row[first + n - 1] += static_cast<double>(std::min(count, match->second));
    }
  }
}

std::vector<Signature::Field> Bleu::settings() const {
  std::string smooth(to_string(options_.smooth));
  if (options_.smooth == Smoothing::floor || options_.smooth == Smoothing::add_k)
    smooth += fmt::format("[{:.2f}]", options_.smooth_value.value_or(default_value(options_.smooth)));
  return {{"case", "c", options_.lowercase ? "lc" : "mixed"},
          {"eff", "e", options_.effective_order ? "yes" : "no"},
          {"tok", "tok", std::string(to_string(options_.tokenize))},
          {"smooth", "s", smooth}};
}

BleuScore Bleu::from_sums(std::span<const double> sums) const {
  if (sums.size() != columns())
    throw_error<Error>("BLEU of order {} is made of {} sums, not {}: sys_len, ref_len, counts, totals",
                       options_.max_order, columns(), sums.size());
  Computed computed = compute(sums, options_);
  BleuScore s;
  s.name = name();
  s.score = computed.score;
  s.counts = std::move(computed.counts);
  s.totals = std::move(computed.totals);
  s.precisions = std::move(computed.precisions);
  s.bp = computed.bp;
  s.sys_len = static_cast<std::int64_t>(sums[0]);
  s.ref_len = static_cast<std::int64_t>(sums[1]);
  s.verbose = verbose_text(s);
  return s;
}

BleuScore Bleu::from_statistics(const SegmentStatistics& statistics) const {
  BleuScore s = from_sums(statistics.sums());
  s.signature = signature(statistics.references);
  return s;
}

BleuScore Bleu::corpus(std::span<const std::string> hypotheses, const References& references) const {
  return from_statistics(statistics(hypotheses, references));
}

BleuScore Bleu::sentence(const std::string& hypothesis, const std::vector<std::string>& references) const {
  return from_statistics(statistics_by_segment({&hypothesis, 1}, {&references, 1}));
}

double Bleu::score_of(std::span<const double> sums) const { return compute(sums, options_).score; }
double Bleu::score_of(std::span<const float> sums) const { return compute(sums, options_).score; }

std::optional<Message> tokenized_text_warning(std::span<const std::string> hypotheses) {
  constexpr std::ptrdiff_t suspicious = 100;
  const auto found = std::count_if(hypotheses.begin(), hypotheses.end(),
                                   [](const std::string& line) { return line.ends_with(" ."); });
  if (found < suspicious) return std::nullopt;
  return make_message(
      tr_noop(
          "{} hypotheses end in a period with a space before it: BLEU expects text that is not tokenised, "
          "and may come out wrong; detokenise it, or choose the tokeniser none"),
      found);
}

}  // namespace heed
