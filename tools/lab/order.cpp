// C12: attention alone has no order; sines and cosines add one.
#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "lib/report/heatmap.hpp"
#include "lib/report/shade.hpp"
#include "nn/encoder.hpp"
#include "nn/positions.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/claim.hpp"
#include "tools/lab/difference.hpp"
#include "tools/lab/exact.hpp"
#include "tools/language/both.hpp"
#include "tools/language/spoken.hpp"

namespace heed {
namespace {

/// Rows of x (1, T, C) in another order.
Variable in_order(const Variable& x, const std::vector<std::int32_t>& order) {
  std::vector<Variable> rows;
  for (const std::int32_t i : order) rows.push_back(slice(x, 1, i, i + 1));
  return concat(rows, 1);
}

/// Every fourth sine of the first positions with its cosine as shades, and four dimensions as curves.
std::string picture_of(const Array& positions, std::size_t width) {
  HeatMap map{
      .title = spoken("sines and cosines: positions down, dimensions across; the fuller, from −1 to 1",
                      "사인과 코사인: 아래로 위치, 옆으로 차원. 찰수록 −1에서 1로"),
      .corner = spoken("position", "위치")};
  const std::int64_t dims = positions.dim(1), shown = 16;
  const auto dimension = [](std::int64_t c) { return c / 2 * 8 + c % 2; };
  for (std::int64_t p = 0; p < 50; p += 2) {
    map.row_labels.push_back(std::to_string(p));
    for (std::int64_t c = 0; c < shown; ++c)
      map.values.push_back(static_cast<float>((positions.data()[p * dims + dimension(c)] + 1) / 2));
  }
  for (std::int64_t c = 0; c < shown; ++c) map.column_labels.push_back(std::to_string(dimension(c)));
  std::string picture = heat_map(map, {.width = width});
  picture += spoken("dimensions over positions 0 to 49:", "위치 0–49에 따른 차원:") + '\n';
  for (const std::int64_t c : {0, 1, 10, 11}) {
    std::vector<double> curve;
    for (std::int64_t p = 0; p < 50; ++p) curve.push_back(positions.data()[p * dims + c]);
    picture += fmt::format("{:>3}  {}\n", c, sparkline(curve, 50));
  }
  return picture;
}

}  // namespace

Finding order_of_words(const LabOptions& options) {
  const NoGrad no_grad;
  constexpr std::int64_t tokens = 12, d_model = 64;
  Rng rng(options.seed);
  Encoder encoder({.d_model = d_model, .heads = 4, .dim_feedforward = 128, .dropout = 0}, {.layers = 2}, rng);
  encoder.eval();
  PositionalEncoding position(d_model, rng, {.dropout = 0});
  const Variable x(rng.normal({1, tokens, d_model}));
  std::vector<std::int32_t> order;
  for (std::int32_t i = 0; i < tokens; ++i) order.push_back((i * 5 + 3) % tokens);
  const double without =
      largest_difference(encoder(in_order(x, order), {}).value(), in_order(encoder(x, {}), order).value());
  const double with = largest_difference(encoder(position(in_order(x, order)), {}).value(),
                                         in_order(encoder(position(x), {}), order).value());
  Finding finding{.verdict = verdict_of_order(without, with)};
  finding.measured = both(
      "an encoder that is given its words in another order gives the same outputs in that order, to {:.0e}; "
      "with sines and "
      "cosines added they differ by up to {:.1f}",
      "단어 순서를 바꾸면 인코더의 출력도 {:.0e} 안에서 그 순서대로 바뀔 뿐입니다. 사인과 코사인을 더하면 "
      "최대 {:.1f}만큼 달라집니다",
      without, with);
  finding.answer = without < 1e-4 ? LabAnswer::yes : LabAnswer::no;
  LabTable table = lab_table({"f(P x) beside P f(x)", "f(P x)와 P f(x)"},
                             {{{"12 words, two layers", "낱말 12개, 층 2개"}},
                              {{"largest difference", "가장 큰 차이"}, Align::right}});
  add_row(table, {Bilingual{"none", "없음"}, {fmt::format("{:.1e}", without), without}});
  add_row(table, {Bilingual{"sinusoidal", "사인·코사인"}, {fmt::format("{:.1e}", with), with}});
  finding.tables.push_back(table);
  finding.picture = picture_of(sinusoidal_positions(50, 128), options.width);
  return finding;
}

}  // namespace heed
