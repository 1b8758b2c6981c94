// What a training sees of its data, as a hash: does a saved state belong to them?
#pragma once

#include <string>
#include <vector>

#include "lib/data/batches.hpp"

namespace heed {

/// Of the token ids of both parts, in their order, and of the references that validation is scored against.
std::string data_hash(const std::vector<Example>& train_set, const std::vector<Example>& valid_set,
                      const std::vector<std::string>& valid_references = {});

/// Of texts in their order.
std::string text_hash(const std::vector<std::string>& texts);

}  // namespace heed
