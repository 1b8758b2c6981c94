// Blocks of a matrix, copied to where a product reads them in order: rows as they are, or turned round.
#pragma once

#include <cstdint>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// to[p * pitch + j] = from[j * stride + p] for k rows p of n columns j, which are filled up with zeros to
/// `pitch`, a multiple of the vector length: in squares of one vector's side.
void copy_transposed(const Scalar* from, std::int64_t stride, std::int64_t k, std::int64_t n, Scalar* to,
                     std::int64_t pitch);

/// k rows of n numbers, row p from `from` + p * stride to `to` + p * pitch, filled up with zeros to `pitch`.
void copy_rows(const Scalar* from, std::int64_t stride, std::int64_t k, std::int64_t n, Scalar* to,
               std::int64_t pitch);

}  // namespace heed
