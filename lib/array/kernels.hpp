// Names what a figure depends on beside the source: the kernels that computed it, and the processor that ran
// them.
#pragma once

#include <string>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// The vector instructions that heed's kernels were built for: "avx512bw, 16 floats at once, fused".
/// "fused": a b + c is rounded once.
std::string simd_level();

/// "Intel(R) Xeon(R) Processor", "AMD EPYC 9354 …"; on arm64, which knows no names,
/// "arm64, implementer 0x41, part 0xd40"; "unknown" where there is no /proc/cpuinfo.
std::string processor_name();

}  // namespace heed
