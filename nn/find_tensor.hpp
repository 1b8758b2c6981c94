// A tensor of a state dict by its name.
#pragma once

#include <algorithm>
#include <string>

#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {

/// Null if there is none. It lives as long as the state dict.
inline const Array* find_tensor(const StateDict& all, const std::string& name) {
  const auto found = std::ranges::find(all, name, &StateDict::value_type::first);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace heed
