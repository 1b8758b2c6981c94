// A claim of documents that was put to measurements, and what came out.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

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
/// In English: "holds", "holds in part", "does not hold", "inside the noise", "one seed cannot tell",
/// "measured once", "not measured".
std::string verdict_name(ClaimVerdict verdict);

/// Of what is, or is not: holds, or does not.
inline ClaimVerdict holds_where(bool is) { return is ? ClaimVerdict::holds : ClaimVerdict::does_not_hold; }

/// What several judgements say together, each of which is asked for: it holds where all hold, in part where
/// some do (in part), also beside such as were not measured; else does not hold where one does not; else it
/// is noise where one is. Of such alone as were measured once, by one seed, or not, the one that knows most.
/// Not measured if there are none.
ClaimVerdict together(const std::vector<ClaimVerdict>& verdicts);

/// What several measurements of one thing say that need not always be so: it holds where more than half hold,
/// in part where some do; does not hold, or was not measured, where that is so of all; else it is noise.
ClaimVerdict by_majority(const std::vector<ClaimVerdict>& verdicts);

/// The power of the length with which a cost grows, and between what it lies.
struct MeasuredPower {
  double value = 0;
  std::optional<double> low{}, high{};
};

struct JudgedClaim {
  Bilingual text{};      // in the documents' words
  Bilingual measured{};  // with its numbers
  ClaimVerdict verdict = ClaimVerdict::not_measured;
  std::optional<MeasuredPower> power{};  // of claims on growth
};

/// {"en", "ko"}; what has no Korean is there in English twice.
nlohmann::json json_of(const Bilingual& text);

/// {"claim": {"en", "ko"}, "measured": {"en", "ko"}, "verdict": {"en", "ko"}}; a text that is empty is left
/// out.
nlohmann::json json_of(const JudgedClaim& claim);

}  // namespace heed
