#include "tools/inspect/terminal_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "lib/array/row_softmax.hpp"
#include "lib/core/shape_format.hpp"
#include "lib/report/heatmap.hpp"
#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

constexpr std::int64_t most_map_words = 32, most_map_numbers = 64, most_likely_words = 5;

std::vector<std::string> map_labels(const std::vector<std::string>* tokens, std::int64_t first,
                                    std::int64_t count) {
  std::vector<std::string> all;
  for (std::int64_t i = first; i < first + count; ++i)
    all.push_back(tokens != nullptr && i < std::ssize(*tokens) ? (*tokens)[static_cast<std::size_t>(i)]
                                                               : std::to_string(i));
  return all;
}

}  // namespace

std::string probability_text(double p, int digits) {
  if (std::isnan(p)) return "NaN";
  const double least = std::pow(10.0, -digits);
  return p > 0 && p < least / 2 ? fmt::format("<{:.{}f}", least, digits) : fmt::format("{:.{}f}", p, digits);
}

std::string written_text(const Reading& reading) {
  std::string text;
  if (!reading.source.empty()) text = fmt::format("→ {}{}\n\n", printable(reading.text), reading.remarks);
  if (reading.source.empty() && !reading.remarks.empty()) text = reading.remarks.substr(2) + "\n\n";
  text += tr("probabilities: ");
  for (std::size_t i = 0; i < reading.output.size(); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : " · ", printable(reading.output[i]),
                        probability_text(reading.probability[i], 2));
  return text + "\n\n";
}

Signs signs_of(const std::string& point, const Array& values) {
  const auto [least, most] = std::ranges::minmax(values.values());
  const bool weights = point.find(".pattern") != std::string::npos && least >= 0 && most < 1.001;
  return weights ? Signs::none : Signs::shown;
}

std::string point_maps(const Reading& reading, const std::string& point, const Array& values,
                       const Terminal& terminal) {
  const Shape& shape = values.shape();
  const std::int64_t columns = shape.dim(-1), rows = shape.dim(-2), maps = values.size() / (rows * columns);
  const PointTokens tokens = tokens_of(reading, point);
  const std::int64_t shown = std::min(columns, tokens.columns != nullptr ? most_map_words : most_map_numbers),
                     shown_rows = std::min(rows, most_map_words);
  const auto [least, most] = std::ranges::minmax(values.values());
  const Signs signs = signs_of(point, values);
  const double largest = signs == Signs::none ? 1 : std::max(std::abs(least), std::abs(most));
  std::string title =
      fmt::format("{} {}: {}", point, shape, tr("from {:.4g} to {:.4g}", least + 0.0, most + 0.0));
  if (tokens.columns != nullptr && point.find(".scores") != std::string::npos)
    title += tr("; before the mask");
  if (shown_rows < rows || shown < columns)
    title += tr("; the first {} × {} of it, --out FILE has all", shown_rows, shown);
  if (largest > 0 && signs == Signs::shown) title += tr("; 100 % is {:.4g}", largest);

  // of a model that goes on token by token "…#3" is the pass of its third
  const std::size_t pass = rows == 1 ? point.find('#') : std::string::npos;
  const std::int64_t first_row = pass == std::string::npos ? 0 : std::stoll(point.substr(pass + 1)) - 1;
  std::vector<HeatMap> all;
  for (std::int64_t m = 0; m < maps; ++m) {
    HeatMap map{.title = maps > 1 ? tr("head {}", m + 1) : "",
                .row_labels = map_labels(tokens.rows, first_row, shown_rows),
                .column_labels = map_labels(tokens.columns, 0, shown)};
    for (std::int64_t i = 0; i < shown_rows; ++i) {
      for (std::int64_t j = 0; j < shown; ++j) {
        const double x = values.data()[(m * rows + i) * columns + j];
        map.values.push_back(static_cast<float>(largest > 0 ? x / largest : x));
      }
    }
    all.push_back(std::move(map));
  }
  constexpr std::size_t cell = 7;  // a number with its sign and the gap before it
  const bool fits = terminal.width >= terminal.width / 3 + static_cast<std::size_t>(shown) * cell;
  const HeatMapOptions options{.colours = terminal.colours,
                               .width = terminal.width,
                               .numbers = tokens.columns != nullptr || fits,
                               .signs = signs};
  return title + "\n" + heat_maps(all, options) + "\n";
}

std::string word_table(const Reading& reading, const std::string& point, const Array& logits,
                       const Terminal& terminal) {
  const Array probabilities = softmax_rows(logits);
  const std::int64_t size = logits.dim(-1), shown = std::min(most_likely_words, size);
  Table table{.columns = {{tr("at")}}, .width = terminal.interactive ? terminal.width : 0};
  for (std::int64_t k = 0; k < shown; ++k) table.columns.push_back({std::to_string(k + 1)});
  for (std::size_t t = 0; t < reading.input.size(); ++t) {
    const Scalar* const p = probabilities.data() + static_cast<std::int64_t>(t) * size;
    std::vector<std::string>& cells = table.rows.emplace_back();
    cells.push_back(printable(reading.input[t]));
    std::vector<std::size_t> order(static_cast<std::size_t>(size));
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::partial_sort(order, order.begin() + shown, std::greater(),
                              [&](std::size_t id) { return p[id]; });
    order.resize(static_cast<std::size_t>(shown));
    for (const std::size_t id : order)
      cells.push_back(fmt::format("{}{} {}", std::cmp_equal(reading.ids.at(t), id) ? "● " : "",
                                  printable(reading.vocabulary.at(id)), probability_text(p[id], 3)));
  }
  const std::string title = tr("{}: softmax, the {} likeliest of {} (● is the output)",
                               fmt::format("{} {}", point, logits.shape()), shown, grouped(size));
  return title + "\n" + format_table(table) + "\n";
}

}  // namespace heed
