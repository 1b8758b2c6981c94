// The machine that a figure is of: scores and times belong to it (docs/numerics.md).
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace heed {

/// processor, processors (threads that this process computes with), memory_gib, simd (of heed's own kernels),
/// blas (library, version and kernel).
nlohmann::json describe_machine();

}  // namespace heed
