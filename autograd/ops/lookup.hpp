#pragma once

#include "autograd/variable.hpp"
#include "lib/core/tokens.hpp"

namespace heed::inline HEED_PRECISION {

struct EmbeddingOptions {
  /// Rows with this id get no gradient (PyTorch's padding_idx); -1 means none.
  std::int32_t padding_idx = -1;
  /// The result is multiplied by this: √d_model in the Transformer (Vaswani et al. 2017, section 3.4).
  Scalar scale = 1;
};

/// Row ids[i] of `weight` (V, C) for each token: ids (…) -> (…, C). The gradient of a row used twice is the
/// sum. Throws Error naming the first id outside 0…V-1.
Variable embedding(const Variable& weight, const Tokens& ids, EmbeddingOptions options = {});

}  // namespace heed
