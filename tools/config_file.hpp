// The file of a run, as --config names it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed {

/// Its JSON object; comments are allowed. Throws UsageError, which names the file, where it cannot be read,
/// is longer than 1 MB, no object, or has a name twice.
nlohmann::json read_config_file(const std::string& file);

}  // namespace heed
