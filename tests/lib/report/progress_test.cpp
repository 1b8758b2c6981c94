#include "lib/report/progress.hpp"

#include <sstream>
#include <stdexcept>

#include "lib/text/display.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

const ProgressOptions example{.label = "epoch 3/20", .total = 1000, .unit = "tokens"};

/// The line of some work on a terminal.
std::string line(const ProgressOptions& options, const ProgressUpdate& at, double seconds,
                 std::size_t width) {
  return progress_line(options, at, seconds, {.interactive = true, .width = width});
}

std::string example_line(std::size_t width, const ProgressOptions& options = example) {
  return line(options, {.done = 420, .amount = 1.8e6, .values = {{"loss", "2.314"}, {"lr", "3e-4"}}}, 145,
              width);
}

struct Screen {
  std::ostringstream text;
  double now = 100;
  Progress progress;

  explicit Screen(Terminal where)
      : progress({.label = "train", .total = 4, .stream = &text, .terminal = where, .clock = [this] {
                    return now;
                  }}) {}
};

constexpr Terminal on_terminal = {.interactive = true, .width = 25};
constexpr Terminal to_file = {};

}  // namespace

TEST_CASE("of work that goes on the time left is told from what was done here") {
  CHECK(line({.label = "x", .total = 100, .before = 50}, {.done = 60}, 10, 20) == "x   60 %  0:40 left");
}

TEST_CASE("a progress line at every width") {
  CHECK(example_line(120) ==
        "epoch 3/20   42 % ████████████░░░░░░░░░░░░░░░░░░  12,414 tokens/s  loss 2.314  lr 3e-4  3:20 left");
  CHECK(example_line(79) ==
        "epoch 3/20   42 % █████░░░░░░░  12,414 tokens/s  loss 2.314  lr 3e-4  3:20 left");
  CHECK(example_line(70) == "epoch 3/20   42 %  12,414 tokens/s  loss 2.314  lr 3e-4  3:20 left");
  CHECK(example_line(60) == "epoch 3/20   42 % ████░░░░░░  loss 2.314  lr 3e-4  3:20 left");
  CHECK(example_line(48) == "epoch 3/20   42 %  loss 2.314  3:20 left");
  CHECK(example_line(40) == "epoch 3/20   42 %  loss 2.314  3:20 left");
  CHECK(example_line(28) == "epoch 3/20   42 %  3:20 left");
  CHECK(example_line(17) == "epoch 3/20   42 %");
  CHECK(example_line(10) == "epoch 3/2…");
  CHECK(example_line(1) == "…");
  CHECK(example_line(0) == "");
  ProgressOptions korean = example;
  korean.label = "학습 중인 모델";
  for (std::size_t width = 0; width < 130; ++width) {
    CHECK(printable_width(example_line(width)) <= width);
    CHECK(printable_width(example_line(width, korean)) <= width);
  }
}

TEST_CASE("a progress line at the beginning, at the end and beyond") {
  const ProgressOptions three{.label = "x", .total = 3};
  CHECK(line(three, {}, 0, 17) == "x    0 % ░░░░░░░░");
  CHECK(line(three, {.done = 2}, 2, 30) == "x   66 % ██████░░░░  0:01 left");
  for (const std::int64_t done : {3, 9})
    CHECK(line(three, {.done = done}, 2, 30) == "x  100 % ███████████████  0:02");
  CHECK(line({.label = "x", .unit = "pairs"}, {.done = 1234, .amount = 1}, 2, 40) ==
        "x  1,234  0.50 pairs/s  0:02");
  CHECK(line({.label = "a\nb\x1b[2J", .total = 100}, {.done = 29}, 0, 20) == "a�b�[2J   29 %");
}

TEST_CASE("on a terminal the line is redrawn at most ten times a second") {
  Screen screen(on_terminal);
  screen.progress.update({.done = 1});
  CHECK(screen.text.str() == "\rtrain   25 % ██░░░░░░░░░\x1b[K");
  screen.text.str("");
  screen.now += 0.05;
  screen.progress.update({.done = 2});
  CHECK(screen.text.str().empty());
  screen.now += 0.06;
  screen.progress.update({.done = 2});
  CHECK(screen.text.str() == "\rtrain   50 %  0:00 left\x1b[K");
  screen.text.str("");
  screen.progress.update({.done = 4});  // too soon, but finish shows it
  screen.now += 1;
  screen.progress.finish();
  CHECK(screen.text.str() == "\rtrain  100 %  0:01\x1b[K\n");
  screen.text.str("");
  screen.progress.finish();
  screen.progress.update({.done = 4});
  CHECK(screen.text.str().empty());
}

TEST_CASE("lines that stay go above the bar") {
  Screen screen(on_terminal);
  screen.progress.update({.done = 1});
  screen.text.str("");
  screen.progress.print("epoch 1: loss 2.3");
  CHECK(screen.text.str() == "\r\x1b[Kepoch 1: loss 2.3\n\rtrain   25 % ██░░░░░░░░░\x1b[K");
  screen.progress.label("test");
  screen.now += 1;
  screen.text.str("");
  screen.progress.update({.done = 2});
  CHECK(screen.text.str() == "\rtest   50 %  0:01 left\x1b[K");
}

TEST_CASE("elsewhere only whole lines are printed, and long work says once a minute how far it is") {
  Screen lines(to_file);
  for (int step = 0; step < 4; ++step) {
    lines.now += 1;
    lines.progress.update({.done = step});
  }
  lines.progress.print("epoch 1: loss 2.3");
  lines.progress.finish();
  CHECK(lines.text.str() == "epoch 1: loss 2.3\n");

  Screen screen(to_file);
  screen.now += 59;
  screen.progress.update({.done = 1});
  CHECK(screen.text.str().empty());
  screen.now += 1;
  screen.progress.update({.done = 1});
  CHECK(screen.text.str() == "train   25 %  3:00 left\n");
  screen.now += 50;
  screen.progress.print("epoch 1: loss 2.3");  // a line, too
  screen.text.str("");
  screen.now += 50;
  screen.progress.update({.done = 2});
  CHECK(screen.text.str().empty());
  screen.now += 10;
  screen.progress.update({.done = 2});
  CHECK(screen.text.str() == "train   50 %  2:50 left\n");
}

TEST_CASE("the line ends when an error passes") {
  std::ostringstream text;
  try {
    Progress progress(
        {.label = "t", .total = 2, .stream = &text, .terminal = on_terminal, .clock = [] { return 0.0; }});
    progress.update({.done = 1});
    throw std::runtime_error("stop");
  } catch (const std::runtime_error&) {
    text << "error: stop";
  }
  CHECK_THAT(text.str(), Catch::EndsWith("\x1b[K\nerror: stop"));
}

TEST_CASE("a line that does not stay is erased at the end, for another in its place") {
  std::ostringstream text;
  { Progress({.total = 4, .stays = false, .stream = &text, .terminal = on_terminal}).update({.done = 1}); }
  CHECK(text.str().ends_with("\r\x1b[K"));
  CHECK(text.str().find('\n') == std::string::npos);
}
