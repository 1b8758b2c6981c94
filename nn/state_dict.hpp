// Named arrays: what modules and optimisers give out to be kept, and take back.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// Names and values in the order of declaration. The arrays are shared, not copied: whoever writes to them
/// next makes a copy.
using StateDict = std::vector<std::pair<std::string, Array>>;

}  // namespace heed
