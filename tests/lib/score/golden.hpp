// Reading the golden files of tests/golden.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heed::golden {

using Json = nlohmann::json;

inline Json load_json(const std::string& name) {
  return Json::parse(std::ifstream(std::string(HEED_SOURCE_DIR) + "/tests/golden/" + name));
}

inline std::vector<std::string> strings(const Json& list) { return list.get<std::vector<std::string>>(); }

}  // namespace heed::golden
