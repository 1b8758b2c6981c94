// C1, C2 and C4: the scores of queries and keys, what softmax makes of them, and what they weigh.
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/pool.hpp"
#include "lib/core/memory_error.hpp"
#include "lib/report/number.hpp"
#include "tools/measure/claims.hpp"

namespace heed {
namespace {

/// The variance of scale q·k over `pairs` of queries and keys, whose elements are N(0, 1), with 1.96 standard
/// errors.
MeanInterval variance_of(std::int64_t width, std::int64_t pairs, double scale, Rng& rng) {
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
  return {variance, 1.96 * std::sqrt(std::max(fourths / n - variance * variance, 0.0) / n)};
}

/// How many standard errors lie between a measured variance and the true one.
double errors_from(const MeanInterval& variance, double truth) {
  return std::abs(variance.mean - truth) / (*variance.half_width / 1.96);
}

/// "[0.9979, 1.9e-22]"
std::string shares_text(const std::vector<double>& shares) {
  std::string text;
  for (const double v : shares)
    text += (text.empty() ? "[" : ", ") + fmt::format(fmt::runtime(v >= 1e-4 ? "{:.4g}" : "{:.2g}"), v);
  return text + ']';
}

/// The bytes that the dense kernel holds for the scores of one head.
double bytes_of_scores(std::int64_t tokens) {
  const NoGrad no_grad;
  const Variable x(Array::ones({1, 1, tokens, 64}));
  pool_trim();
  const std::size_t before = pool_statistics().in_use;
  const Variable output = scaled_dot_product_attention(x, x, x, {.kernel = AttentionKernel::dense});
  return static_cast<double>(pool_statistics().peak - before) -
         static_cast<double>(output.value().size()) * 4;
}

}  // namespace

Finding variance_of_products(const ExperimentOptions& options) {
  const std::int64_t pairs = options.quick ? 2'000 : 20'000;
  Rng rng(options.seed);
  ResultTable table(text_of("C1.table"), {"d_k", "Var(q·k) ± 95 %", "Var(q·k / √d_k)"});
  double farthest = 0;  // from d_k and from 1, in standard errors
  double least = INFINITY, most = 0;
  for (std::int64_t width = 1; width <= 1024; width *= 4) {
    const auto d = static_cast<double>(width);
    const MeanInterval plain = variance_of(width, pairs, 1, rng),
                       scaled = variance_of(width, pairs, 1 / std::sqrt(d), rng);
    farthest = std::max({farthest, errors_from(plain, d), errors_from(scaled, 1)});
    least = std::min(least, scaled.mean), most = std::max(most, scaled.mean);
    table.add({count_cell(width), interval_cell("{:.2f} ± {:.2f}", plain),
               interval_cell("{:.3f} ± {:.3f}", scaled)});
  }
  return {.verdict = holds_where(farthest < 4),
          .measured = text_of("C1.measured", grouped(pairs), farthest, least, most),
          .tables = {table}};
}

Finding saturation_of_softmax(const ExperimentOptions&) {
  const NoGrad no_grad;
  ResultTable table(text_of("C2.table"), {"scores", "softmax", "1 − largest", "as 000 prints it"});
  std::vector<std::string> right;  // shares where 000 prints others
  const auto largest_share = [&](const std::vector<Scalar>& scores,
                                 const std::vector<std::string>& document) {
    const Array p = softmax(Variable(Array({std::ssize(scores)}, scores))).value();
    const std::vector<double> shares(p.values().begin(), p.values().end());
    const auto is_right = [](const std::string& printed, double share) { return rounds_to(share, printed); };
    if (!document.empty() && !std::ranges::equal(document, shares, is_right))
      right.push_back(shares_text(shares));
    table.add({fmt::format("[{:g}]", fmt::join(scores, ", ")), shares_text(shares),
               number_cell("{:.2g}", std::accumulate(shares.begin() + 1, shares.end(), 0.0)),
               document.empty() ? "" : fmt::format("[{}]", fmt::join(document, ", "))});
    return shares[0];
  };
  const double large = largest_share({100, 50, 30, 20}, {"0.99", "0.01", "0.00", "0.00"}),
               scaled = largest_share({12.5, 6.25, 3.75, 2.5}, {"0.85", "0.10", "0.03", "0.02"}),
               ten = largest_share({10, 0, 0, 0}, {});
  const ClaimVerdict saturated = holds_where(large > 0.99 && ten > 0.99), soft = holds_where(scaled <= 0.99),
                     figures = holds_where(right.empty());
  return {.verdict = together({saturated, soft, figures}),
          .measured = text_of("C2.measured", table.rows.back()[2].text),
          .correction =
              joined(text_of("C2.wrong figures", 2, right.size(), fmt::format("{}", fmt::join(right, "; "))),
                     ". ", soft == ClaimVerdict::holds ? Bilingual() : text_of("C2.saturated", scaled)),
          .tables = {table},
          .statements = {{word("saturation"), saturated},
                         {word("soft once scaled"), soft},
                         {word("printed figures"), figures}}};
}

bool printed_size_is_right(double meant, double bytes) {
  constexpr double gib = 1 << 30;
  if (meant == 2 * gib) return bytes >= meant && bytes < 10 * gib;  // "several GB"
  return 0.95 * meant <= bytes && bytes < 1.05 * meant;             // "~" is 5 % either way
}

Finding memory_of_scores(const ExperimentOptions& options) {
  constexpr double mib = 1 << 20, gib = 1 << 30;
  const std::vector<std::tuple<std::int64_t, const char*, double>> printed{
      // tokens, and bytes as written and meant
      {512, "~1 MB", mib},
      {2048, "~16 MB", 16 * mib},
      {8192, "~256 MB", 256 * mib},
      {10'000, "several GB", 2 * gib},
      {128'000, "~64 GB", 64 * gib}};
  ResultTable table(text_of("C4.table"), {"tokens", "T² × 4 bytes", "measured", "documents"});
  double worst = 0;
  std::size_t right = 0;
  Bilingual wrong;
  const auto shown = [](double size) { return bytes_text(static_cast<std::size_t>(size)); };
  for (const auto& [tokens, document, meant] : printed) {
    TableCell held("–");
    const double bytes = static_cast<double>(tokens) * static_cast<double>(tokens) * 4;
    if (tokens <= (options.quick ? 2048 : 8192)) {
      const double scores = bytes_of_scores(tokens);
      worst = std::max(worst, std::abs(scores / bytes - 1));
      held = {shown(scores), CellNumber{.value = scores, .unit = "bytes"}};
    }
    if (printed_size_is_right(meant, bytes))
      ++right;
    else
      wrong = joined(wrong, "; ",
                     text_of("C4.wrong size", word(document), grouped(tokens), shown(bytes), meant / gib,
                             grouped(std::llround(std::sqrt(meant / 4)))));
    table.add(
        {count_cell(tokens), {shown(bytes), CellNumber{.value = bytes, .unit = "bytes"}}, held, document});
  }
  const ClaimVerdict growth = holds_where(worst < 0.05), figures = holds_where(right == printed.size());
  return {.verdict = together({growth, figures}),
          .measured = text_of("C4.measured", 100 * worst, printed.size(), right),
          .correction = wrong,
          .tables = {table},
          .statements = {{word("T² × 4 bytes"), growth}, {word("printed sizes"), figures}}};
}

}  // namespace heed
