// Which words of two languages belong together, learned from sentences and their translations.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace heed {

/// The words of the other language for a word: one of them stands in its translations.
using Counterparts = std::map<std::string, std::vector<std::string>>;

/// Learns from sentences and their translations, line by line, by IBM's model 1 (Brown et al. 1993): the
/// fewest most probable words of which one stands in (nearly) every translation. Words with few lines also
/// have the counterparts of those that begin as they do (바쁘지만 as 바쁘지). Words that go with too many
/// others, as "the", have none. Reads 100,000 lines at most; throws Error if there are not as many of both.
Counterparts learn_counterparts(const std::vector<std::vector<std::string>>& sentences,
                                const std::vector<std::vector<std::string>>& others);

/// Returns the words of a sentence that have counterparts, and more often than these are in its translation.
/// A word of that which has one of the sentence among its own (`of_others`) counts for it, too.
std::vector<std::string> without_counterpart(const Counterparts& counterparts,
                                             const std::vector<std::string>& words,
                                             const std::vector<std::string>& others,
                                             const Counterparts& of_others = {});

}  // namespace heed
