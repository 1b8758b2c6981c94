// The mask of a batch of tokens.
#pragma once

#include "lib/array/mask.hpp"
#include "lib/core/tokens.hpp"

namespace heed::inline HEED_PRECISION {

/// ids (B, T): every query of batch b sees the keys that are not `pad`.
inline Mask padding_mask(const Tokens& ids, std::int32_t pad) {
  return Mask::padding(ids.ids(), ids.dim(0), ids.dim(1), pad);
}

}  // namespace heed
