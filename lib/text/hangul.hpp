// The final consonant (받침, jongseong) of a Korean word: it chooses the particle. 사과를 but 책을; 서울로
// but 집으로.
#pragma once

#include <optional>
#include <string_view>

namespace heed {

/// Index of ㄹ among the finals: (으)로 and its like treat it as if there were none.
inline constexpr int final_rieul = 8;

/// Final consonant of the word's last syllable: 0 none, 1 ㄱ ... 8 ㄹ ... 27 ㅎ, as Unicode numbers them:
/// (c − 0xAC00) mod 28. Nothing if the word does not end in a Hangul syllable. The word is normalised to NFC
/// first. Throws Error if it is not UTF-8.
std::optional<int> final_consonant(std::string_view word);

}  // namespace heed
