// The rules of the claims: verdicts on numbers that were measured. Each rule stands in words in
// tools/measure/texts.
#pragma once

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "lib/score/ratio_interval.hpp"
#include "tools/measure/experiment.hpp"
#include "tools/measure/paired_seeds.hpp"

namespace heed {

/// The ends of an interval; a mean without one can be anything.
inline double least_of(const MeanInterval& m) { return m.mean - m.half_width.value_or(INFINITY); }
inline double most_of(const MeanInterval& m) { return m.mean + m.half_width.value_or(INFINITY); }

/// Says if a number, rounded to as many digits as are printed, is what is printed: 0.4044 is 0.40, not 0.41.
bool rounds_to(double number, const std::string& printed);
/// A figure as a document prints it, and the true one.
struct PrintedFigure {
  std::string name, printed;
  double value = 0;
};
bool printed_right(const std::vector<PrintedFigure>& figures);

/// An example of C2: what softmax gives, the largest first, and what a document prints of it, if anything.
struct SoftmaxExample {
  std::vector<double> shares{};
  std::vector<std::string> printed{};
  bool scaled = false;
  bool saturated() const { return shares.front() > 0.99; }
  bool printed_right() const;
};
/// C2, three judgements: the largest share is above 0.99 in all examples that are not scaled; in none that
/// is; and each printed figure is the true one rounded.
struct SoftmaxVerdicts {
  ClaimVerdict saturation, soft, figures;
};
SoftmaxVerdicts verdicts_of_softmax(const std::vector<SoftmaxExample>& examples);

/// C3. `without`, `with`: the norm of ∂p/∂z without and with the scale; `gain`: right answers with it less
/// those without, after training.
ClaimVerdict verdict_of_scale(const MeanInterval& without, const MeanInterval& with,
                              const MeanInterval& gain);

/// C4: the memory of so many tokens' scores as a document prints it, the bytes that it means, and what it is
/// right of: least ≤ bytes < most.
struct PrintedSize {
  std::int64_t tokens;
  const char* document;
  double meant, least, most;
  bool is_right_of(double bytes) const { return least <= bytes && bytes < most; }
};
std::span<const PrintedSize> printed_sizes();

/// The loss of one head that C6's document prints, in BLEU.
constexpr double head_claim = 0.9;
/// Models whose validation BLEU rose by more than this in the last epoch, on average, are still learning.
constexpr double still_learning = 2 * head_claim;
/// C6, of the best number of heads less one head. Without an interval one seed cannot tell.
ClaimVerdict verdict_of_heads(const MeanInterval& difference);

/// "About as much" is less than this many times.
constexpr double about_as_much = 1.25;
/// C7. It holds below 1.25, in part below 2; where the interval goes across one of these, it is noise.
ClaimVerdict verdict_of_ratio(const RatioInterval& ratio);
/// verdict_of_ratio() where every number of heads takes as many multiplications; else it does not hold.
ClaimVerdict verdict_of_costs(const std::vector<std::int64_t>& multiplications, const RatioInterval& most);

/// C9: how far attention is from linear in the values, how much a token moves what the FFN and what attention
/// makes of others.
ClaimVerdict verdict_of_linearity(double of_values, double by_ffn, double by_attention);
/// C9. `gain`: R² with the FFN less that of a second attention instead, `without`.
ClaimVerdict verdict_of_ffn(const MeanInterval& gain, const MeanInterval& without);

/// C10. BLEU without the mask less that with it: one seed by its test sentences, several as they differ, too.
BleuDifference bleu_without_mask(const std::vector<SeedPair>& seeds);
/// C10. `loss`: nats a token without the mask less those with it; `bleu`: the same of free-running
/// translations.
ClaimVerdict verdict_of_cheating(const MeanInterval& loss, const BleuDifference& bleu, double masked_bleu);
/// Says if the loss is lower, and the translations are worse: in part if surely only one of them.
ClaimAnswer answer_of_cheating(const MeanInterval& loss, const BleuDifference& bleu);

/// C17, by how many times as good as by frequency alone one model is, or several.
ClaimVerdict verdict_of_learning(const CellNumber& times);
ClaimVerdict verdict_of_learning(const std::vector<CellNumber>& times);
ClaimAnswer answer_of_learning(const std::vector<CellNumber>& times);

}  // namespace heed
