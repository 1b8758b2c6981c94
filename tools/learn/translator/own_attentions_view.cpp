// What a learner's attentions cost, as a table.
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "lib/report/table.hpp"
#include "tools/attention/claims.hpp"
#include "tools/language/both.hpp"
#include "tools/learn/translator/own_translator.hpp"

namespace heed {
namespace {

Curve curve(const std::vector<OwnAttentionCost>& costs, double OwnAttentionCost::*cost) {
  Curve result;
  for (const OwnAttentionCost& one : costs) result.emplace_back(one.length, one.*cost);
  return result;
}

/// Short sequences, timed once: slopes scatter more than those of C5. Between 1 and 2 lies nothing that its
/// table speaks of.
constexpr GrowthRule learners_rule{.from = 256, .tolerance = 0.3};

bool holds(const Curve& measured, int power) {
  const std::optional<double> slope = learners_rule.slope(measured);
  return slope && learners_rule.holds(*slope, power);
}

std::string judged(const Curve& measured, int power) {
  const std::optional<double> slope = learners_rule.slope(measured);
  return slope ? fmt::format("{:.2f} {}", *slope, learners_rule.holds(*slope, power) ? "✓" : "✗") : "–";
}

/// What the course calls a kind: "vanilla", "blockwise".
std::string course_name(const DocumentedGrowth& claim) {
  return claim.name.english == "flash" ? claim.kind : claim.name.english;
}

using Kinds = std::map<std::string, std::vector<OwnAttentionCost>>;

Kinds by_kind(const std::vector<OwnAttentionCost>& costs) {
  Kinds kinds;
  for (const OwnAttentionCost& cost : costs) kinds[cost.kind].push_back(cost);
  return kinds;
}

/// The last length says it of all.
bool right(const std::vector<OwnAttentionCost>& one) { return !one.empty() && one.back().right; }

}  // namespace

int attentions_that_hold(const std::vector<OwnAttentionCost>& costs) {
  Kinds kinds = by_kind(costs);
  int count = 0;
  for (const DocumentedGrowth& claim : documented_growths) {
    const std::vector<OwnAttentionCost>& own = kinds[course_name(claim)];
    if (right(own) && own.front().learners && holds(curve(own, &OwnAttentionCost::seconds), claim.time) &&
        holds(curve(own, &OwnAttentionCost::bytes), claim.memory))
      ++count;
  }
  return count;
}

void show_attentions(Page& page, const std::vector<OwnAttentionCost>& costs) {
  const Look& look = page.look();
  const bool korean = look.language == Language::korean;
  Kinds kinds = by_kind(costs);
  Table table{.columns = {{.title = ""},
                          {.title = korean ? "길이" : "length", .align = Align::right},
                          {.title = "ms", .align = Align::right},
                          {.title = "kB", .align = Align::right}},
              .width = look.terminal.interactive ? look.terminal.width : 0};
  Table fits{.columns = {{.title = korean ? "어텐션" : "attention"},
                         {.title = korean ? "시간의 지수" : "time grows by", .align = Align::right},
                         {.title = korean ? "C5의 표" : "C5 says", .align = Align::right},
                         {.title = korean ? "메모리의 지수" : "memory by", .align = Align::right},
                         {.title = korean ? "C5의 표" : "C5 says", .align = Align::right},
                         {.title = korean ? "vanilla보다 빨라지는 길이" : "faster than vanilla from",
                          .align = Align::right}},
             .width = look.terminal.interactive ? look.terminal.width : 0};
  std::vector<std::string> missing;
  for (const DocumentedGrowth& claim : documented_growths) {
    const std::string kind = course_name(claim);
    const std::vector<OwnAttentionCost>& own = kinds[kind];
    if (own.empty()) continue;
    if (!own.front().learners) missing.push_back(own.front().exercise);
    for (const OwnAttentionCost& cost : own)
      table.rows.push_back({&cost == &own.front() ? kind : "", fmt::format("{:.0f}", cost.length),
                            fmt::format("{:.3f}", 1000 * cost.seconds),
                            fmt::format("{:.1f}", cost.bytes / 1000)});
    const auto from =
        crossing(curve(kinds["vanilla"], &OwnAttentionCost::seconds), curve(own, &OwnAttentionCost::seconds));
    fits.rows.push_back(
        {own.front().learners ? kind : fmt::format("({})", kind),
         judged(curve(own, &OwnAttentionCost::seconds), claim.time), fmt::format("{}", claim.time),
         judged(curve(own, &OwnAttentionCost::bytes), claim.memory), fmt::format("{}", claim.memory),
         kind == "vanilla" ? ""
         : from            ? fmt::format("{:.0f}", std::max(*from, own.front().length))
                           : "–"});
  }
  for (const Table* one : {&table, &fits}) {
    std::istringstream lines(format_table(*one));
    for (std::string line; std::getline(lines, line);) page.line(line);
    page.gap();
  }
  page.text(korean ? "지수 2: 길이가 두 배면 네 배. 시간은 이 컴퓨터에서 잰 것이고 메모리는 늘 같습니다."
                   : "2: twice the length costs four times as much. Times are of this machine; memory is "
                     "always the same.");
  for (const DocumentedGrowth& claim : documented_growths) {
    const std::string kind = course_name(claim);
    const std::vector<OwnAttentionCost>& own = kinds[kind];
    if (own.empty() || right(own)) continue;
    const std::string& exercise = own.front().exercise;
    page.text(
        korean ? fmt::format("{}: 기준과 다른 수를 내므로 비용은 아무것도 말해 주지 않습니다. ./heed learn "
                             "check {}",
                             kind, exercise)
               : fmt::format("{}: its numbers are not the reference's, so that its costs say nothing. "
                             "./heed learn check {}",
                             kind, exercise));
  }
  if (!missing.empty())
    page.text(both("In brackets: references, where your answer is not written yet: {}",
                   "괄호 안은 아직 쓰지 않은 답 대신 쓴 기준 구현입니다: {}",
                   fmt::format("{}", fmt::join(missing, ", "))),
              Paint::dim);
  page.gap();
  page.text(fmt::format("compare_attentions  {}/{}", attentions_that_hold(costs), fits.rows.size()),
            Paint::bold);
}

}  // namespace heed
