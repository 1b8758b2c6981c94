// BLEU (Papineni et al. 2002), the same numbers as sacreBLEU 2.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/core/message.hpp"
#include "lib/score/metric.hpp"

namespace heed {

/// How a line becomes words: mteval_13a as WMT does it; none splits at spaces (for
/// text that is tokenised already); character takes each code point that is no space.
enum class BleuTokenizer { mteval_13a, none, character };

/// "13a", "none", "char".
std::string_view to_string(BleuTokenizer tokenizer);

struct BleuOptions {
  BleuTokenizer tokenize = BleuTokenizer::mteval_13a;
  bool lowercase = false;        ///< full Unicode, before tokenising
  bool effective_order = false;  ///< average over the orders the hypothesis is long enough for
};

/// score = bp · exp(mean over orders 1 … 4 of log precision), where bp, the brevity penalty, is exp(1 −
/// ref_len / sys_len) if the hypotheses are shorter, else 1. Set effective_order for single sentences, or
/// those of three words score 0. Several references: an n-gram counts as often as the reference that has it
/// most, the length is the closest one's (of two as close, the shorter). A row of statistics: sys_len,
/// ref_len, counts of orders 1..4, totals of orders 1..4.
class Bleu : public Metric {
 public:
  explicit Bleu(BleuOptions options = {}) : options_(options) {}

  /// The words that are compared.
  std::vector<std::string> tokens(std::string_view line) const;

  std::string name() const override { return "BLEU"; }
  double score_of(std::span<const double> sums) const override;
  double score_of(std::span<const float> sums) const override;

 protected:
  std::size_t columns() const override { return 2 + 2 * orders; }
  void count_segment(const std::string& hypothesis, std::span<const std::string> references,
                     std::vector<double>& row) const override;
  std::vector<Signature::Field> settings() const override;
  std::string details(std::span<const double> sums) const override;

 private:
  static constexpr std::size_t orders = 4;
  BleuOptions options_;
};

/// BLEU tokenises by itself. If 100 hypotheses or more end in " ." they are tokenised already, and this says
/// so; otherwise nothing. Someone who insists (sacreBLEU's --force) need not ask.
std::optional<Message> tokenized_text_warning(std::span<const std::string> hypotheses);

}  // namespace heed
