// Which vector instructions the kernels were built for.
#pragma once

#include <string>

namespace heed {

/// "avx512bw, 16 floats at once".
std::string simd_level();

}  // namespace heed
