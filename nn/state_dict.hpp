// Named arrays: what modules and optimisers give out to be kept, and take back.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// Names and values in the order of declaration. The arrays are shared, not copied: whoever writes to them
/// next makes a copy.
using StateDict = std::vector<std::pair<std::string, Array>>;

/// The tensor of that name; null if there is none. It lives as long as the state dict.
inline const Array* find_tensor(const StateDict& all, const std::string& name) {
  const auto found = std::ranges::find(all, name, &StateDict::value_type::first);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace heed
