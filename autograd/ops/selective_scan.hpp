#pragma once

#include "autograd/variable.hpp"
#include "lib/array/selective_scan.hpp"

namespace heed::inline HEED_PRECISION {

struct SelectiveScanOptions {
  /// The tokens so far have left this, (B, D, N): read before the first token, written after the last, for
  /// decoding. Undefined at first: 0. No gradient flows through it.
  Array* state = nullptr;
};

/// A selective state space (S6: Gu & Dao 2023), the formulas are at lib/array/selective_scan.hpp: x and delta
/// (B, T, D), a (D, N), b and c (B, T, N), skip (D) -> (B, T, D). In linear time. Throws ShapeError.
Variable selective_scan(const Variable& x, const Variable& delta, const Variable& a, const Variable& b,
                        const Variable& c, const Variable& skip, SelectiveScanOptions options = {});

}  // namespace heed
