#include "tests/autograd/op_table.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace heed::testing {
const nlohmann::json& goldens() {
  static const nlohmann::json all = [] {
    std::ifstream file(HEED_SOURCE_DIR "/tests/golden/ops.json");
    return nlohmann::json::parse(file);
  }();
  return all;
}

Shape shape_of(const nlohmann::json& dims) {
  const auto list = dims.get<std::vector<std::int64_t>>();
  return Shape(std::span<const std::int64_t>(list));
}

const std::vector<OpCase>& op_table() {
  static const std::vector<OpCase> cases = [] {
    OpTable table;
    add_elementary_rows(table);
    add_attention_rows(table);
    add_layer_rows(table);
    return table.cases;
  }();
  return cases;
}

const OpCase& op_case(const std::string& key) {
  const auto found = std::ranges::find(op_table(), key, &OpCase::key);
  if (found == op_table().end()) throw std::runtime_error("the op table has no " + key);
  return *found;
}

OpCase& OpTable::add(const std::string& op, const std::string& name, OpCall call) {
  const auto golden = goldens().find(op + "/" + name);
  if (golden == goldens().end()) throw std::runtime_error("ops.json has no " + op + "/" + name);
  std::vector<Shape> shapes;
  for (const nlohmann::json& dims : golden->at("shapes")) shapes.push_back(shape_of(dims));
  cases.push_back({op, name, std::move(shapes), std::move(call)});
  return cases.back();
}

void OpTable::add_others(const std::string& op, const OpCall& call, const std::string& part) {
  for (const auto& [key, golden] : goldens().items()) {
    if (!key.starts_with(op + "/")) continue;
    const std::string name = key.substr(op.size() + 1);
    if (name.find(part) == std::string::npos) continue;
    if (std::ranges::none_of(cases, [&, &k = key](const OpCase& c) { return c.key() == k; }))
      add(op, name, call);
  }
}

void OpTable::add_own(const std::string& why, std::string op, std::string name, std::vector<Shape> inputs,
                      OpCall call) {
  cases.push_back({std::move(op), std::move(name), std::move(inputs), std::move(call), why});
}

Tokens sample_tokens(const Shape& shape, int step, int first, std::int64_t bound) {
  std::vector<std::int32_t> ids;
  for (int i = 0; i < shape.size(); ++i) ids.push_back(static_cast<std::int32_t>((step * i + first) % bound));
  return {shape, std::move(ids)};
}

Array sample_mask(const Shape& shape) {
  Array mask(shape);
  Scalar* out = mask.mutable_data();
  for (std::int64_t i = 0; i < mask.size(); ++i) out[i] = i * 5 % 3 == 0 ? 1 : 0;
  return mask;
}

}  // namespace heed::testing
