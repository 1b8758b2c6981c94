#include "tools/learn/show/matrix_window.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace heed {
namespace {

constexpr std::size_t most_rows = 6;

std::size_t start_of(std::size_t place, std::size_t shown, std::size_t all) {
  return place < shown ? 0 : std::min(place - shown / 2, all - shown);
}

Window window_of(const NamedValues& tensor, std::size_t most_columns, std::size_t place) {
  Window window;
  const std::size_t rank = tensor.shape.size();
  if (rank >= 1) window.columns = static_cast<std::size_t>(std::max(0, tensor.shape[rank - 1]));
  if (rank >= 2) window.rows = static_cast<std::size_t>(std::max(0, tensor.shape[rank - 2]));
  const std::size_t in_matrix = std::max<std::size_t>(1, window.rows * window.columns);
  window.matrix = place / in_matrix;
  window.shown_rows = std::min(most_rows, window.rows);
  window.shown_columns = std::min(std::max<std::size_t>(1, most_columns), window.columns);
  const std::size_t columns = std::max<std::size_t>(1, window.columns);
  window.first_row = start_of(place % in_matrix / columns, window.shown_rows, window.rows);
  window.first_column = start_of(place % columns, window.shown_columns, window.columns);
  return window;
}

std::size_t matrices_of(const NamedValues& tensor) {
  std::size_t count = 1;
  for (std::size_t axis = 0; axis + 2 < tensor.shape.size(); ++axis)
    count *= static_cast<std::size_t>(std::max(0, tensor.shape[axis]));
  return count;
}

}  // namespace

std::vector<Window> windows_of(const NamedValues& tensor, std::size_t most_columns, std::size_t place) {
  const Window one = window_of(tensor, most_columns, place);
  const std::size_t matrices = matrices_of(tensor);
  if (matrices < 2 || matrices > 4 || matrices * one.rows > most_rows) return {one};
  std::vector<Window> all(matrices, one);
  for (std::size_t i = 0; i < matrices; ++i) all[i].matrix = i;
  return all;
}

std::string place_text(const NamedValues& tensor, const Window& window) {
  std::vector<std::string> places;
  std::size_t left = window.matrix;
  for (std::size_t axis = tensor.shape.size(); axis-- > 2;) {
    const auto size = static_cast<std::size_t>(std::max(1, tensor.shape[axis - 2]));
    places.insert(places.begin(), std::to_string(left % size));
    left /= size;
  }
  if (window.first_row + window.first_column > 0) {
    if (tensor.shape.size() > 1)
      places.push_back(fmt::format("{}–{}", window.first_row, window.first_row + window.shown_rows - 1));
    places.push_back(
        fmt::format("{}–{}", window.first_column, window.first_column + window.shown_columns - 1));
  }
  return places.empty() ? "" : fmt::format(" [{}]", fmt::join(places, ", "));
}

}  // namespace heed
