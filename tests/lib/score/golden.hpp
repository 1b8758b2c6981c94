// Reading the golden files of tests/golden.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace heed::golden {

using Json = nlohmann::json;

inline Json load_json(const std::string& name) {
  const std::string path = std::string(HEED_SOURCE_DIR) + "/tests/golden/" + name;
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot open " + path);
  return Json::parse(file);
}

inline std::vector<std::string> strings(const Json& list) { return list.get<std::vector<std::string>>(); }

}  // namespace heed::golden
