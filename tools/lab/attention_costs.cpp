#include "tools/lab/attention_costs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lib/report/number.hpp"
#include "tools/lab/cell.hpp"
#include "tools/language/both.hpp"

namespace heed {

Finding found_of_attention(const std::vector<AttentionClaim>& claims) {
  LabTable table{.title = {"8 heads of 64, forward and backward", "64짜리 헤드 8개, 순전파와 역전파"},
                 .table = {.columns = {{"documents"}, {"measured"}, {"verdict"}}}};
  const auto count = [&](ClaimVerdict verdict) {
    return std::ranges::count(claims, verdict, [](const AttentionClaim& c) { return c.verdict; });
  };
  for (const AttentionClaim& c : claims) {
    LabCell measured(c.measured);
    if (c.slope) {
      measured.number = LabNumber{.value = *c.slope, .unit = "slope"};
      if (!c.turns.empty()) {
        // the slope is fitted to medians, so that it may lie outside of what the turns gave
        const auto [low, high] = std::ranges::minmax(c.turns);
        measured.number->low = std::min(low, *c.slope), measured.number->high = std::max(high, *c.slope);
      }
    }
    add_row(table, {c.text, measured, verdict_name(c.verdict)});
  }
  const auto hold = count(ClaimVerdict::holds), not_hold = count(ClaimVerdict::does_not_hold),
             noisy = count(ClaimVerdict::inside_the_noise), once = count(ClaimVerdict::measured_once),
             missing = count(ClaimVerdict::not_measured);
  Finding finding;
  finding.verdict = hold == std::ssize(claims) ? LabVerdict::holds
                    : hold > 0                 ? LabVerdict::holds_in_part
                    : not_hold > 0             ? LabVerdict::does_not_hold
                    : noisy > 0                ? LabVerdict::inside_the_noise
                                               : LabVerdict::not_measured;
  finding.answer = hold == std::ssize(claims) ? LabAnswer::yes
                   : not_hold > 0             ? LabAnswer::no  // not all of it
                                              : LabAnswer::unknown;
  finding.measured = both(
      "of {} statements {} hold on this machine and {} do not; nothing can be said of {} for noise (two "
      "turns "
      "say different things), of {} that were measured once, and of {} that were not measured",
      "{}가지 가운데 이 컴퓨터에서 {}가지가 맞고 {}가지는 맞지 않습니다. 알 수 없는 것은 잡음 때문에(두 번 "
      "잰 "
      "결과가 다름) {}가지, 한 번만 재어서 {}가지, 재지 못해서 {}가지입니다",
      claims.size(), hold, not_hold, noisy, once, missing);
  finding.tables.push_back(table);
  return finding;
}

LabTable times_by_length(const std::vector<std::int64_t>& lengths, const std::vector<PlotCurve>& curves) {
  LabTable table{
      .title = {"ms by tokens, the least of several runs; dense is vanilla attention, blockwise flash",
                "토큰 수에 따른 ms, 여러 번 가운데 가장 짧은 것"},
      .table = {.columns = {{"kind"}}}};
  for (const std::int64_t length : lengths) table.table.columns.push_back({grouped(length), Align::right});
  for (std::size_t kind = 0; kind < curves.size(); ++kind) {
    const Curve& curve = curves[kind].curve;
    std::vector<LabCell> cells{attention_kinds().at(kind).name};
    for (const std::int64_t length : lengths) {
      const auto at = std::ranges::find(curve, static_cast<double>(length), &Curve::value_type::first);
      cells.push_back(at == curve.end() ? LabCell("–")
                                        : LabCell(fmt::format("{:.2f}", at->second), at->second, "ms"));
    }
    add_row(table, cells);
  }
  return table;
}

}  // namespace heed
