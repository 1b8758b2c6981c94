#include "tools/scoring/sacrebleu_spellings.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace heed {

void spell_out_sacrebleu(std::vector<const char*>& words) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 12> spellings{
      {{"-tok", "--tokenize"},
       {"-lc", "--lowercase"},
       {"-sv", "--smooth-value"},
       {"-nr", "--num-refs"},
       {"-cc", "--chrf-char-order"},
       {"-cw", "--chrf-word-order"},
       {"-sl", "--sentence-level"},
       {"-sh", "--short"},
       {"-ci", "--confidence"},
       {"-cin", "--confidence-n"},
       {"-pbs", "--paired-bs"},
       {"-pbsn", "--paired-bs-n"}}};
  if (words.size() < 2 || std::string_view(words[1]) != "score") return;
  for (const char*& word : words) {
    if (std::string_view(word) == "--") return;
    for (const auto& [brief, full] : spellings)
      if (brief == word) word = full;
  }
}

}  // namespace heed
