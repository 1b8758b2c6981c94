// The one number type. Training uses float; the same sources are built a second time with double, so that
// gradients can be checked against central differences. Readers of the code see neither templates nor dtypes.
#pragma once

namespace heed {

#ifdef HEED_DOUBLE
using Scalar = double;
#else
using Scalar = float;
#endif

}  // namespace heed
