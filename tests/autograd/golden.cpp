#include "tests/autograd/golden.hpp"

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace heed::testing {
namespace {

Shape shape_of(const nlohmann::json& dims) {
  const auto list = dims.get<std::vector<std::int64_t>>();
  return Shape(std::span<const std::int64_t>(list));
}

const std::map<std::string, Golden>& goldens() {
  static const std::map<std::string, Golden> all = [] {
    std::ifstream file(HEED_SOURCE_DIR "/tests/golden/ops.json");
    std::map<std::string, Golden> read;
    const nlohmann::json document = nlohmann::json::parse(file);
    for (const auto& [key, value] : document.items()) {
      Golden g;
      for (const auto& dims : value["shapes"]) g.shapes.push_back(shape_of(dims));
      g.inputs = value["inputs"].get<std::vector<std::vector<double>>>();
      g.upstream = value["upstream"].get<std::vector<double>>();
      g.output_shape = shape_of(value["output_shape"]);
      g.output = value["output"].get<std::vector<double>>();
      g.gradients = value["gradients"].get<std::vector<std::vector<double>>>();
      read.emplace(key, std::move(g));
    }
    return read;
  }();
  return all;
}

}  // namespace

const Golden* find_golden(const std::string& key) {
  const auto found = goldens().find(key);
  return found == goldens().end() ? nullptr : &found->second;
}

std::vector<std::string> golden_keys() {
  std::vector<std::string> keys;
  for (const auto& [key, golden] : goldens()) keys.push_back(key);
  return keys;
}

}  // namespace heed::testing
