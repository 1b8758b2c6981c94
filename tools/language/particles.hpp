// Korean particles behind words that are known only when a message is made.
#pragma once

#include <string>
#include <string_view>

namespace heed {

/// 을(를), 이(가), 은(는), 와(과) and (으)로 become the one that the word before them wants, by its last
/// sound: "헤드 2을(를)" -> "헤드 2를", "3.5(으)로" -> "3.5로", "(2, 1)을(를)" -> "(2, 1)을". Behind words of
/// other letters, whose reading is open, both stay.
std::string with_particles(std::string_view text);

}  // namespace heed
