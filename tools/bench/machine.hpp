// The machine that is measured.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace heed {

/// processor, processors (that this process may use), memory_gib, simd (of heed's own kernels), blas
/// (library, version and kernel).
nlohmann::json describe_machine();

}  // namespace heed
