#include "lib/data/left_out_lines.hpp"

#include <utility>

#include "lib/core/error.hpp"

namespace heed {
namespace {

constexpr std::size_t shown = 3, too_many = 5;  // a fifth

}  // namespace

LeftOutLines::LeftOutLines(std::string text, std::string advice)
    : text_(std::move(text)), advice_(std::move(advice)) {}

void LeftOutLines::add(const std::string& where, const std::string& why) {
  pass_over(where, why);
  --passed_over_;
  ++faults_;
}

void LeftOutLines::pass_over(const std::string& where, const std::string& why) {
  if (faults_ + passed_over_++ < shown)
    first_ += fmt::format("{}{}: {}", first_.empty() ? "first " : "; then ", where, why);
}

void LeftOutLines::require_few(std::size_t lines) const {
  if (too_many * faults_ > lines - passed_over_)
    throw_error("{}: {} of {} lines, more than a fifth, cannot be used; {} ({})", text_, faults_, lines,
                advice_, first_);
}

std::string LeftOutLines::note(std::size_t lines) const {
  if (first_.empty()) return "";
  return fmt::format("{}: {} of {} lines left out ({})", text_, faults_ + passed_over_, lines, first_);
}

}  // namespace heed
