// Which words of two languages belong together, learned from sentences and their translations.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace heed {

/// The words of the other language for a word: one of them stands in its translations.
using Counterparts = std::map<std::string, std::vector<std::string>>;

/// The counterparts of the words of `sentences`, whose translations are `others`, line by line: by IBM's
/// model 1 (Brown et al. 1993), t(other | word), the most probable that together are in the translation of
/// (nearly) every sentence with the word; of a word with few lines also those of words that begin as it does,
/// of a rare one (바쁘지만 beside 바쁘지) those alone. Left out: words that have no few counterparts, as
/// "the". Of more than 100,000 lines the first are read. Throws Error if there are not as many of both.
Counterparts learn_counterparts(const std::vector<std::vector<std::string>>& sentences,
                                const std::vector<std::vector<std::string>>& others);

/// Words of a sentence that its translation has not said, or not as often: each that has counterparts, and
/// more often than these are among `others`. Another word is one, too, where it has this word among its own
/// (`of_others`): of a rare word the one side knows less than the other.
std::vector<std::string> without_counterpart(const Counterparts& counterparts,
                                             const std::vector<std::string>& words,
                                             const std::vector<std::string>& others,
                                             const Counterparts& of_others = {});

}  // namespace heed
