// Verdicts of what is computed exactly, or to rounding, of the numbers alone.
#pragma once

#include <string>
#include <vector>

#include "tools/compare/claim_verdict.hpp"

namespace heed {

/// Whether a number, rounded to as many digits as are printed, is what is printed: 0.4044 is 0.40, not 0.41.
bool rounds_to(double number, const std::string& printed);

/// C1: holds where the variance that is the farthest from what it should be is less than 4 standard errors
/// away.
ClaimVerdict verdict_of_variances(double standard_errors);

/// An example of C2: what softmax gives, the largest first, and what a document prints of it, if anything.
struct SoftmaxExample {
  std::vector<double> shares{};
  std::vector<std::string> printed{};
  bool scaled = false;
  bool saturated() const { return shares.front() > 0.99; }
  bool printed_right() const;
};
struct SoftmaxVerdicts {
  ClaimVerdict saturation, soft, figures;
};
/// Three judgements: the largest share is above 0.99 in all examples that are not scaled; in none that is;
/// and each printed figure is the true one rounded.
SoftmaxVerdicts verdicts_of_softmax(const std::vector<SoftmaxExample>& examples);

/// C4: `off`: by which share, at most, what was held differs from T² × 4 bytes; holds below 5 %.
ClaimVerdict verdict_of_score_memory(double off);

/// C9: how far attention is from linear in the values (1e-4), how much a token moves what the FFN (1e-5) and
/// what attention makes of others (more than 0.01).
ClaimVerdict verdict_of_linearity(double of_values, double by_ffn, double by_attention);

/// C11: whether the words' outputs are the same bits with the mask, and by how much they differ without it
/// (more than 0.001).
ClaimVerdict verdict_of_padding(bool same_bits, double without);

/// C12: how far f(P x) is from P f(x) without positions (1e-4) and with them (more than 0.01).
ClaimVerdict verdict_of_order(double without, double with);

/// C14: each printed figure is the true one rounded; and the steps, done one by one, are the op's to 1e-6.
struct PrintedFigure {
  std::string name, printed;
  double value = 0;
};
bool printed_right(const std::vector<PrintedFigure>& figures);
ClaimVerdict verdict_of_examples(const std::vector<PrintedFigure>& figures, double apart);

/// C15: how far both forms are apart, as a share of the largest element: less than this is rounding.
inline constexpr double rounding_of_forms = 1e-5;
ClaimVerdict verdict_of_bilinear_form(double apart);

}  // namespace heed
