#include "tools/compare/claim_verdict.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heed {

const Bilingual& verdict_text(ClaimVerdict verdict) {
  static const Bilingual texts[]{{"holds", "맞습니다"},
                                 {"holds in part", "일부만 맞습니다"},
                                 {"does not hold", "맞지 않습니다"},
                                 {"inside the noise", "잡음 안에 있습니다"},
                                 {"one seed cannot tell", "시드 하나로는 알 수 없습니다"},
                                 {"measured once", "한 번만 재었습니다"},
                                 {"not measured", "재지 못했습니다"}};
  return texts[static_cast<int>(verdict)];
}

std::string verdict_name(ClaimVerdict verdict) { return verdict_text(verdict).english; }

ClaimVerdict together(const std::vector<ClaimVerdict>& verdicts) {
  using enum ClaimVerdict;
  const auto number = [&](ClaimVerdict verdict) { return std::ranges::count(verdicts, verdict); };
  if (number(holds) + number(holds_in_part) > 0)
    return number(holds) == std::ssize(verdicts) ? holds : holds_in_part;
  for (const ClaimVerdict verdict : {does_not_hold, inside_the_noise, one_seed, measured_once})
    if (number(verdict) > 0) return verdict;
  return not_measured;
}

ClaimVerdict by_majority(const std::vector<ClaimVerdict>& verdicts) {
  using enum ClaimVerdict;
  const auto holding = std::ranges::count(verdicts, holds);
  if (holding > 0) return 2 * holding > std::ssize(verdicts) ? holds : holds_in_part;
  for (const ClaimVerdict verdict : {does_not_hold, not_measured})
    if (std::ranges::count(verdicts, verdict) == std::ssize(verdicts)) return verdict;
  return inside_the_noise;
}

nlohmann::json json_of(const Bilingual& text) {
  return {{"en", text.in(Language::english)}, {"ko", text.in(Language::korean)}};
}

nlohmann::json json_of(const JudgedClaim& claim) {
  nlohmann::json json{{"verdict", json_of(verdict_text(claim.verdict))}};
  if (!claim.text.english.empty()) json["claim"] = json_of(claim.text);
  if (!claim.measured.english.empty()) json["measured"] = json_of(claim.measured);
  return json;
}

}  // namespace heed
