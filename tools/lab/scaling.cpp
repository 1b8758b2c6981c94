// C1 and C2: products of queries and keys grow with their width, and softmax saturates where they are large.
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/report/number.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/claim.hpp"
#include "tools/lab/exact.hpp"
#include "tools/language/both.hpp"

namespace heed {
namespace {

struct Spread {
  double variance = 0, error = 0;  // of scale q·k, and the standard error of that
  double from(double expected) const { return std::abs(variance - expected) / error; }
};

/// Of the products of `pairs` queries and keys, drawn here, whose elements are N(0, 1).
Spread spread_of_products(std::int64_t width, std::int64_t pairs, double scale, Rng& rng) {
  const Array q = rng.normal({pairs, width}), k = rng.normal({pairs, width});
  double squares = 0, fourths = 0;
  for (std::int64_t i = 0; i < pairs; ++i) {
    double product = 0;
    for (std::int64_t c = 0; c < width; ++c)
      product += static_cast<double>(q.data()[i * width + c]) * static_cast<double>(k.data()[i * width + c]);
    product *= scale;
    squares += product * product, fourths += std::pow(product, 4);
  }
  const auto n = static_cast<double>(pairs);
  const double variance = squares / n;  // the mean is known to be 0
  return {variance, std::sqrt(std::max(fourths / n - variance * variance, 0.0) / n)};
}

/// softmax of the scores, by the op that attention's documents speak of.
std::vector<double> softmax_of(const std::vector<double>& scores) {
  const NoGrad no_grad;
  const std::vector<Scalar> values(scores.begin(), scores.end());
  const Variable p = softmax(Variable(Array({std::ssize(values)}, values)));
  return {p.value().values().begin(), p.value().values().end()};
}

std::string list_text(const std::vector<double>& values) {
  std::string text;
  for (const double v : values) text += fmt::format("{}{:g}", text.empty() ? "" : ", ", v);
  return '[' + text + ']';
}

std::string shares_text(const std::vector<double>& values) {
  std::string text;
  for (const double v : values) {
    text += (text.empty() ? "" : ", ") + fmt::format(fmt::runtime(v >= 1e-4 ? "{:.4g}" : "{:.2g}"), v);
  }
  return '[' + text + ']';
}

}  // namespace

Finding variance_of_products(const LabOptions& options) {
  const std::int64_t pairs = options.quick ? 2'000 : 20'000;
  Rng rng(options.seed);
  Finding finding;
  LabTable table = lab_table(
      {"products of N(0, 1) queries and keys", "N(0, 1)인 쿼리와 키의 내적"},
      {{{"d_k"}, Align::right}, {{"Var(q·k) ± 95 %"}, Align::right}, {{"Var(q·k / √d_k)"}, Align::right}});
  double farthest = 0;  // from d_k and from 1, in standard errors
  double least = INFINITY, most = 0;
  for (std::int64_t width = 1; width <= 1024; width *= 4) {
    const auto d = static_cast<double>(width);
    const Spread s = spread_of_products(width, pairs, 1, rng),
                 scaled = spread_of_products(width, pairs, 1 / std::sqrt(d), rng);
    farthest = std::max({farthest, s.from(d), scaled.from(1)});
    least = std::min(least, scaled.variance), most = std::max(most, scaled.variance);
    const double half = 1.96 * s.error, half_scaled = 1.96 * scaled.error;
    if (width == 64)  // what is asked
      finding.answer = s.from(d) < 4 ? LabAnswer::yes : LabAnswer::no;
    add_row(table, {{grouped(width), d},
                    {fmt::format("{:.2f} ± {:.2f}", s.variance, half), lab_number({s.variance, half})},
                    {fmt::format("{:.3f} ± {:.3f}", scaled.variance, half_scaled),
                     lab_number({scaled.variance, half_scaled})}});
  }
  finding.verdict = verdict_of_variances(farthest);
  finding.measured = both(
      "{} pairs of each width, and as many of products divided by √d_k: the variances are d_k and 1 to "
      "within "
      "{:.1f} standard errors, those of the divided ones {:.3f} to {:.3f}",
      "너비마다 {}쌍, √d_k로 나눈 내적도 따로 그만큼: 분산은 표준오차의 {:.1f}배 안에서 d_k와 1이고, 나눈 "
      "것의 분산은 {:.3f}…{:.3f}입니다",
      grouped(pairs), farthest, least, most);
  finding.tables.push_back(table);
  return finding;
}

Finding saturation_of_softmax(const LabOptions&) {
  struct Printed {
    std::vector<double> scores;
    std::vector<std::string> document;  // what 000 prints
    bool scaled = false;
  };
  const std::vector<Printed> printed{
      {.scores = {100, 50, 30, 20}, .document = {"0.99", "0.01", "0.00", "0.00"}},
      {.scores = {12.5, 6.25, 3.75, 2.5}, .document = {"0.85", "0.10", "0.03", "0.02"}, .scaled = true},
      {.scores = {10, 0, 0, 0}, .document = {}}};
  LabTable table =
      lab_table({"softmax of scores", "점수의 소프트맥스"}, {{{"scores", "점수"}},
                                                             {{"softmax", "소프트맥스"}},
                                                             {{"1 − largest", "1 − 가장 큰 것"}},
                                                             {{"as 000 prints it", "000에 적힌 값"}}});
  std::vector<SoftmaxExample> examples;
  std::vector<std::string> true_ones;  // where 000 prints others
  std::size_t with_figures = 0;
  double largest_scaled = 0;
  for (const Printed& p : printed) {
    const SoftmaxExample& e =
        examples.emplace_back(SoftmaxExample{softmax_of(p.scores), p.document, p.scaled});
    const double rest = std::accumulate(e.shares.begin() + 1, e.shares.end(), 0.0);
    if (p.scaled) largest_scaled = e.shares[0];
    if (!e.printed_right()) true_ones.push_back(shares_text(e.shares));
    with_figures += p.document.empty() ? 0 : 1;
    std::vector<double> figures;
    for (const std::string& figure : p.document) figures.push_back(std::stod(figure));
    add_row(table, {{list_text(p.scores), p.scores},
                    {shares_text(e.shares), e.shares},
                    {fmt::format("{:.2g}", rest), rest},
                    {figures.empty() ? "" : fmt::format("[{}]", fmt::join(p.document, ", ")), figures}});
  }
  const SoftmaxVerdicts verdicts = verdicts_of_softmax(examples);
  Finding finding{.verdict = together({verdicts.saturation, verdicts.soft, verdicts.figures}),
                  .statements = {{.text = {"saturation", "포화"}, .verdict = verdicts.saturation},
                                 {.text = {"soft once scaled", "나누면 부드러움"}, .verdict = verdicts.soft},
                                 {.text = {"printed figures", "적힌 숫자"}, .verdict = verdicts.figures}}};
  finding.measured =
      both("softmax of large scores does saturate: already a 10 beside three zeros leaves them {} together",
           "큰 점수의 소프트맥스는 정말 포화됩니다: 0 셋 옆의 10만으로도 나머지에 남는 몫은 모두 {}입니다",
           table.table.rows.back()[2]);
  if (!true_ones.empty())
    finding.correction = both("of 000's {} examples {} have wrong numbers: the right ones are {}",
                              "000의 예 {}개 가운데 {}개는 숫자가 틀렸습니다: 옳은 값은 {}입니다",
                              with_figures, true_ones.size(), fmt::format("{}", fmt::join(true_ones, "; ")));
  if (verdicts.soft != LabVerdict::holds) {
    const Bilingual still = both(
        "000's scores saturate after scaling, too: {:.3f} go to the largest; a spread of about 1, not of "
        "10, is what the scale is to leave",
        "000의 점수는 나눈 뒤에도 포화됩니다: 가장 큰 것이 {:.3f}을 가집니다. 스케일이 남겨야 할 퍼짐은 "
        "10이 아니라 1쯤입니다",
        largest_scaled);
    const bool first = finding.correction.english.empty();
    finding.correction.english += (first ? "" : ". ") + still.english;
    finding.correction.korean += (first ? "" : ". ") + still.korean;
  }
  finding.answer = true_ones.empty() ? LabAnswer::yes : LabAnswer::no;
  finding.tables.push_back(table);
  return finding;
}

}  // namespace heed
