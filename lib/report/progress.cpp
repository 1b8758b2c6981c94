#include "lib/report/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string_view>

#include "lib/report/number.hpp"
#include "lib/text/display.hpp"

namespace heed {
namespace {

constexpr std::size_t longest_bar = 30;
constexpr std::size_t shortest_bar = 8;
constexpr double redraw_seconds = 0.1;
constexpr double longest_silence = 60;  // seconds, where no bar can be drawn
constexpr std::size_t log_width = 120;

std::string bar_of(double percent, std::size_t width) {
  const auto full = static_cast<std::size_t>(percent * static_cast<double>(width) / 100);
  std::string bar;
  for (std::size_t i = 0; i < width; ++i) bar += i < full ? "█" : "░";
  return bar;
}

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The parts from left to right; empty ones are left out.
std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (!text.empty()) text += "  ";
    text += part;
  }
  return text;
}

}  // namespace

std::string progress_line(const ProgressOptions& options, const ProgressUpdate& at, double seconds,
                          const Terminal& where) {
  enum Part : std::size_t { label, share, speed, first_value };
  const std::size_t width = where.width;
  const bool known = options.total > 0;
  const auto done = static_cast<double>(at.done), total = static_cast<double>(options.total);
  const double percent = known ? std::clamp(100 * done / total, 0.0, 100.0) : 0.0;

  std::vector<std::string> parts(first_value);
  parts[label] = printable(options.label);
  // Rounded down: 100 % means done.
  parts[share] = known ? fmt::format("{:3} %", static_cast<int>(percent)) : grouped(at.done);
  if (!options.unit.empty() && seconds > 0)
    parts[speed] = fmt::format("{} {}/s", rate_text(at.amount / seconds), options.unit);
  for (const auto& [name, value] : at.values) parts.push_back(printable(name + " " + value));
  const std::size_t time = parts.size();
  if (!known || at.done >= options.total) {
    parts.push_back(clock_text(seconds));
  } else if (at.done > options.before && seconds > 0) {
    const auto done_here = static_cast<double>(at.done - options.before);
    parts.push_back(clock_text(seconds * (total - done) / done_here) + ' ' + options.left);
  } else {
    parts.emplace_back();
  }

  std::vector<std::size_t> dispensable = {time};
  for (std::size_t value = first_value; value < time; ++value) dispensable.push_back(value);
  dispensable.push_back(speed);
  while (printable_width(joined(parts)) > width && !dispensable.empty()) {
    parts[dispensable.back()].clear();
    dispensable.pop_back();
  }
  const std::size_t used = printable_width(joined(parts));
  if (where.interactive && known && used + 1 + shortest_bar <= width) {
    parts[share] += ' ';
    parts[share] += bar_of(percent, std::min(longest_bar, width - used - 1));
  }
  return fit_width(joined(parts), width);
}

Progress::Progress(ProgressOptions options)
    : options_(std::move(options)), stream_(options_.stream != nullptr ? *options_.stream : std::cerr) {
  if (!options_.clock) options_.clock = steady_seconds;
  start_ = options_.clock();
  said_at_ = start_;
}

Progress::~Progress() {
  try {
    finish();
  } catch (...) {  // a stream that throws must not end the program while another error is on its way
  }
}

void Progress::update(ProgressUpdate update) {
  last_ = std::move(update);
  if (finished_ || options_.clock() - drawn_at_ < redraw_seconds) return;
  draw();
}

void Progress::label(std::string text) { options_.label = std::move(text); }

void Progress::print(const std::string& text) {
  const bool redraw = on_screen_;
  clear();
  stream_ << text << '\n' << std::flush;
  said_at_ = options_.clock();
  if (redraw) draw();
}

void Progress::finish() {
  if (finished_) return;
  finished_ = true;
  if (!on_screen_) return;  // never drawn: not on a terminal, or no update
  if (!options_.stays) {
    clear();
    stream_ << std::flush;
    return;
  }
  draw();
  stream_ << '\n' << std::flush;
  on_screen_ = false;
}

void Progress::draw() {
  Terminal where = options_.terminal ? *options_.terminal : terminal(Stream::error);
  drawn_at_ = options_.clock();
  if (!where.interactive && drawn_at_ - said_at_ < longest_silence) return;
  // The last column stays free: some terminals move to the next line as soon as it is filled.
  where.width = !where.interactive ? log_width : where.width > 1 ? where.width - 1 : 1;
  const std::string line = progress_line(options_, last_, drawn_at_ - start_, where);
  if (!where.interactive) {
    stream_ << line << '\n' << std::flush;
    said_at_ = drawn_at_;
    return;
  }
  stream_ << '\r' << line << "\x1b[K" << std::flush;
  on_screen_ = true;
}

void Progress::clear() {
  if (!on_screen_) return;
  stream_ << "\r\x1b[K";
  on_screen_ = false;
}

}  // namespace heed
