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
  for (const char* bad : {"0", "wide", "60x", "-5"}) CHECK(with(false, 0, {{"COLUMNS", bad}}).width == 80);
}

TEST_CASE("colours only where they can be seen and are wanted, lines redrawn on real terminals only") {
  struct Row {
    bool is_terminal;
    std::map<std::string, std::string> variables;
    Colours colours;
    bool interactive;
  };
  const Row rows[] = {
      {true, {{"TERM", "xterm-256color"}}, Colours::palette, true},
      {true, {{"TERM", "xterm-256color"}, {"COLORTERM", "truecolor"}}, Colours::full, true},
      {true, {{"TERM", "screen"}, {"COLORTERM", "24bit"}}, Colours::full, true},
      {true, {{"TERM", "xterm"}, {"NO_COLOR", "1"}, {"COLORTERM", "truecolor"}}, Colours::none, true},
      {true, {{"TERM", "xterm"}, {"NO_COLOR", ""}}, Colours::palette, true},
      {true, {}, Colours::none, true},
      {true, {{"TERM", "dumb"}, {"COLORTERM", "truecolor"}}, Colours::none, false},
      {false, {{"TERM", "xterm"}, {"COLORTERM", "truecolor"}}, Colours::none, false}};
  for (const auto& [is_terminal, variables, colours, interactive] : rows) {
    const Terminal terminal = with(is_terminal, 0, variables);
    CHECK(terminal.colours == colours);
    CHECK(terminal.interactive == interactive);
  }
}
