// The file of a run, as it is read.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed {

/// The JSON object in it; comments are left out. Throws UsageError for a file that cannot be read, is empty,
/// no UTF-8 or no such object, or has a key twice.
nlohmann::json read_config(const std::string& file);

}  // namespace heed
