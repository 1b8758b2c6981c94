// The file of a run, as it is read.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace heed {

struct ConfigFile {
  nlohmann::json settings;            // an object
  std::map<std::string, long> lines;  // of its keys, from 1
};

/// The JSON object in it; comments are left out. Throws UsageError for a file that cannot be read, is empty,
/// no UTF-8 or no such object, or has a key twice.
ConfigFile read_config(const std::string& file);

}  // namespace heed
