// Reading the golden files of tests/golden.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
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

/// references[stream][segment] to references[segment], leaving out null.
inline std::vector<std::vector<std::string>> by_segment(const Json& streams) {
  std::vector<std::vector<std::string>> out(streams.at(0).size());
  for (const Json& stream : streams)
    for (std::size_t i = 0; i < out.size(); ++i)
      if (!stream.at(i).is_null()) out[i].push_back(stream.at(i));
  return out;
}

inline std::optional<double> number_or_nothing(const Json& value) {
  if (value.is_null()) return std::nullopt;
  return value.get<double>();
}

}  // namespace heed::golden
