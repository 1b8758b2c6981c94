// What a learner's attentions cost, as a table.
#include <fmt/ranges.h>

#include <cmath>
#include <sstream>

#include "lib/report/table.hpp"
#include "tools/language/both.hpp"
#include "tools/learn/translator/own_translator.hpp"

namespace heed {
namespace {

/// With which power of the length time and memory grow.
struct Growth {
  const char* kind;
  int time, memory;
};
constexpr Growth expected[] = {{"vanilla", 2, 2}, {"sparse", 1, 1}, {"linear", 1, 1}, {"blockwise", 2, 1}};

std::vector<OwnAttentionCost> of_kind(const std::vector<OwnAttentionCost>& costs, const std::string& kind) {
  std::vector<OwnAttentionCost> all;
  for (const OwnAttentionCost& cost : costs)
    if (cost.kind == kind) all.push_back(cost);
  return all;
}

/// The power of the length with which a cost grew from 256 on; 0 where that was not reached twice.
double power_of(const std::vector<OwnAttentionCost>& costs, double OwnAttentionCost::*cost) {
  const OwnAttentionCost *first = nullptr, *last = nullptr;
  for (const OwnAttentionCost& one : costs) {
    if (one.length < 256) continue;
    if (first == nullptr) first = &one;
    last = &one;
  }
  if (first == last) return 0;
  return std::log(last->*cost / first->*cost) / std::log(last->length / first->length);
}

/// Between 1 and 2 lies nothing that is expected.
bool holds(double power, int wanted) { return power > 0 && std::abs(power - wanted) <= 0.3; }

}  // namespace

int attentions_that_hold(const std::vector<OwnAttentionCost>& costs) {
  int count = 0;
  for (const Growth& growth : expected) {
    const std::vector<OwnAttentionCost> own = of_kind(costs, growth.kind);
    count += !own.empty() && own.back().right && own.front().learners &&
             holds(power_of(own, &OwnAttentionCost::seconds), growth.time) &&
             holds(power_of(own, &OwnAttentionCost::bytes), growth.memory);
  }
  return count;
}

void show_attentions(Page& page, const std::vector<OwnAttentionCost>& costs) {
  const Look& look = page.look();
  const bool korean = look.language == Language::korean;
  Table table{.columns = {{.title = ""},
                          {.title = korean ? "길이" : "length", .align = Align::right},
                          {.title = "ms", .align = Align::right},
                          {.title = "kB", .align = Align::right}},
              .width = look.terminal.interactive ? look.terminal.width : 0};
  std::vector<std::string> grown, missing, wrong;
  int kinds = 0;
  for (const Growth& growth : expected) {
    const std::vector<OwnAttentionCost> own = of_kind(costs, growth.kind);
    if (own.empty()) continue;
    ++kinds;
    if (!own.front().learners) missing.push_back(own.front().exercise);
    if (!own.back().right) wrong.push_back(own.front().exercise);
    for (const OwnAttentionCost& cost : own)
      table.rows.push_back({&cost == &own.front() ? growth.kind : "", fmt::format("{:.0f}", cost.length),
                            fmt::format("{:.3f}", 1000 * cost.seconds),
                            fmt::format("{:.1f}", cost.bytes / 1000)});
    const auto judged = [&](double OwnAttentionCost::*cost, int power) {
      const double measured = power_of(own, cost);
      return fmt::format("{:.2f} ({}) {}", measured, power, holds(measured, power) ? "✓" : "✗");
    };
    grown.push_back(both("{}: time grows with length to the {}, memory to the {}",
                         "{}: 시간은 길이의 {}제곱, 메모리는 {}제곱으로 늘어남", growth.kind,
                         judged(&OwnAttentionCost::seconds, growth.time),
                         judged(&OwnAttentionCost::bytes, growth.memory))
                        .in(look.language));
  }
  std::istringstream lines(format_table(table));
  for (std::string line; std::getline(lines, line);) page.line(line);
  page.gap();
  page.text(
      Bilingual{"Measured, and in brackets what is said of it. Times are of this machine; memory is always "
                "the same.",
                "잰 값과, 괄호 안은 흔히 하는 말. 시간은 이 컴퓨터에서 잰 것이고 메모리는 늘 같습니다."});
  for (const std::string& line : grown) page.text(line, Paint::plain, 2);
  for (const std::string& exercise : wrong)
    page.text(
        both("{}: its numbers are not the reference's, so that its costs say nothing. ./heed learn check {}",
             "{}: 기준과 다른 수를 내므로 비용은 아무것도 말해 주지 않습니다. ./heed learn check {}",
             exercise, exercise));
  if (!missing.empty())
    page.text(both("References, where your answer is not written yet: {}",
                   "아직 쓰지 않은 답 대신 쓴 기준 구현: {}", fmt::format("{}", fmt::join(missing, ", "))),
              Paint::dim);
  page.gap();
  page.text(fmt::format("compare_attentions  {}/{}", attentions_that_hold(costs), kinds), Paint::bold);
}

}  // namespace heed
