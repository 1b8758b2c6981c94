#include "lib/data/left_out_lines.hpp"

#include <utility>

#include "lib/core/error.hpp"

namespace heed {
namespace {

constexpr std::size_t shown = 3, too_many = 5;  // a fifth

}  // namespace

LeftOutLines::LeftOutLines(std::string text, Message advice)
    : text_(std::move(text)), advice_(std::move(advice)) {}

void LeftOutLines::add(const std::string& where, const Message& why) {
  pass_over(where, why);
  --passed_over_;
  ++faults_;
}

void LeftOutLines::pass_over(const std::string& where, const Message& why) {
  if (faults_ + passed_over_++ >= shown) return;
  first_ = first_.empty() ? make_message(tr_noop("first {}: {}"), where, why)
                          : make_message(tr_noop("{}; then {}: {}"), first_, where, why);
}

void LeftOutLines::require_few(std::size_t lines) const {
  if (too_many * faults_ > lines - passed_over_)
    throw_error(tr_noop("{}: {} of {} lines, more than a fifth, cannot be used; {} ({})"), text_, faults_,
                lines, advice_, first_);
}

Message LeftOutLines::note(std::size_t lines) const {
  if (first_.empty()) return {};
  return make_message(tr_noop("{}: {} of {} lines left out ({})"), text_, faults_ + passed_over_, lines,
                      first_);
}

}  // namespace heed
