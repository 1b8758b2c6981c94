#include "lib/report/heatmap.hpp"

#include <cmath>
#include <sstream>

#include "lib/core/error.hpp"
#include "lib/report/shade.hpp"
#include "lib/text/display.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

HeatMap example_map() {
  return {.title = "layer 2 · head 3",
          .row_labels = {"i", "love", "apples"},
          .column_labels = {"나는", "사과를", "좋아한다", "."},
          .values = {0.9f, 0.05f, 0.05f, 0, 0.1f, 0.2f, 0.65f, 0.05f, 0.02f, 0.93f, 0.05f, 0.3f}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("shades of a value") {
  const auto plain = [](double value) { return shade(value, {.width = 1}); };
  CHECK(plain(0) + plain(0.09) + plain(0.1) + plain(0.3) + plain(0.5) + plain(0.7) + plain(1) == "  ░▒▓██");
  CHECK(plain(-3) == " ");
  CHECK(plain(7) == "█");
  CHECK(shade(std::nan(""), {.width = 3}) == "???");
  CHECK(shade(0.625, {.width = 5, .numbers = true}) == "▓▓ 63");
  CHECK(shade(1, {.width = 5, .numbers = true}) == "██100");
  CHECK(shade(0, {.colours = Colours::full, .width = 2}) == "\x1b[38;5;231;48;2;12;12;20m  \x1b[0m");
  CHECK(shade(1, {.colours = Colours::full, .width = 4, .numbers = true}) ==
        "\x1b[38;5;16;48;2;252;230;130m 100\x1b[0m");
  CHECK(shade(0.4, {.colours = Colours::full, .width = 1}) == "\x1b[38;5;231;48;2;135;38;105m \x1b[0m");
  CHECK(shade(0.5, {.colours = Colours::palette, .width = 2}) == "\x1b[38;5;231;48;5;131m  \x1b[0m");
}

TEST_CASE("every legend says what the shades mean") {
  CHECK(shade_legend(Colours::none) == "░ ≥ 10 %  ▒ ≥ 30 %  ▓ ≥ 50 %  █ ≥ 70 %");
  CHECK_THAT(shade_legend(Colours::palette), Catch::Contains(" 75 % \x1b[0m"));
  CHECK_THAT(shade_legend(Colours::none, Signs::shown),
             Catch::StartsWith("# ≤ -70 %") && Catch::EndsWith("█ ≥ 70 %"));
  CHECK(shade(-0.6, {.signs = Signs::shown}) == "==");
  CHECK(shade(-0.6, {}) == "  ");
  CHECK(shade(-0.05, {.width = 6, .numbers = true, .signs = Signs::shown}) == "    -5");
  CHECK(shade(0.6, {.colours = Colours::palette, .signs = Signs::shown}) !=
        shade(-0.6, {.colours = Colours::palette, .signs = Signs::shown}));
}

TEST_CASE("a heat map with and without colours") {
  CHECK(heat_map(example_map(), {}) ==
        "layer 2 · head 3\n"
        "       나는 사과를 좋아한다 .\n"
        "i      ████\n"
        "love   ░░░░ ░░░░░░ ▓▓▓▓▓▓▓▓\n"
        "apples      ██████          ▒▒\n");
  CHECK(heat_map(example_map(), {.numbers = true}) ==
        "layer 2 · head 3\n"
        "       나는  사과를 좋아한다 .\n"
        "i      ██ 90      5        5     0\n"
        "love   ░░ 10 ░░░ 20 ▓▓▓▓▓ 65     5\n"
        "apples     2 ███ 93        5 ▒▒ 30\n");
  // With colours it has the same layout.
  const std::vector<std::string> lines =
      lines_of(heat_map(example_map(), {.colours = Colours::palette, .numbers = true}));
  REQUIRE(lines.size() == 5);
  CHECK(lines[1] == "       나는 사과를 좋아한다 .");
  CHECK(lines[2] ==
        "i      \x1b[38;5;16;48;5;215m  90\x1b[0m \x1b[38;5;231;48;5;16m     5\x1b[0m "
        "\x1b[38;5;231;48;5;16m       5\x1b[0m \x1b[38;5;231;48;5;16m  0\x1b[0m");
}

TEST_CASE("a wide heat map continues in blocks below, as wide as a narrow terminal") {
  CHECK(heat_map(example_map(), {.width = 20}) ==
        "layer 2 · head 3\n"
        "       나는 사과를\n"
        "i      ████\n"
        "love   ░░░░ ░░░░░░\n"
        "apples      ██████\n"
        "\n"
        "       좋아한다 .\n"
        "i\n"
        "love   ▓▓▓▓▓▓▓▓\n"
        "apples          ▒▒\n");
  for (const bool numbers : {false, true}) {
    for (std::size_t width = 12; width < 60; ++width) {
      for (const std::string& line : lines_of(heat_map(example_map(), {.width = width, .numbers = numbers})))
        CHECK(printable_width(line) <= width);
    }
  }
  // Long labels are cut.
  const HeatMap map{
      .row_labels = {"internationalisation"}, .column_labels = {"대한민국헌법재판소"}, .values = {1}};
  CHECK(heat_map(map, {.width = 18}) ==
        "       대한민국헌…\n"
        "inter… ███████████\n");
  CHECK(heat_map(map, {.width = 1}) ==
        "     …\n"
        "int… ██\n");
}

TEST_CASE("heads beside each other") {
  HeatMap small{.title = "head 1",
                .row_labels = {"나는", "간다"},
                .column_labels = {"나는", "간다"},
                .values = {1, 0, 0.5f, 0.5f}};
  HeatMap other = small;
  other.title = "head 2";
  other.row_labels.pop_back();
  other.values = {0, 1};
  const std::vector<HeatMap> maps = {small, other, small};
  CHECK(heat_maps(maps, {.width = 35}) ==
        "head 1           head 2\n"
        "     나는 간다        나는 간다\n"
        "나는 ████        나는      ████\n"
        "간다 ▓▓▓▓ ▓▓▓▓\n"
        "\n"
        "head 1\n"
        "     나는 간다\n"
        "나는 ████\n"
        "간다 ▓▓▓▓ ▓▓▓▓\n");
  for (const std::string& line : lines_of(heat_maps(maps, {.width = 48}))) CHECK(printable_width(line) <= 48);
  CHECK(lines_of(heat_maps(maps, {.width = 48})).size() == 4);
  CHECK(lines_of(heat_maps(maps, {.width = 47})).size() == 9);
  CHECK(heat_maps({}, {}) == "");
}

TEST_CASE("a heat map whose values do not fit its labels") {
  HeatMap map = example_map();
  map.values.pop_back();
  CHECK_THROWS_WITH(heat_map(map, {}),
                    "heat_map: 11 values for 3 row labels and 4 column labels; 12 are needed");
  CHECK(heat_map({.title = "empty"}, {}) == "empty\n");
}
