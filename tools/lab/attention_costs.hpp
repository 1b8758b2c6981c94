// C5 as it comes out of what was measured.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/attention/claims.hpp"
#include "tools/attention/plot.hpp"
#include "tools/lab/claim.hpp"

namespace heed {

/// Each statement by itself. What holds, what does not, and three kinds of which neither can be said: inside
/// the noise, measured once, not measured. All that hold make it hold, some make it hold in part; where none
/// was told, it is noise if one was too noisy, and not measured otherwise.
Finding found_of_attention(const std::vector<AttentionClaim>& claims);

/// Milliseconds of each kind of attention; a curve for each is in the order of attention_kinds().
LabTable times_by_length(const std::vector<std::int64_t>& lengths, const std::vector<PlotCurve>& curves);

/// What a cell of these tables, or the name of a kind, is in Korean. attention_words.cpp
std::optional<std::string> attention_word(const std::string& cell);

}  // namespace heed
