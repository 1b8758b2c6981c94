// Attention in the terminal: a matrix of numbers between 0 and 1, or -1 and 1, with words at both sides.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "lib/report/shade.hpp"
#include "lib/report/terminal.hpp"

namespace heed {

/// Row i, column j holds values[i · columns + j]. For attention: a row is a query, a column a key.
struct HeatMap {
  std::string title = "";  // "layer 2 · head 3"; no line when empty
  std::vector<std::string> row_labels = {};
  std::vector<std::string> column_labels = {};
  std::vector<float> values = {};
};

struct HeatMapOptions {
  Colours colours = Colours::none;
  std::size_t width = 80;     // columns of the terminal
  bool numbers = false;       // per cent in every cell
  Signs signs = Signs::none;  // shown: values between -1 and 1
};

/// The map as lines. A column is as wide as its label; when the columns do not fit side by side, the map
/// continues in blocks below, each with its labels. Row labels take at most a third of the width. Nothing is
/// wider than options.width unless that leaves no room for a single cell. Throws UsageError when the number
/// of values is not rows × columns.
std::string heat_map(const HeatMap& map, const HeatMapOptions& options);

/// Several maps (the heads of a layer), as many beside each other as fit, the others below.
std::string heat_maps(std::span<const HeatMap> maps, const HeatMapOptions& options);

}  // namespace heed
