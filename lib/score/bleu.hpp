// BLEU (Papineni et al. 2002), the same numbers as sacreBLEU 2.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/core/message.hpp"
#include "lib/score/metric.hpp"

namespace heed {

/// How a line becomes words (lib/score/tokenize.hpp): mteval_13a as WMT does it; international, by Unicode's
/// punctuation and symbols; none splits at spaces (for text that is tokenised already); character takes each
/// code point that is no space; chinese takes each Han character and the rest as 13a.
enum class BleuTokenizer { mteval_13a, international, none, character, chinese };

/// Says how to score where no n-gram of an order matches (Chen and Cherry 2014): none: the precision is 0;
/// floor: value / total; add_k: value is added to matches and totals of orders above 1; exp: 1 / (2^k total)
/// at the k-th such order.
enum class Smoothing { none, floor, add_k, exp };

/// "13a", "intl", "none", "char", "zh"; "none", "floor", "add-k", "exp". Throw UsageError for anything else.
BleuTokenizer parse_bleu_tokenizer(std::string_view name);
Smoothing parse_smoothing(std::string_view name);
std::string_view to_string(BleuTokenizer tokenizer);
std::string_view to_string(Smoothing smoothing);

struct BleuOptions {
  BleuTokenizer tokenize = BleuTokenizer::mteval_13a;
  Smoothing smooth = Smoothing::exp;
  std::optional<double> smooth_value = std::nullopt;  ///< nothing: 0.1 for floor, 1 for add_k
  bool lowercase = false;                             ///< full Unicode, before tokenising
  bool effective_order = false;  ///< average over the orders the hypothesis is long enough for
  int max_order = 4;
};

struct BleuScore : Score {
  std::vector<double> counts,
      totals;  ///< matched n-grams and all of the hypotheses, by order; with add_k's value
  std::vector<double> precisions;  ///< 100 counts / totals, smoothed
  double bp = 0;                   ///< brevity penalty: exp(1 − ref_len / sys_len) if shorter, else 1
  std::int64_t sys_len = 0, ref_len = 0;
};

/// score = bp · exp(mean over orders of log precision). Several references: an n-gram counts as often as the
/// reference that has it most, the length is the closest one's (of two as close, the shorter). A row of
/// statistics: sys_len, ref_len, counts of orders 1..N, totals of orders 1..N.
class Bleu : public Metric {
 public:
  /// Throws UsageError if max_order < 1 or the smoothing value is negative.
  explicit Bleu(BleuOptions options = {});

  BleuScore corpus(std::span<const std::string> hypotheses, const References& references) const;

  /// One sentence against its references. Set effective_order, or sentences of three words score 0.
  BleuScore sentence(const std::string& hypothesis, const std::vector<std::string>& references) const;

  /// From the statistics of a corpus; `from_sums` from their column sums, without a signature.
  BleuScore from_statistics(const SegmentStatistics& statistics) const;
  BleuScore from_sums(std::span<const double> sums) const;

  /// The words that are compared.
  std::vector<std::string> tokens(std::string_view line) const;

  std::string name() const override { return "BLEU"; }
  double score_of(std::span<const double> sums) const override;
  double score_of(std::span<const float> sums) const override;
  Score score(const SegmentStatistics& statistics) const override { return from_statistics(statistics); }

 protected:
  std::size_t columns() const override { return 2 + 2 * static_cast<std::size_t>(options_.max_order); }
  void count_segment(const std::string& hypothesis, std::span<const std::string> references,
                     std::vector<double>& row) const override;
  std::vector<Signature::Field> settings() const override;

 private:
  BleuOptions options_;
};

/// BLEU tokenises by itself. If 100 hypotheses or more end in " ." they are tokenised already, and this says
/// so; otherwise nothing. Someone who insists (sacreBLEU's --force) need not ask.
std::optional<Message> tokenized_text_warning(std::span<const std::string> hypotheses);

}  // namespace heed
