// What came out of a comparison that a document's claim was put to.
#pragma once

#include <string>

#include "tools/language/language.hpp"

namespace heed {

enum class ClaimVerdict {
  holds,
  holds_in_part,
  does_not_hold,
  inside_the_noise,
  one_seed,
  measured_once,
  not_measured
};

const Bilingual& verdict_text(ClaimVerdict verdict);
/// As JSON has it: "holds", "holds in part", "does not hold", "inside the noise", "one seed cannot
/// tell", "measured once", "not measured".
std::string verdict_name(ClaimVerdict verdict);

/// What two judgements of one claim say together: one that was not measured, or by one seed alone,
/// says nothing; one that holds, beside one that does not or is inside the noise, holds in part.
ClaimVerdict together(ClaimVerdict one, ClaimVerdict other);

}  // namespace heed
