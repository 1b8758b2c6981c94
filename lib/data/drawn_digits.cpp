#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <string_view>

#include "lib/core/error.hpp"
#include "lib/data/draws.hpp"
#include "lib/data/images.hpp"

namespace heed {
namespace {

struct Point {
  double x, y;
};
using Stroke = std::vector<Point>;

/// A digit as the pen goes: points in hundredths of a square, from 0,0, top left, to 100,100.
struct Glyph {
  std::string_view points;
  bool round;  // its corners are
};
constexpr std::array<Glyph, 10> glyphs{{
    {"50,10 28,14 20,50 28,86 50,90 72,86 80,50 72,14 50,10", true},
    {"36,26 56,10 56,90", false},
    {"24,30 34,12 60,8 76,26 66,46 24,90 50,90 78,90", true},
    {"26,16 52,8 76,20 70,44 46,48 72,52 78,78 52,92 24,82", true},
    {"62,90 62,10 22,64 80,64", false},
    {"74,10 50,10 33,10 30,30 29,47 56,40 78,60 70,86 46,92 24,82", true},
    {"68,10 40,26 25,62 34,90 62,92 76,70 58,50 36,54 27,70", true},
    {"24,10 77,10 44,90", false},
    {"50,47 26,34 32,12 50,9 68,12 74,34 50,47 22,64 28,88 50,92 72,88 78,64 50,47", true},
    {"32,90 60,74 75,38 66,10 38,8 24,30 42,50 64,46 73,30", true},
}};

Stroke parsed(const Glyph& glyph) {
  Stroke stroke;
  std::istringstream points{std::string(glyph.points)};
  char comma = 0;
  for (double x = 0, y = 0; points >> x >> comma >> y;) stroke.push_back({x / 100, y / 100});
  return stroke;
}

const Stroke& stroke_of(std::size_t digit) {
  static const auto strokes = [] {
    std::array<Stroke, glyphs.size()> all;
    std::ranges::transform(glyphs, all.begin(), parsed);
    return all;
  }();
  return strokes[digit];
}

/// Corners cut twice (Chaikin 1974): a smooth line.
Stroke rounded(Stroke stroke) {
  for (int round = 0; round < 2; ++round) {
    Stroke cut{stroke.front()};
    for (std::size_t i = 0; i + 1 < stroke.size(); ++i) {
      const Point a = stroke[i], b = stroke[i + 1];
      cut.push_back({.75 * a.x + .25 * b.x, .75 * a.y + .25 * b.y});
      cut.push_back({.25 * a.x + .75 * b.x, .25 * a.y + .75 * b.y});
    }
    cut.push_back(stroke.back());
    stroke = std::move(cut);
  }
  return stroke;
}

double between(Draws& draws, double low, double high) {
  return low + (high - low) * static_cast<double>(draws.next()) / 4294967296.0;
}

/// The stroke as this hand draws it, in pixels.
Stroke drawn(std::size_t digit, std::int64_t size, Draws& draws) {
  const auto pixels = static_cast<double>(size);
  const double high = pixels * between(draws, .5, .8), wide = high * between(draws, .75, 1.1);
  const double slant = between(draws, -.4, .4), turn = between(draws, -.25, .25);
  const double x = pixels * between(draws, .4, .6), y = pixels * between(draws, .42, .58);
  Stroke stroke = stroke_of(digit);
  for (Point& p : stroke) p = {p.x + between(draws, -.04, .04), p.y + between(draws, -.04, .04)};
  if (glyphs[digit].round) stroke = rounded(std::move(stroke));
  for (Point& p : stroke) {
    const double v = high * (p.y - .5), u = wide * (p.x - .5) - slant * v;
    p = {x + u * std::cos(turn) - v * std::sin(turn), y + u * std::sin(turn) + v * std::cos(turn)};
  }
  return stroke;
}

double distance(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  const double t = length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0) : 0.0;
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/// Ink from 0 to 1 along the stroke, as far as `radius` from its middle, with an edge of a pixel.
void ink(const Stroke& stroke, double radius, std::int64_t size, std::vector<double>& page) {
  const auto inside = [&](double v) {
    return static_cast<std::int64_t>(std::clamp(v, 0.0, static_cast<double>(size)));
  };
  for (std::size_t i = 0; i + 1 < stroke.size(); ++i) {
    const Point a = stroke[i], b = stroke[i + 1];
    const std::int64_t left = inside(std::min(a.x, b.x) - radius - 1),
                       top = inside(std::min(a.y, b.y) - radius - 1);
    const std::int64_t right = inside(std::max(a.x, b.x) + radius + 2),
                       end = inside(std::max(a.y, b.y) + radius + 2);
    for (std::int64_t row = top; row < end; ++row) {
      for (std::int64_t column = left; column < right; ++column) {
        const Point pixel{static_cast<double>(column) + .5, static_cast<double>(row) + .5};
        double& there = page[static_cast<std::size_t>(row * size + column)];
        there = std::max(there, std::clamp(radius + .5 - distance(pixel, a, b), 0.0, 1.0));
      }
    }
  }
}

}  // namespace

ImageSet draw_digits(const DigitOptions& options) {
  if (options.size < 8) throw_error<UsageError>("digits of {0} × {0} pixels: at least 8", options.size);
  ImageSet set{.height = options.size, .width = options.size};
  Draws draws(options.seed, 200);
  for (std::size_t i = 0; i < options.images; ++i) {
    set.classes.push_back(static_cast<std::int32_t>(draws.below(10)));
    const Stroke stroke = drawn(static_cast<std::size_t>(set.classes.back()), options.size, draws);
    std::vector<double> page(static_cast<std::size_t>(options.size * options.size), 0.0);
    ink(stroke, static_cast<double>(options.size) * between(draws, .02, .055), options.size, page);
    const double strength = between(draws, .6, 1), noise = between(draws, 0, .35);
    for (const double amount : page) {
      const double grey = strength * amount + noise * between(draws, -1, 1);
      set.pixels.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(grey, 0.0, 1.0))));
    }
  }
  return set;
}

}  // namespace heed
