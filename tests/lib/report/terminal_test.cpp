#include "lib/report/terminal.hpp"

#include <map>

#include "tests/catch.hpp"

using namespace heed;

namespace {

Terminal with(bool is_terminal, std::size_t window_width, std::map<std::string, std::string> variables) {
  return terminal_from({.is_terminal = is_terminal,
                        .window_width = window_width,
                        .environment = [variables](const char* name) {
                          const auto found = variables.find(name);
                          return found == variables.end() ? std::string() : found->second;
                        }});
}

}  // namespace

TEST_CASE("the width of a terminal") {
  CHECK(with(true, 120, {{"COLUMNS", "60"}}).width == 120);
  CHECK(with(true, 0, {{"COLUMNS", "60"}}).width == 60);
  CHECK(with(false, 0, {}).width == 80);
  CHECK(with(false, 0, {{"COLUMNS", "0"}}).width == 80);
  CHECK(with(false, 0, {{"COLUMNS", "wide"}}).width == 80);
  CHECK(with(false, 0, {{"COLUMNS", "60x"}}).width == 80);
  CHECK(with(false, 0, {{"COLUMNS", "-5"}}).width == 80);
}

TEST_CASE("colours only where they can be seen and are wanted") {
  CHECK(with(true, 0, {{"TERM", "xterm-256color"}}).colours == Colours::palette);
  CHECK(with(true, 0, {{"TERM", "xterm-256color"}, {"COLORTERM", "truecolor"}}).colours == Colours::full);
  CHECK(with(true, 0, {{"TERM", "screen"}, {"COLORTERM", "24bit"}}).colours == Colours::full);
  CHECK(with(true, 0, {{"TERM", "xterm"}, {"NO_COLOR", "1"}, {"COLORTERM", "truecolor"}}).colours ==
        Colours::none);
  CHECK(with(true, 0, {{"TERM", "xterm"}, {"NO_COLOR", ""}}).colours == Colours::palette);
  CHECK(with(true, 0, {{"TERM", "linux"}}).colours == Colours::none);
  CHECK(with(true, 0, {{"TERM", "vt100"}}).colours == Colours::none);
  CHECK(with(true, 0, {}).colours == Colours::none);
  CHECK(with(false, 0, {{"TERM", "xterm"}, {"COLORTERM", "truecolor"}}).colours == Colours::none);
}

TEST_CASE("lines are redrawn on real terminals only") {
  CHECK(with(true, 0, {{"TERM", "xterm"}}).interactive);
  CHECK(with(true, 0, {{"TERM", "xterm"}, {"NO_COLOR", "1"}}).interactive);
  CHECK_FALSE(with(true, 0, {{"TERM", "dumb"}, {"COLORTERM", "truecolor"}}).interactive);
  CHECK(with(true, 0, {{"TERM", "dumb"}, {"COLORTERM", "truecolor"}}).colours == Colours::none);
  CHECK_FALSE(with(false, 0, {{"TERM", "xterm"}}).interactive);
}
