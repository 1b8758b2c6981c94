// The kernels that compute, OpenBLAS's and our own, and the processor that runs them: what a figure depends
// on beside the source.
#pragma once

#include <string>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// To be called before each product; only the first call does anything. Gives OpenBLAS one thread, as the
/// team of threads is ours; takes its work buffers; and on an x86-64 processor newer than the library, for
/// which it would take kernels of 2004, names newer ones (as $OPENBLAS_CORETYPE, for programs started from
/// here as well). Where that variable is set already, it decides. Throws MemoryError.
void prepare_blas();

/// Returns the version of the BLAS library and the kernel that it chose for this processor: "OpenBLAS 0.3.21
/// SkylakeX".
std::string blas_description();

/// The vector instructions that heed's kernels were built for: "avx512bw, 16 floats at once, fused".
/// "fused": a b + c is rounded once.
std::string simd_level();

/// "Intel(R) Xeon(R) Processor", "AMD EPYC 9354 …"; on arm64, which knows no names,
/// "arm64, implementer 0x41, part 0xd40"; "unknown" where there is no /proc/cpuinfo.
std::string processor_name();

}  // namespace heed
