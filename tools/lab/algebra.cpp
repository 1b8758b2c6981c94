// C14 and C15: the documents' worked examples, and what the product of queries and keys is.
#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/report/heatmap.hpp"
#include "tools/lab/algebra.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/claim.hpp"
#include "tools/lab/difference.hpp"
#include "tools/lab/exact.hpp"
#include "tools/language/both.hpp"

namespace heed {
namespace {

LabCell row_cell(const Array& matrix, std::int64_t row) {
  LabCell cell("");
  for (std::int64_t c = 0; c < matrix.dim(-1); ++c) {
    const double value = matrix.at({row, c});
    cell.text.english += fmt::format("{}{:.3f}", c == 0 ? "" : "  ", value);
    cell.list.push_back(value);
  }
  return cell;
}

/// "0.2, 0.5"
std::string row_list(const Array& row, int digits) {
  std::string text;
  for (const Scalar x : row.values()) text += fmt::format("{}{:.{}f}", text.empty() ? "" : ", ", x, digits);
  return text;
}

/// Of the first eight tokens (scores: all by all): what each gives itself, its successor, and what that gives
/// it. A distance is never below 0 and the same from both ends.
LabTable both_ways(const Array& scores) {
  LabTable table =
      lab_table({"scores of eight tokens", "토큰 여덟 개의 점수"}, {{{"i"}, Align::right},
                                                                    {{"xᵢᵀ M xᵢ"}, Align::right},
                                                                    {{"xᵢᵀ M xᵢ₊₁"}, Align::right},
                                                                    {{"xᵢ₊₁ᵀ M xᵢ"}, Align::right}});
  for (std::int64_t i = 0; i < 8; ++i) {
    std::vector<LabCell> cells{std::to_string(i + 1)};
    for (const double score : {scores.at({i, i}), scores.at({i, i + 1}), scores.at({i + 1, i})})
      cells.emplace_back(fmt::format("{:.2f}", score), score);
    add_row(table, cells);
  }
  return table;
}

std::string picture_of_scores(const Array& scores, std::size_t width) {
  constexpr std::int64_t shown = 8;
  HeatMap map{.title = "Q Kᵀ", .corner = "query ↓ key →"};
  const double largest = largest_magnitude(scores);
  for (std::int64_t i = 0; i < shown; ++i) {
    map.row_labels.push_back(std::to_string(i + 1));
    map.column_labels.push_back(std::to_string(i + 1));
    for (std::int64_t j = 0; j < shown; ++j)
      map.values.push_back(static_cast<float>(scores.at({i, j}) / largest));
  }
  return heat_map(map, {.width = width, .signs = Signs::shown});
}

}  // namespace

Bilingual correction_of_weights(const Array& weights, const Array& scores) {
  const NoGrad no_grad;
  constexpr double rounding = 0.05 + 1e-6;  // of one digit
  const Array shares = softmax(Variable(scores)).value();
  if (shares.size() == weights.size() && largest_difference(shares, weights) <= rounding) return {};
  return both(
      "002's weights [{}] are not the softmax of its scores (these give [{}]): they only show how the sum is "
      "done",
      "002의 가중치 [{}]는 그 점수의 소프트맥스가 아닙니다(점수로 계산하면 [{}]): 합을 내는 방법을 보일 "
      "뿐입니다",
      row_list(weights, 1), row_list(shares, 3));
}

Finding worked_examples(const LabOptions&) {
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
  Array seen;
  const Array op = scaled_dot_product_attention(q, k, v, {.weights = &seen}).value();

  LabTable example = lab_table(
      {"002's example", "002의 예"},
      {{{"002"}}, {{"printed", "적힌 값"}, Align::right}, {{"computed", "계산한 값"}, Align::right}});
  const std::vector<PrintedFigure> figures{{"q·k₁", "0.4044", scores.at({0, 0})},
                                           {"q·k₂", "0.3403", scores.at({0, 1})},
                                           {"Σ w v, 1", "0.12", output.at({0, 0})},
                                           {"Σ w v, 2", "0.41", output.at({0, 1})}};
  for (const PrintedFigure& f : figures)
    add_row(example, {f.name, {f.printed, std::stod(f.printed)}, {fmt::format("{:.4f}", f.value), f.value}});
  LabTable steps = lab_table(
      {"003's, step by step", "003의 예, 단계별로"},
      {{{"query", "쿼리"}, Align::right}, {{"Q Kᵀ"}}, {{"/ √3"}}, {{"softmax", "소프트맥스"}}, {{"· V"}}});
  for (std::int64_t i = 0; i < 4; ++i)
    add_row(steps, {std::to_string(i + 1), row_cell(products.value(), i), row_cell(scaled.value(), i),
                    row_cell(attention.value(), i), row_cell(result.value(), i)});
  const double apart = largest_difference(result.value(), op);
  Finding finding{.verdict = verdict_of_examples(figures, apart)};
  const Bilingual out = printed_right(figures)
                            ? Bilingual{"002's numbers come out as printed", "002의 수는 적힌 대로 나옵니다"}
                            : Bilingual{"not all of 002's numbers come out as printed",
                                        "002의 수가 모두 적힌 대로 나오지는 않습니다"};
  const Bilingual within =
      both("003's four steps, done one by one, are within {:.2g} of the attention op",
           "003의 네 단계를 하나씩 계산한 값은 어텐션 연산과 {:.2g} 안에서 같습니다", apart);
  finding.measured = {out.english + "; " + within.english, out.korean + ". " + within.korean};
  finding.correction = correction_of_weights(weights.value(), scores);
  finding.tables = {example, steps};
  return finding;
}

Finding found_of_bilinear_form(const Variable& x, const Variable& query, const Variable& key,
                               std::size_t width) {
  const NoGrad no_grad;
  const std::int64_t tokens = x.dim(0);
  const Variable projected = matmul(matmul(x, query), transpose(matmul(x, key)));
  const Variable m = matmul(query, transpose(key));
  const Variable bilinear = matmul(matmul(x, m), transpose(x));
  const double apart =
      largest_difference(projected.value(), bilinear.value()) / largest_magnitude(projected.value());
  const double turned = largest_difference(m.value(), transpose(m).value()) / largest_magnitude(m.value());
  std::int64_t negative = 0;  // tokens that are "closer than nothing" to themselves
  for (std::int64_t i = 0; i < tokens; ++i) negative += bilinear.value().at({i, i}) < 0;
  Finding finding{.verdict = verdict_of_bilinear_form(apart)};
  const bool same = finding.verdict == LabVerdict::holds;
  finding.measured = both("Q Kᵀ and X (W_q W_kᵀ) Xᵀ differ by {:.0e} of their largest element",
                          "Q Kᵀ와 X (W_q W_kᵀ) Xᵀ의 차이는 가장 큰 원소의 {:.0e}", apart);
  finding.measured.english += same ? ", which is rounding" : ", which is more than rounding";
  finding.measured.korean += same ? ": 반올림입니다" : ": 반올림보다 큽니다";
  if (turned > rounding_of_forms || negative > 0)
    finding.correction = both(
        "001 calls it a Mahalanobis distance. That needs a symmetric, positive matrix: here M differs from "
        "Mᵀ "
        "by {:.0f} % of "
        "its largest element, and xᵀMx is negative for {} of {} tokens. It is a learned bilinear form",
        "001은 이를 마할라노비스 거리라 합니다. 그러려면 대칭이고 양의 행렬이어야 하는데, 여기서 M과 Mᵀ는 "
        "가장 "
        "큰 원소의 "
        "{:.0f} %만큼 다르고 xᵀMx는 토큰 {} / {}개에서 음수입니다. 학습되는 쌍선형 형식입니다",
        100 * turned, negative, tokens);
  LabTable table =
      lab_table({"M = W_q W_kᵀ of random projections", "무작위 투영의 M = W_q W_kᵀ"},
                {{{fmt::format("{} × {} → {}", tokens, x.dim(1), query.dim(1))}}, {{""}, Align::right}});
  add_row(table, {"max |Q Kᵀ − X M Xᵀ| / max |Q Kᵀ|", {fmt::format("{:.1e}", apart), apart}});
  add_row(table, {"max |M − Mᵀ| / max |M|", {fmt::format("{:.2f}", turned), turned}});
  add_row(table, {"xᵀ M x < 0",
                  {fmt::format("{} / {}", negative, tokens), static_cast<double>(negative),
                   fmt::format("of {}", tokens)}});
  finding.tables = {table, both_ways(projected.value())};
  finding.picture = picture_of_scores(projected.value(), width);
  return finding;
}

Finding scores_are_bilinear(const LabOptions& options) {
  constexpr std::int64_t tokens = 32, d_model = 64, d_k = 16;
  Rng rng(options.seed);
  const double deviation = 1 / std::sqrt(static_cast<double>(d_model));
  const Variable x(rng.normal({tokens, d_model}));
  const Variable query(rng.normal({d_model, d_k}, 0, deviation)),
      key(rng.normal({d_model, d_k}, 0, deviation));
  return found_of_bilinear_form(x, query, key, options.width);
}

}  // namespace heed
