#include "tools/lab/exact.hpp"

#include <algorithm>
#include <cmath>

namespace heed {
bool rounds_to(double number, const std::string& printed) {
  const std::size_t point = printed.find('.');
  const auto digits = point == std::string::npos ? 0 : static_cast<double>(printed.size() - point - 1);
  return std::abs(number - std::stod(printed)) <= 0.5 * std::pow(10, -digits) + 1e-6;  // of float
}

ClaimVerdict verdict_of_variances(double standard_errors) { return holds_where(standard_errors < 4); }

bool SoftmaxExample::printed_right() const {
  for (std::size_t i = 0; i < printed.size(); ++i)
    if (!rounds_to(shares.at(i), printed[i])) return false;
  return true;
}

SoftmaxVerdicts verdicts_of_softmax(const std::vector<SoftmaxExample>& examples) {
  const auto all = [&](const auto& is) { return holds_where(std::ranges::all_of(examples, is)); };
  return {.saturation = all([](const SoftmaxExample& e) { return e.scaled || e.saturated(); }),
          .soft = all([](const SoftmaxExample& e) { return !e.scaled || !e.saturated(); }),
          .figures = all([](const SoftmaxExample& e) { return e.printed_right(); })};
}

ClaimVerdict verdict_of_score_memory(double off) { return holds_where(off < 0.05); }

ClaimVerdict verdict_of_linearity(double of_values, double by_ffn, double by_attention) {
  return holds_where(of_values < 1e-4 && by_ffn < 1e-5 && by_attention > 1e-2);
}

ClaimVerdict verdict_of_padding(bool same_bits, double without) {
  return holds_where(same_bits && without > 1e-3);
}

ClaimVerdict verdict_of_order(double without, double with) {
  return holds_where(without < 1e-4 && with > 1e-2);
}

bool printed_right(const std::vector<PrintedFigure>& figures) {
  return std::ranges::all_of(figures, [](const PrintedFigure& f) { return rounds_to(f.value, f.printed); });
}

ClaimVerdict verdict_of_examples(const std::vector<PrintedFigure>& figures, double apart) {
  return holds_where(apart < 1e-6 && printed_right(figures));
}

ClaimVerdict verdict_of_bilinear_form(double apart) { return holds_where(apart < rounding_of_forms); }

}  // namespace heed
