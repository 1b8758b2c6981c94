// How many edits turn a translation into its reference, where moving words together is one edit: the count
// behind TER.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace heed {

/// Insertions, deletions, substitutions and shifts of neighbouring words, found as Tercom does (Snover et al.
/// 2006) with sacreBLEU's limits. Which shifts are best is not known short of trying all, so the search is
/// greedy: as long as a shift lowers the edit distance, the one that lowers it most is made (of equal ones
/// the longest, then the first, then the one that moves to the earliest place). A shift moves at most 10
/// words, which stand in the reference at most 50 places away; both sides must be wrong where it takes and
/// where it puts; after 1000 tries the search ends. The edit distance is looked for near the diagonal only,
/// 25 words to either side. An empty reference costs as many edits as the hypothesis has words.
std::size_t translation_edits(std::span<const std::string_view> hypothesis,
                              std::span<const std::string_view> reference);

}  // namespace heed
