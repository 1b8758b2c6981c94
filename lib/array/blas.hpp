// OpenBLAS itself: which of its kernels compute, its threads, its memory.
#pragma once

#include <string>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// To be called before each product; only the first call does anything. Gives OpenBLAS one thread, as the
/// team of threads is ours; takes its work buffers; and on an x86-64 processor newer than the library, for
/// which it would take kernels of 2004, names newer ones (as $OPENBLAS_CORETYPE, for programs started from
/// here as well). Where that variable is set already, it decides. Throws MemoryError.
void prepare_blas();

/// Which kernel the BLAS library chose for this processor, and its version: "OpenBLAS 0.3.21 SkylakeX".
std::string blas_description();

}  // namespace heed
