// C1, C2, C14 and C15: products of queries and keys, and what softmax makes of them.
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/report/number.hpp"
#include "tools/measure/claims.hpp"
#include "tools/measure/difference.hpp"
#include "tools/measure/rules.hpp"

namespace heed {
namespace {

/// The variance of scale q·k over `pairs` of queries and keys, whose elements are N(0, 1), and its standard
/// error.
struct ProductVariance {
  double variance = 0, error = 0;
  double from(double expected) const { return std::abs(variance - expected) / error; }
  MeanInterval interval() const { return {variance, 1.96 * error}; }
};

ProductVariance variance_of(std::int64_t width, std::int64_t pairs, double scale, Rng& rng) {
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

std::vector<double> softmax_of(const std::vector<double>& scores) {
  const NoGrad no_grad;
  const std::vector<Scalar> values(scores.begin(), scores.end());
  const Variable p = softmax(Variable(Array({std::ssize(values)}, values)));
  return {p.value().values().begin(), p.value().values().end()};
}

std::string joined(const auto& values, const auto& form) {
  std::string text;
  for (const auto v : values) text += (text.empty() ? "" : ", ") + fmt::format(fmt::runtime(form(v)), v);
  return text;
}

std::string shares_text(const std::vector<double>& values) {
  return '[' + joined(values, [](double v) { return v >= 1e-4 ? "{:.4g}" : "{:.2g}"; }) + ']';
}

/// "0.2, 0.5"
std::string row_list(const Array& row, const char* form) {
  return joined(row.values(), [form](Scalar) { return form; });
}

TableCell row_cell(const Array& matrix, std::int64_t row) {
  TableCell cell("");
  for (std::int64_t c = 0; c < matrix.dim(-1); ++c) {
    const double value = matrix.at({row, c});
    cell.text.english += fmt::format("{}{:.3f}", c == 0 ? "" : "  ", value);
    cell.list.push_back(value);
  }
  return cell;
}

void add_sentence(Bilingual& text, const Bilingual& sentence) {
  text = text.english.empty() ? sentence : both("{}. {}", "{}. {}", text, sentence);
}

}  // namespace

Finding variance_of_products(const ExperimentOptions& options) {
  const std::int64_t pairs = options.quick ? 2'000 : 20'000;
  Rng rng(options.seed);
  Finding finding;
  ResultTable table(text_of("C1.table"), {"d_k", "Var(q·k) ± 95 %", "Var(q·k / √d_k)"});
  double farthest = 0;  // from d_k and from 1, in standard errors
  double least = INFINITY, most = 0;
  for (std::int64_t width = 1; width <= 1024; width *= 4) {
    const auto d = static_cast<double>(width);
    const ProductVariance plain = variance_of(width, pairs, 1, rng),
                          scaled = variance_of(width, pairs, 1 / std::sqrt(d), rng);
    farthest = std::max({farthest, plain.from(d), scaled.from(1)});
    least = std::min(least, scaled.variance), most = std::max(most, scaled.variance);
    if (width == 64)  // what is asked
      finding.answer = plain.from(d) < 4 ? ClaimAnswer::yes : ClaimAnswer::no;
    table.add({count_cell(width), interval_cell("{:.2f} ± {:.2f}", plain.interval()),
               interval_cell("{:.3f} ± {:.3f}", scaled.interval())});
  }
  finding.verdict = holds_where(farthest < 4);
  finding.measured = text_of("C1.measured", grouped(pairs), farthest, least, most);
  finding.tables = {table};
  return finding;
}

Finding saturation_of_softmax(const ExperimentOptions&) {
  struct Printed {
    std::vector<double> scores;
    std::vector<std::string> document;  // what 000 prints
    bool scaled = false;
  };
  const std::vector<Printed> printed{
      {.scores = {100, 50, 30, 20}, .document = {"0.99", "0.01", "0.00", "0.00"}},
      {.scores = {12.5, 6.25, 3.75, 2.5}, .document = {"0.85", "0.10", "0.03", "0.02"}, .scaled = true},
      {.scores = {10, 0, 0, 0}, .document = {}}};
  ResultTable table(text_of("C2.table"), {"scores", "softmax", "1 − largest", "as 000 prints it"});
  std::vector<SoftmaxExample> examples;
  std::vector<std::string> true_ones;  // where 000 prints others
  std::size_t with_figures = 0;
  double largest_scaled = 0;
  for (const Printed& p : printed) {
    const SoftmaxExample& e =
        examples.emplace_back(SoftmaxExample{softmax_of(p.scores), p.document, p.scaled});
    if (p.scaled) largest_scaled = e.shares[0];
    if (!e.printed_right()) true_ones.push_back(shares_text(e.shares));
    with_figures += p.document.empty() ? 0 : 1;
    std::vector<double> figures;
    for (const std::string& figure : p.document) figures.push_back(std::stod(figure));
    table.add({{'[' + joined(p.scores, [](double) { return "{:g}"; }) + ']', p.scores},
               {shares_text(e.shares), e.shares},
               number_cell("{:.2g}", std::accumulate(e.shares.begin() + 1, e.shares.end(), 0.0)),
               {figures.empty() ? "" : fmt::format("[{}]", fmt::join(p.document, ", ")), figures}});
  }
  const auto [saturation, soft, figures] = verdicts_of_softmax(examples);
  Finding finding{.verdict = together({saturation, soft, figures}),
                  .measured = text_of("C2.measured", table.rows.back()[2].text),
                  .tables = {table},
                  .statements = {{.text = word("saturation"), .verdict = saturation},
                                 {.text = word("soft once scaled"), .verdict = soft},
                                 {.text = word("printed figures"), .verdict = figures}},
                  .answer = true_ones.empty() ? ClaimAnswer::yes : ClaimAnswer::no};
  if (!true_ones.empty())
    finding.correction = text_of("C2.wrong figures", with_figures, true_ones.size(),
                                 fmt::format("{}", fmt::join(true_ones, "; ")));
  if (soft != ClaimVerdict::holds) add_sentence(finding.correction, text_of("C2.saturated", largest_scaled));
  return finding;
}

Bilingual correction_of_weights(const Array& weights, const Array& scores) {
  const NoGrad no_grad;
  constexpr double rounding = 0.05 + 1e-6;  // of one digit
  const Array shares = softmax(Variable(scores)).value();
  if (shares.size() == weights.size() && largest_difference(shares, weights) <= rounding) return {};
  return text_of("C14.weights", row_list(weights, "{:.1f}"), row_list(shares, "{:.3f}"));
}

Finding worked_examples(const ExperimentOptions&) {
  const NoGrad no_grad;
  // 002: "The" asks "dog" and "chased".
  const Variable query(Array({1, 2}, {0.31F, -0.22F})), keys(Array({2, 2}, {1.12F, -0.26F, 0.53F, -0.80F}));
  const Array scores = matmul(query, transpose(keys)).value();
  const Variable weights(Array({1, 3}, {0.2F, 0.5F, 0.3F}));
  const Variable values(Array({3, 2}, {0.1F, 0.3F, 0.2F, 0.4F, 0.0F, 0.5F}));
  const Array output = matmul(weights, values).value();
  // 003: four queries of three numbers, step by step.
  const Variable q(Array({4, 3}, {1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0, 1}));
  const Variable k(Array({4, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0}));
  const Variable v(Array({4, 2}, {1, 0, 0, 1, 1, 1, 0.5F, 0.5F}));
  const Variable products = matmul(q, transpose(k)), scaled = products / std::sqrt(Scalar(3));
  const Variable attention = softmax(scaled), result = matmul(attention, v);

  ResultTable example(text_of("C14.example"), {"002", "printed", "computed"});
  const std::vector<PrintedFigure> figures{{"q·k₁", "0.4044", scores.at({0, 0})},
                                           {"q·k₂", "0.3403", scores.at({0, 1})},
                                           {"Σ w v, 1", "0.12", output.at({0, 0})},
                                           {"Σ w v, 2", "0.41", output.at({0, 1})}};
  for (const PrintedFigure& f : figures)
    example.add({f.name, {f.printed, std::stod(f.printed)}, number_cell("{:.4f}", f.value)});
  ResultTable steps(text_of("C14.steps"), {"query", "Q Kᵀ", "/ √3", "softmax", "· V"});
  for (std::int64_t i = 0; i < 4; ++i)
    steps.add({std::to_string(i + 1), row_cell(products.value(), i), row_cell(scaled.value(), i),
               row_cell(attention.value(), i), row_cell(result.value(), i)});
  const double apart = largest_difference(result.value(), scaled_dot_product_attention(q, k, v).value());
  const bool right = printed_right(figures);
  return {.verdict = holds_where(right && apart < 1e-6),
          .measured = text_of(right ? "C14.measured" : "C14.measured otherwise", apart),
          .correction = correction_of_weights(weights.value(), scores),
          .tables = {example, steps}};
}

Finding found_of_bilinear_form(const Variable& x, const Variable& query, const Variable& key) {
  const NoGrad no_grad;
  constexpr double rounding = 1e-5;  // of the largest element
  const std::int64_t tokens = x.dim(0);
  const Array projected = matmul(matmul(x, query), transpose(matmul(x, key))).value();
  const Variable m = matmul(query, transpose(key));
  const Array bilinear = matmul(matmul(x, m), transpose(x)).value();
  const double apart = largest_difference(projected, bilinear) / largest_magnitude(projected);
  const double turned = largest_difference(m.value(), transpose(m).value()) / largest_magnitude(m.value());
  std::int64_t negative = 0;  // tokens that are "closer than nothing" to themselves
  for (std::int64_t i = 0; i < tokens; ++i) negative += bilinear.at({i, i}) < 0;
  ResultTable form(text_of("C15.form"), {fmt::format("{} × {} → {}", tokens, x.dim(1), query.dim(1)), ""});
  form.add({"max |Q Kᵀ − X M Xᵀ| / max |Q Kᵀ|", number_cell("{:.1e}", apart)});
  form.add({"max |M − Mᵀ| / max |M|", number_cell("{:.2f}", turned)});
  form.add({"xᵀ M x < 0",
            {fmt::format("{} / {}", negative, tokens), static_cast<double>(negative),
             fmt::format("of {}", tokens)}});
  // Each of eight tokens gives itself and its successor a score, and gets one. A distance is never below
  // 0 and the same from both ends.
  ResultTable scores(text_of("C15.scores"), {"i", "xᵢᵀ M xᵢ", "xᵢᵀ M xᵢ₊₁", "xᵢ₊₁ᵀ M xᵢ"});
  for (std::int64_t i = 0; i < 8; ++i)
    scores.add({std::to_string(i + 1), number_cell("{:.2f}", projected.at({i, i})),
                number_cell("{:.2f}", projected.at({i, i + 1})),
                number_cell("{:.2f}", projected.at({i + 1, i}))});
  Finding finding{.verdict = holds_where(apart < rounding),
                  .measured = text_of(apart < rounding ? "C15.measured" : "C15.measured otherwise", apart),
                  .tables = {form, scores}};
  if (turned > rounding || negative > 0)
    finding.correction = text_of("C15.correction", 100 * turned, negative, tokens);
  return finding;
}

Finding scores_are_bilinear(const ExperimentOptions& options) {
  constexpr std::int64_t tokens = 32, d_model = 64, d_k = 16;
  Rng rng(options.seed);
  const double deviation = 1 / std::sqrt(static_cast<double>(d_model));
  const Variable x(rng.normal({tokens, d_model}));
  const Variable query(rng.normal({d_model, d_k}, 0, deviation)),
      key(rng.normal({d_model, d_k}, 0, deviation));
  return found_of_bilinear_form(x, query, key);
}

}  // namespace heed
