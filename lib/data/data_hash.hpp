// Hashes what a training sees of its data: a saved state belongs to data with the same hash.
#pragma once

#include <string>
#include <vector>

#include "lib/data/batches.hpp"

namespace heed {

/// Hashes the token ids of both parts in order, and the references that validation is scored against.
std::string data_hash(const std::vector<Example>& train_set, const std::vector<Example>& valid_set,
                      const std::vector<std::string>& valid_references = {});

/// Hashes texts in their order.
std::string text_hash(const std::vector<std::string>& texts);

}  // namespace heed
