#include "tools/lab/attention_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lib/report/number.hpp"
#include "tools/lab/cell.hpp"
#include "tools/language/both.hpp"

namespace heed {

Finding found_of_attention(const std::vector<JudgedClaim>& claims) {
  LabTable table = lab_table({"8 heads of 64, forward and backward", "64짜리 헤드 8개, 순전파와 역전파"},
                             {{{"documents", "문서"}}, {{"measured", "잰 값"}}, {{"verdict", "판정"}}});
  std::vector<ClaimVerdict> verdicts;
  const auto count = [&](ClaimVerdict verdict) { return std::ranges::count(verdicts, verdict); };
  for (const JudgedClaim& c : claims) {
    LabCell measured(c.measured);
    if (c.power) measured.number = LabNumber{c.power->value, c.power->low, c.power->high, "slope"};
    add_row(table, {c.text, measured, verdict_text(c.verdict)});
    verdicts.push_back(c.verdict);
  }
  const auto hold = count(ClaimVerdict::holds), not_hold = count(ClaimVerdict::does_not_hold),
             noisy = count(ClaimVerdict::inside_the_noise), once = count(ClaimVerdict::measured_once),
             missing = count(ClaimVerdict::not_measured);
  Finding finding;
  finding.verdict = together(verdicts);
  finding.answer = hold == std::ssize(claims) ? LabAnswer::yes
                   : not_hold > 0             ? LabAnswer::no  // not all of it
                                              : LabAnswer::unknown;
  finding.measured =
      both("of {} statements {} hold on this machine and {} do not",
           "{}가지 가운데 이 컴퓨터에서 {}가지가 맞고 {}가지는 맞지 않습니다", claims.size(), hold, not_hold);
  const auto add_unknown = [&](std::ptrdiff_t number, const Bilingual& why) {
    if (number == 0) return;
    finding.measured.english += fmt::format("; nothing can be said of {}: {}", number, why.english);
    finding.measured.korean += fmt::format(". {}가지는 알 수 없습니다: {}", number, why.korean);
  };
  add_unknown(noisy, {"two turns say different things", "두 번 잰 결과가 다릅니다"});
  add_unknown(once, {"measured once", "한 번만 쟀습니다"});
  add_unknown(missing, {"not measured", "재지 못했습니다"});
  finding.tables.push_back(table);
  return finding;
}

namespace {

/// `cell`: of a value.
template <typename Cell>
LabTable by_length(Bilingual title, const std::vector<std::int64_t>& lengths, const KindCurves& curves,
                   const Cell& cell) {
  LabTable table = lab_table(std::move(title), {{{"kind", "종류"}}});
  table.along = {"tokens", "토큰"};
  for (const std::int64_t length : lengths) add_column(table, {{grouped(length)}, Align::right});
  for (std::size_t kind = 0; kind < curves.size(); ++kind) {
    const Curve& curve = curves[kind];
    std::vector<LabCell> cells{attention_kinds().at(kind).title()};
    for (const std::int64_t length : lengths) {
      const auto at = std::ranges::find(curve, static_cast<double>(length), &Curve::value_type::first);
      cells.push_back(at == curve.end() ? LabCell("–") : cell(at->second));
    }
    add_row(table, cells);
  }
  return table;
}

std::optional<double> cost_at(const Curve& curve, double length) {
  const auto at = std::ranges::find(curve, length, &Curve::value_type::first);
  return at == curve.end() ? std::nullopt : std::optional(at->second);
}

/// A row each time that another of the kinds becomes the fastest; `among`: what the kinds have in common.
void add_fastest(LabTable& table, const Bilingual& among, const KindCurves& ms,
                 const std::vector<std::string>& kinds) {
  std::set<double> lengths;
  for (const Curve& curve : ms)
    for (const auto& [length, cost] : curve) lengths.insert(length);
  std::optional<std::size_t> fastest;  // at the length before
  double before = 0;
  for (const double length : lengths) {
    std::optional<std::size_t> now;
    for (std::size_t kind = 0; kind < ms.size(); ++kind) {
      const bool wanted = std::ranges::find(kinds, attention_kinds()[kind].name) != kinds.end();
      const auto cost = cost_at(ms[kind], length);
      if (wanted && cost && (!now || *cost < *cost_at(ms[*now], length))) now = kind;
    }
    if (!now) continue;
    if (now != fastest) {
      // the two lengths alone, so that it is this crossing and no later one
      const auto between = [&](std::size_t kind) {
        return Curve{{before, cost_at(ms[kind], before).value_or(0)}, {length, *cost_at(ms[kind], length)}};
      };
      const bool overtakes = fastest && cost_at(ms[*fastest], length) && cost_at(ms[*now], before);
      const double from = overtakes ? crossing(between(*fastest), between(*now)).value_or(length) : length;
      const std::string shown = grouped(std::llround(from));
      add_row(table,
              {among, attention_kinds()[*now].title(), {fastest ? shown : "≤ " + shown, from, "tokens"}});
    }
    fastest = now, before = length;
  }
}

}  // namespace

LabTable times_by_length(const std::vector<std::int64_t>& lengths, const KindCurves& ms) {
  return by_length({"ms by tokens, the least of several runs; dense is vanilla attention, blockwise flash",
                    "토큰 수에 따른 ms, 여러 번 가운데 가장 짧은 것"},
                   lengths, ms, [](double cost) { return LabCell(fmt::format("{:.2f}", cost), cost, "ms"); });
}

LabTable bytes_by_length(const std::vector<std::int64_t>& lengths, const KindCurves& bytes) {
  return by_length({"peak MiB by tokens: the most that arrays held beyond queries, keys and values",
                    "토큰 수에 따른 최대 메모리(MiB): 쿼리, 키, 값 말고 배열이 가장 많이 잡은 것"},
                   lengths, bytes, [](double cost) {
                     const double mib = cost / (1 << 20);
                     return LabCell(fmt::format("{:.1f}", mib), mib, "MiB");
                   });
}

LabTable fastest_by_length(const KindCurves& ms) {
  LabTable table = lab_table(
      {"which kind is the fastest from how many tokens on, between two lengths by "
       "interpolation",
       "몇 토큰부터 어느 종류가 가장 빠른가, 잰 길이 사이는 보간"},
      {{{"of", "가운데"}}, {{"fastest", "가장 빠른 것"}}, {{"from (tokens)", "부터 (토큰)"}, Align::right}});
  add_fastest(table, {"the exact ones", "정확한 것"}, ms, {"dense", "blockwise"});
  std::vector<std::string> all;
  for (const AttentionKind& kind : attention_kinds()) all.push_back(kind.name);
  add_fastest(table, {"all", "모두"}, ms, all);
  return table;
}

}  // namespace heed
