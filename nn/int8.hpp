// Weights in 8 bits, for a model that only decodes.
#pragma once

#include "nn/module.hpp"

namespace heed::inline HEED_PRECISION {

/// The memory of a model's matrices before and after.
struct Int8Report {
  std::int64_t float_bytes = 0, int8_bytes = 0;
};

/// Turns every matrix of the model (projections, embeddings) into 8 bits with a scale for each row
/// (lib/array/int8_matrix.hpp) and gives its floats back. Biases, norms and recurrent weights stay. What the
/// model computes changes a little; its file does not. Throws Error that names the parameter if a weight is
/// not finite; the model then stays as it was.
Int8Report to_int8(const Module& model);

}  // namespace heed
