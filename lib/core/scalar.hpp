// The one number type. Training uses float; the same sources are built a second time with double, so that
// gradients can be checked against central differences. Readers of the code see neither templates nor dtypes.
#pragma once

/// All that depends on Scalar stands in an inline namespace that is called after it: the linker tells the two
/// builds apart, and a program can use both.
#ifdef HEED_DOUBLE
#define HEED_PRECISION f64
#else
#define HEED_PRECISION f32
#endif

namespace heed {

#ifdef HEED_DOUBLE
using Scalar = double;
#else
using Scalar = float;
#endif

}  // namespace heed
