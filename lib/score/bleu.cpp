#include "lib/score/bleu.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "lib/core/error.hpp"
#include "lib/score/ngrams.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

// Rewrites pairs of neighbours from left to right, each character in one pair at most, as a regular
// expression does. `rewrite` returns what stands in place of the two, "" for no pair. Pairs are told by ASCII
// alone: no byte of a longer UTF-8 sequence is ASCII.
template <typename Rewrite>
std::string rewrite_pairs(const std::string& text, Rewrite rewrite) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string pair = i + 1 < text.size() ? rewrite(text[i], text[i + 1]) : "";
    out += pair.empty() ? std::string(1, text[i]) : pair;
    if (!pair.empty()) ++i;
  }
  return out;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_point(char c) { return c == '.' || c == ','; }

// `from` becomes `to`, from left to right.
void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// ASCII that is no letter, digit, apostrophe, comma, dash or period; the last three have rules of their own.
bool is_western_mark(char c) {
  return (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

// Those rules: periods and commas apart unless between digits, dashes apart after a digit.
std::string set_points_apart(const std::string& text) {
  const std::string after = rewrite_pairs(text, [](char a, char b) {
    return !is_digit(a) && is_point(b) ? std::string{a, ' ', b, ' '} : "";
  });
  const std::string before = rewrite_pairs(after, [](char a, char b) {
    return is_point(a) && !is_digit(b) ? std::string{' ', a, ' ', b} : "";
  });
  return rewrite_pairs(before, [](char a, char b) {
    return is_digit(a) && b == '-' ? std::string{a, ' ', b, ' '} : "";
  });
}

/// mteval-v13a, in which published BLEU scores are measured: entities unescaped (&quot; &amp; &lt; &gt;, in
/// this order), ASCII punctuation apart but for apostrophes; periods and commas apart unless between digits;
/// dashes apart after a digit. Returns tokens with white space between; how much of it says nothing.
std::string tokenize_13a(std::string_view line) {
  std::string text(line);
  replace_all(text, "<skipped>", "");
  replace_all(text, "-\n", "");
  replace_all(text, "\n", " ");
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");  // so that &amp;lt; ends as <
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
  std::string apart = " ";
  for (const char c : text) apart += is_western_mark(c) ? std::string{' ', c, ' '} : std::string{c};
  return set_points_apart(apart + ' ');
}

double brevity_penalty(double sys_len, double ref_len) {
  if (sys_len >= ref_len) return 1.0;
  return sys_len > 0 ? std::exp(1 - ref_len / sys_len) : 0.0;
}

struct Computed {
  double score = 0, bp = 0;
  std::vector<double> precisions;  // 100 counts / totals of each order, smoothed
};

Computed compute(std::span<const double> sums, const BleuOptions& options) {
  const std::size_t orders = sums.size() / 2 - 1;
  const std::span<const double> counts = sums.subspan(2, orders), totals = sums.subspan(2 + orders);
  Computed out{.score = 0, .bp = brevity_penalty(sums[0], sums[1]), .precisions = {}};
  out.precisions.assign(orders, 0.0);
  if (std::ranges::count(counts, 0.0) == std::ssize(counts)) return out;
  std::size_t averaged = orders;
  double halving = 1;
  for (std::size_t n = 0; n < orders; ++n) {
    if (totals[n] == 0) break;
    if (options.effective_order) averaged = n + 1;
    if (counts[n] == 0) halving *= 2;
    out.precisions[n] = counts[n] != 0 ? 100. * counts[n] / totals[n] : 100. / (halving * totals[n]);
  }
  // sacreBLEU's stand-in for log 0: the score becomes 0, by underflow
  constexpr double log_of_zero = -9999999999;
  double sum = 0;
  for (std::size_t n = 0; n < averaged; ++n)
    sum += out.precisions[n] == 0 ? log_of_zero : std::log(out.precisions[n]);
  out.score = out.bp * std::exp(sum / static_cast<double>(averaged));
  return out;
}

/// Returns the length of a reference that differs least; of two as near the shorter.
std::size_t closest_length(std::size_t length, const std::vector<Pieces>& references) {
  const auto distance = [&](const Pieces& reference) {
    const std::size_t other = reference.size();
    return std::pair(length > other ? length - other : other - length, other);
  };
  return std::ranges::min_element(references, {}, distance)->size();
}

Pieces pieces_of(const std::vector<std::string>& tokens) {
  return word_pieces(std::vector<std::string_view>(tokens.begin(), tokens.end()));
}

}  // namespace

std::string_view to_string(BleuTokenizer tokenizer) {
  constexpr std::string_view names[] = {"13a", "none", "char"};
  return names[static_cast<std::size_t>(tokenizer)];
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
  return {{"case", options_.lowercase ? "lc" : "mixed"},
          {"eff", options_.effective_order ? "yes" : "no"},
          {"tok", std::string(to_string(options_.tokenize))},
          {"smooth", "exp"}};
}

std::string Bleu::details(std::span<const double> sums) const {
  const Computed computed = compute(sums, options_);
  return fmt::format("{:.1f} (BP = {:.3f} ratio = {:.3f} hyp_len = {:.0f} ref_len = {:.0f})",
                     fmt::join(computed.precisions, "/"), computed.bp, sums[1] == 0 ? 0 : sums[0] / sums[1],
                     sums[0], sums[1]);
}

double Bleu::score_of(std::span<const double> sums) const { return compute(sums, options_).score; }
double Bleu::score_of(std::span<const float> sums) const {
  return score_of(std::vector<double>(sums.begin(), sums.end()));  // whole numbers are the same in both
}

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
