// The token ids that are no words.
#pragma once

#include <cstdint>

namespace heed {

/// <pad> fills up short sequences, <bos> opens a target, <eos> closes a sequence, <unk> stands for words that
/// a vocabulary does not know.
struct SpecialIds {
  std::int32_t pad = 0, bos = 2, eos = 3;
};
inline constexpr std::int32_t unknown_id = 1;

}  // namespace heed
