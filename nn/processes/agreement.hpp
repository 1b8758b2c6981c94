// Says if all processes have the same.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "nn/processes/communicator.hpp"
#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {

/// Names each fact, with its value or a hash of it.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// Compares the facts of all processes; to be called by each. Throws Error on every one of them where a
/// process has another value than process 0: with its rank, the fact, and both values.
void check_agreement(Communicator& processes, const std::string& when, const Facts& facts);

/// content_hash() of names, shapes and elements.
std::string hash_of(const StateDict& tensors);

}  // namespace heed
