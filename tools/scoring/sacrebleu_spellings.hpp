// sacreBLEU's short options of several letters, which the command line does not know otherwise.
#pragma once

#include <vector>

namespace heed {

/// In the words of `heed score …`, -tok becomes --tokenize, -lc --lowercase, and so on; other commands'
/// words, and those after --, stay.
void spell_out_sacrebleu(std::vector<const char*>& words);

}  // namespace heed
