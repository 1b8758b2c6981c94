// A line that says how far long work has come.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lib/report/terminal.hpp"

namespace heed {

/// A named number for the line: {"loss", "2.314"}. The caller formats it.
using LabelledValues = std::vector<std::pair<std::string, std::string>>;

/// How far work has come.
struct ProgressUpdate {
  std::int64_t done = 0;  // steps, with those before the start
  double amount = 0;      // of work since the start, in the unit
  LabelledValues values = {};
};

struct ProgressOptions {
  std::string label = "";
  std::int64_t total = 0;                 // steps; 0 when not known: then no bar, percentage and time left
  std::int64_t before = 0;                // steps that were done before the start: by an earlier run
  std::string unit = "";                  // what is counted for the speed: "tokens"; empty: no speed
  std::string left = "left";              // says of the time before it that it is still to come
  bool stays = true;                      // the last line; else it is erased at the end
  std::ostream* stream = nullptr;         // standard error when null
  std::optional<Terminal> terminal = {};  // asked for at every redraw when not given, as windows change
  std::function<double()> clock = {};     // seconds; a steady clock when not given
};

/// "epoch 3/20  42 % ████████░░░░  12,345 tokens/s  loss 2.314  3:20 left" in at most `where.width` columns;
/// elsewhere than on a terminal without a bar. When it is too long, the bar shrinks and goes first, then the
/// speed, then values from the last to the first, then the time left; at last the text is cut.
std::string progress_line(const ProgressOptions& options, const ProgressUpdate& at, double seconds,
                          const Terminal& where);

/// On a terminal one line, redrawn at most ten times a second; elsewhere (a file, a pipe) the lines given to
/// print(), and one without a bar after each minute in which there was none. Ends the line when it is
/// destroyed, also by an exception.
///
///     Progress progress({.label = "training", .total = steps, .unit = "tokens"});
///     for (…) progress.update({.done = step, .amount = tokens, .values = {{"loss", text}}});
///     progress.finish();
class Progress {
 public:
  explicit Progress(ProgressOptions options);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// How far the work has come. Cheap when it is not yet time to redraw.
  void update(ProgressUpdate update);

  /// Another label from now on ("epoch 4/20").
  void label(std::string text) { options_.label = std::move(text); }

  /// A line that stays, above the bar on a terminal: one for each epoch, say.
  void print(const std::string& text);

  /// Draws the last state and ends the line, or erases it. Nothing happens after it.
  void finish();

 private:
  void draw();
  void clear();

  ProgressOptions options_;
  std::ostream& stream_;
  ProgressUpdate last_;
  double start_ = 0;
  double drawn_at_ = -std::numeric_limits<double>::infinity();  // never
  double said_at_ = 0;                                          // the last whole line
  bool on_screen_ = false;
  bool finished_ = false;
};

}  // namespace heed
