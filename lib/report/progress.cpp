#include "lib/report/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string_view>

#include "lib/core/seconds.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"

namespace heed {
namespace {

constexpr std::size_t longest_bar = 30, shortest_bar = 8;

// The parts from left to right; empty ones are left out.
std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (!part.empty()) text += (text.empty() ? "" : "  ") + part;
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
    const std::size_t bar = std::min(longest_bar, width - used - 1);
    const auto full = static_cast<std::size_t>(percent * static_cast<double>(bar) / 100);
    parts[share] += ' ';
    for (std::size_t i = 0; i < bar; ++i) parts[share] += i < full ? "█" : "░";
  }
  return fit_width(joined(parts), width);
}

Progress::Progress(ProgressOptions options)
    : options_(std::move(options)), stream_(options_.stream != nullptr ? *options_.stream : std::cerr) {
  if (!options_.clock)
    options_.clock = [begin = std::chrono::steady_clock::now()] { return seconds_since(begin); };
  said_at_ = start_ = options_.clock();
}

Progress::~Progress() {
  try {
    finish();
  } catch (...) {  // a stream that throws must not end the program while another error is on its way
  }
}

void Progress::update(ProgressUpdate update) {
  last_ = std::move(update);
  constexpr double redraw_seconds = 0.1;
  if (!finished_ && options_.clock() - drawn_at_ >= redraw_seconds) draw();
}

void Progress::print(const std::string& text) {
  const bool redraw = on_screen_;
  clear();
  stream_ << text << '\n' << std::flush;
  said_at_ = options_.clock();
  if (redraw) draw();
}

void Progress::finish() {
  if (std::exchange(finished_, true) || !on_screen_) return;  // not on a terminal, or no update
  if (!options_.stays) {
    clear();
  } else {
    draw();
    stream_ << '\n';
  }
  stream_ << std::flush;
  on_screen_ = false;
}

void Progress::draw() {
  constexpr double longest_silence = 60;  // seconds, where no bar can be drawn
  Terminal where = options_.terminal ? *options_.terminal : terminal(Stream::error);
  drawn_at_ = options_.clock();
  if (!where.interactive && drawn_at_ - said_at_ < longest_silence) return;
  // The last column stays free: some terminals move to the next line as soon as it is filled.
  where.width = !where.interactive ? 120 : where.width > 1 ? where.width - 1 : 1;
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
  if (std::exchange(on_screen_, false)) stream_ << "\r\x1b[K";
}

}  // namespace heed
