#include "tools/measure/rules.hpp"

#include <algorithm>

namespace heed {
namespace {

using enum ClaimVerdict;

constexpr double mib = 1 << 20, gib = 1 << 30;

/// About so many units: "~" is 5 % either way.
constexpr PrintedSize about(std::int64_t tokens, const char* document, double bytes) {
  return {tokens, document, bytes, 0.95 * bytes, 1.05 * bytes};
}

constexpr PrintedSize sizes[]{about(512, "~1 MB", mib),
                              about(2048, "~16 MB", 16 * mib),
                              about(8192, "~256 MB", 256 * mib),
                              {10'000, "several GB", 2 * gib, 2 * gib, 10 * gib},
                              about(128'000, "~64 GB", 64 * gib)};

constexpr double learned_from = 2;  // times as good as by frequency alone

}  // namespace

bool rounds_to(double number, const std::string& printed) {
  const std::size_t point = printed.find('.');
  const auto digits = point == std::string::npos ? 0 : static_cast<double>(printed.size() - point - 1);
  return std::abs(number - std::stod(printed)) <= 0.5 * std::pow(10, -digits) + 1e-6;  // of float
}

bool printed_right(const std::vector<PrintedFigure>& figures) {
  return std::ranges::all_of(figures, [](const PrintedFigure& f) { return rounds_to(f.value, f.printed); });
}

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

ClaimVerdict verdict_of_scale(const MeanInterval& without, const MeanInterval& with,
                              const MeanInterval& gain) {
  if (2 * least_of(without) > most_of(with) || most_of(gain) < 0) return does_not_hold;
  return 2 * most_of(without) < least_of(with) && least_of(gain) > 0 ? holds : inside_the_noise;
}

std::span<const PrintedSize> printed_sizes() { return sizes; }

ClaimVerdict verdict_of_heads(const MeanInterval& difference) {
  if (!difference.half_width) return one_seed;
  const double low = least_of(difference), high = most_of(difference);
  if (low > 0) return low <= head_claim && head_claim <= high ? holds : holds_in_part;
  return high < head_claim ? does_not_hold : inside_the_noise;
}

ClaimVerdict verdict_of_ratio(const RatioInterval& ratio) {
  for (const double border : {about_as_much, 2.0})
    if (ratio.least < border && ratio.most >= border) return inside_the_noise;
  if (ratio.most < about_as_much) return holds;
  return ratio.most < 2 ? holds_in_part : does_not_hold;
}

ClaimVerdict verdict_of_costs(const std::vector<std::int64_t>& multiplications, const RatioInterval& most) {
  const auto [fewest, largest] = std::ranges::minmax(multiplications);
  return fewest == largest ? verdict_of_ratio(most) : does_not_hold;
}

ClaimVerdict verdict_of_linearity(double of_values, double by_ffn, double by_attention) {
  return holds_where(of_values < 1e-4 && by_ffn < 1e-5 && by_attention > 1e-2);
}

ClaimVerdict verdict_of_ffn(const MeanInterval& gain, const MeanInterval& without) {
  if (most_of(gain) < 0) return does_not_hold;
  if (least_of(gain) <= 0) return inside_the_noise;
  return most_of(without) < 0.5 ? holds : holds_in_part;
}

BleuDifference bleu_without_mask(const std::vector<SeedPair>& seeds) {
  if (seeds.size() == 1) return paired_sentences(*seeds[0].first, *seeds[0].second);
  const MeanInterval difference = paired_seeds_interval(seeds);
  return {.difference = difference.mean, .half_width = difference.half_width.value_or(INFINITY)};
}

ClaimVerdict verdict_of_cheating(const MeanInterval& loss, const BleuDifference& bleu, double masked_bleu) {
  const bool cheats = most_of(loss) < 0;
  const bool fails = (bleu.difference + bleu.half_width) < (-masked_bleu / 2);
  const bool better = (bleu.difference - bleu.half_width) > 0;
  if (cheats && fails) return holds;
  if (cheats || fails) return holds_in_part;
  return least_of(loss) > 0 || better ? does_not_hold : inside_the_noise;
}

ClaimAnswer answer_of_cheating(const MeanInterval& loss, const BleuDifference& bleu) {
  const ClaimAnswer lower = above_zero(-loss.mean, loss.half_width.value_or(INFINITY)),
                    worse = above_zero(-bleu.difference, bleu.half_width);
  if (lower == worse) return lower;
  return lower == ClaimAnswer::yes || worse == ClaimAnswer::yes ? ClaimAnswer::in_part : ClaimAnswer::no;
}

ClaimVerdict verdict_of_learning(const CellNumber& times) {
  return *times.low > learned_from ? holds : *times.high < learned_from ? does_not_hold : inside_the_noise;
}

ClaimVerdict verdict_of_learning(const std::vector<CellNumber>& times) {
  std::vector<ClaimVerdict> verdicts;
  for (const CellNumber& one : times) verdicts.push_back(verdict_of_learning(one));
  return together(verdicts);
}

ClaimAnswer answer_of_learning(const std::vector<CellNumber>& times) {
  const auto any = [&](ClaimVerdict verdict) {
    return std::ranges::any_of(times, [&](const CellNumber& t) { return verdict_of_learning(t) == verdict; });
  };
  return any(does_not_hold)      ? ClaimAnswer::no
         : any(inside_the_noise) ? ClaimAnswer::unknown
                                 : ClaimAnswer::yes;
}

}  // namespace heed
