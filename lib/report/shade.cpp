#include "lib/report/shade.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace heed {
namespace {

struct Rgb {
  double red, green, blue;
};

// Lightness rises evenly, so that more is brighter for those who do not tell the hues apart too.
constexpr std::array<Rgb, 6> ramp_above = {
    {{12, 12, 20}, {56, 24, 100}, {135, 38, 105}, {212, 72, 66}, {245, 145, 40}, {252, 230, 130}}};

constexpr std::array<Rgb, 6> ramp_below = {
    {{12, 12, 20}, {18, 44, 96}, {22, 82, 142}, {45, 132, 190}, {115, 190, 226}, {215, 240, 252}}};

Rgb colour_of(double value) {
  const std::array<Rgb, 6>& ramp = value < 0 ? ramp_below : ramp_above;
  const double place = std::abs(value) * (ramp.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), ramp.size() - 2);
  const double part = place - static_cast<double>(below);
  const Rgb &a = ramp.at(below), &b = ramp.at(below + 1);
  return {std::lerp(a.red, b.red, part), std::lerp(a.green, b.green, part), std::lerp(a.blue, b.blue, part)};
}

// The nearest of the six levels that the 6 × 6 × 6 cube of the 256 colours has for a channel.
int cube_level(double channel) {
  constexpr std::array<int, 6> levels = {0, 95, 135, 175, 215, 255};
  const auto nearest = std::ranges::min_element(
      levels, {}, [channel](int level) { return std::abs(static_cast<double>(level) - channel); });
  return static_cast<int>(nearest - levels.begin());
}

std::string painted(std::string_view text, double value, Colours colours) {
  const Rgb c = colour_of(value);
  const bool bright = 0.299 * c.red + 0.587 * c.green + 0.114 * c.blue > 128;
  const int foreground = bright ? 16 : 231;  // black, white
  if (colours == Colours::full) {
    return fmt::format("\x1b[38;5;{};48;2;{};{};{}m{}\x1b[0m", foreground, std::lround(c.red),
                       std::lround(c.green), std::lround(c.blue), text);
  }
  const int background = 16 + 36 * cube_level(c.red) + 6 * cube_level(c.green) + cube_level(c.blue);
  return fmt::format("\x1b[38;5;{};48;5;{}m{}\x1b[0m", foreground, background, text);
}

std::string_view shade_character(double value) {
  if (value < 0)
    return value > -0.1 ? " " : value > -0.3 ? "." : value > -0.5 ? "-" : value > -0.7 ? "=" : "#";
  return value < 0.1 ? " " : value < 0.3 ? "░" : value < 0.5 ? "▒" : value < 0.7 ? "▓" : "█";
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

}  // namespace

std::string shade(double value, const ShadeOptions& options) {
  if (std::isnan(value)) return repeated("?", options.width);
  const bool signs = options.signs == Signs::shown;
  value = std::clamp(value, signs ? -1.0 : 0.0, 1.0);
  const std::string number =
      options.numbers ? fmt::format("{:{}}", std::lround(value * 100), signs ? 4 : 3) : "";
  const std::size_t rest = options.width > number.size() ? options.width - number.size() : 0;
  if (options.colours == Colours::none) return repeated(shade_character(value), rest) + number;
  return painted(repeated(" ", rest) + number, value, options.colours);
}

std::string shade_legend(Colours colours, Signs signs) {
  const bool below = signs == Signs::shown;
  if (colours == Colours::none)
    return std::string(below ? "# ≤ -70 %  = ≤ -50 %  - ≤ -30 %  . ≤ -10 %  " : "") +
           "░ ≥ 10 %  ▒ ≥ 30 %  ▓ ≥ 50 %  █ ≥ 70 %";
  std::string text;
  for (int percent = below ? -100 : 0; percent <= 100; percent += 25) {
    text += painted(fmt::format(" {:{}} % ", percent, below ? 4 : 3), percent / 100.0, colours);
  }
  return text;
}

}  // namespace heed
