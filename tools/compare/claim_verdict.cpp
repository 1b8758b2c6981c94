#include "tools/compare/claim_verdict.hpp"

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

ClaimVerdict together(ClaimVerdict one, ClaimVerdict other) {
  for (const ClaimVerdict silent :
       {ClaimVerdict::not_measured, ClaimVerdict::measured_once, ClaimVerdict::one_seed}) {
    if (one == other || other == silent) return one;
    if (one == silent) return other;
  }
  const auto either = [&](ClaimVerdict verdict) { return one == verdict || other == verdict; };
  if (either(ClaimVerdict::holds) || either(ClaimVerdict::holds_in_part)) return ClaimVerdict::holds_in_part;
  return ClaimVerdict::does_not_hold;  // in one way, and in the other it cannot be told
}

}  // namespace heed
