#include "tools/look/likeliest_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "lib/core/shape_format.hpp"
#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "lib/report/width.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

constexpr std::int64_t most_words = 5;

/// softmax of a row; nothing if it is NaN.
std::optional<std::vector<double>> probabilities_of(const Scalar* row, std::int64_t size) {
  if (std::any_of(row, row + size, [](Scalar x) { return std::isnan(x); })) return std::nullopt;
  const double largest = *std::max_element(row, row + size);
  if (!std::isfinite(largest)) return std::nullopt;
  std::vector<double> p(row, row + size);
  for (double& x : p) x = std::exp(x - largest);
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& x : p) x /= sum;
  return p;
}

/// Numbers of a row of the vocabulary, of which those with the largest magnitude are shown; nothing: NaN.
using RowNumbers = std::function<std::optional<std::vector<double>>(const Scalar* row, std::int64_t size)>;

using NumberText = std::function<std::string(double)>;

/// Of each position the `shown` first.
Table table_of(const Looked& looked, const Array& values, std::int64_t shown, const NumberText& text,
               const RowNumbers& numbers) {
  const std::int64_t size = values.dim(-1), rows = values.size() / size;
  Table table{.columns = {{looked.output_is == OutputIs::next ? tr("after") : tr("at")}}};
  for (std::int64_t k = 0; k < shown; ++k) table.columns.push_back({std::to_string(k + 1)});
  for (std::int64_t t = 0; t < rows; ++t) {
    const auto position = static_cast<std::size_t>(t);
    std::vector<std::string> cells{printable(looked.input.at(position))};
    const std::optional<std::vector<double>> all = numbers(values.data() + t * size, size);
    if (!all) cells.emplace_back("NaN");
    if (all) {
      std::vector<std::size_t> order(all->size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::partial_sort(order.begin(), order.begin() + shown, order.end(), [&](std::size_t a, std::size_t b) {
        return std::abs((*all)[a]) > std::abs((*all)[b]);
      });
      for (std::int64_t k = 0; k < shown; ++k) {
        const std::size_t id = order[static_cast<std::size_t>(k)];
        const bool follows = std::cmp_equal(looked.next.at(position), id);
        cells.push_back(fmt::format("{}{} {}", follows ? "● " : "", printable(looked.vocabulary.at(id)),
                                    text((*all)[id])));
      }
    }
    cells.resize(table.columns.size());
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// As many words as fit a terminal side by side, five at most; all five where lines may be long.
std::string words_by_position(const Looked& looked, const Array& values, const NumberText& number,
                              const Terminal& terminal, const RowNumbers& numbers,
                              const std::function<std::string(std::int64_t shown)>& title) {
  for (std::int64_t shown = std::min(most_words, values.dim(-1));; --shown) {
    const std::string text = format_table(table_of(looked, values, shown, number, numbers));
    std::size_t widest = 0;
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
      widest = std::max(widest, printable_width(text.substr(begin, text.find('\n', begin) - begin)));
    if (shown <= 1 || !terminal.interactive || widest <= terminal.width)
      return title(shown) + "\n" + text + "\n";
  }
}

std::string right_word(const Looked& looked) {
  if (looked.output_is == OutputIs::classes) return tr("● is its answer");
  return looked.output_is == OutputIs::in_place ? tr("● is the word there") : tr("● is what follows");
}

/// "2,000 words at each position"
std::string of_all(const Looked& looked, const Array& values) {
  const std::string count = grouped(values.dim(-1));
  return looked.output_is == OutputIs::classes ? tr("{} classes", count)
                                               : tr("{} words at each position", count);
}

}  // namespace

std::string probability_text(double p, int digits) {
  const double least = std::pow(10.0, -digits);
  return p > 0 && p < least / 2 ? fmt::format("<{:.{}f}", least, digits) : fmt::format("{:.{}f}", p, digits);
}

std::string likeliest_words(const Looked& looked, const std::string& point, const Array& logits,
                            const Terminal& terminal) {
  const auto number = [](double p) { return probability_text(p, 3); };
  return words_by_position(looked, logits, number, terminal, probabilities_of, [&](std::int64_t shown) {
    return tr("{} {}: softmax, the {} likeliest of {}\n({})", point, fmt::format("{}", logits.shape()), shown,
              of_all(looked, logits), right_word(looked));
  });
}

std::string largest_gradients(const Looked& looked, const std::string& point, const Array& gradients,
                              const Terminal& terminal) {
  const auto row_itself = [](const Scalar* row, std::int64_t size) -> std::optional<std::vector<double>> {
    if (std::any_of(row, row + size, [](Scalar x) { return std::isnan(x); })) return std::nullopt;
    return std::vector<double>(row, row + size);
  };
  const auto number = [](double x) {  // those of a sure model are small
    return std::abs(x) < 0.0095 && x != 0 ? fmt::format("{:+.1e}", x) : fmt::format("{:+.3f}", x);
  };
  return words_by_position(looked, gradients, number, terminal, row_itself, [&](std::int64_t shown) {
    return tr("{} {}: the {} largest of {}\n({})", point, fmt::format("{}", gradients.shape()), shown,
              of_all(looked, gradients), right_word(looked));
  });
}

}  // namespace heed
