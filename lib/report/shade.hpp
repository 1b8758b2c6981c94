// Numbers between 0 and 1, or between -1 and 1, as patches of a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "lib/report/terminal.hpp"

namespace heed {

/// Names what a shade tells apart: how much, or also whether it is below 0.
enum class Signs { none, shown };

struct ShadeOptions {
  Colours colours = Colours::none;
  std::size_t width = 2;  // columns
  bool numbers = false;   // the value in per cent, right-aligned in three columns, with signs in four
  Signs signs = Signs::none;
};

/// Without colours: space, ░, ▒, ▓, █ for values from 0, 0.1, 0.3, 0.5, 0.7 on. With colours: a background
/// from black over purple and orange to yellow. With signs, values below 0 are '.', '-', '=' and '#', or go
/// from black over blue to white; 0 is empty, or black. Values outside count as the nearer end; NaN shows as
/// "?".
std::string shade(double value, const ShadeOptions& options);

/// One line that says what the shades mean.
std::string shade_legend(Colours colours, Signs signs = Signs::none);

}  // namespace heed
