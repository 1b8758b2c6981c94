#include "tools/recall/path_claim.hpp"

#include <fmt/format.h>

#include <cmath>

#include "lib/report/number.hpp"
#include "tools/language/both.hpp"
#include "tools/recall/ahead.hpp"
#include "tools/recall/claims.hpp"
#include "tools/recall/path.hpp"
#include "tools/recall/tables.hpp"

namespace heed {
namespace {

/// What the documents say of paths; of a state space they say nothing.
struct DocumentedPath {
  const char* kind;
  PathGrowth growth;
};
constexpr DocumentedPath documented_paths[]{{"attention", PathGrowth::constant},
                                            {"convolution", PathGrowth::logarithmic},
                                            {"LSTM", PathGrowth::linear},
                                            {"RNN", PathGrowth::linear}};

}  // namespace

JudgedClaim judge_path(const std::vector<RecallCell>& cells) {
  JudgedClaim claim{.text = both("C8: {}", "C8: {}이다", c8_path)};
  std::vector<ClaimVerdict> verdicts;
  for (const auto& [kind, growth] : documented_paths) {
    const Curve steps = path_curve(cells, kind);
    const std::optional<PathGrowth> measured = path_growth(steps);
    verdicts.push_back(steps.size() < 3 ? ClaimVerdict::not_measured : holds_where(measured == growth));
  }
  claim.verdict = together(verdicts);
  if (claim.verdict == ClaimVerdict::not_measured) {
    claim.measured = {"takes three distances at least", "거리가 셋 이상 있어야 합니다"};
    return claim;
  }
  Bilingual list;
  for (const RecallKind& kind : recall_kinds()) {
    const Curve steps = path_curve(cells, kind.name);
    if (steps.empty()) continue;
    const std::string near = grouped(std::llround(steps.front().second)),
                      far = grouped(std::llround(steps.back().second));
    add_part(list, number_of(kind.name, fmt::format("{} ({}{})", path_text(cells, kind.name), near,
                                                    far == near ? "" : " … " + far)));
  }
  const Curve steps = path_curve(cells, documented_paths[0].kind);
  claim.measured =
      both("over {} to {} tokens a path takes so many steps: {}", "{}…{} 토큰 너머의 경로가 걸리는 걸음: {}",
           steps.front().first, steps.back().first, list);
  return claim;
}

}  // namespace heed
