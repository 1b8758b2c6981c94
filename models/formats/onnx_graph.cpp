#include "models/formats/onnx_graph.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

namespace heed::inline HEED_PRECISION {
namespace {

template <typename T>
std::string bytes_of(const std::vector<T>& values) {
  static_assert(std::endian::native == std::endian::little);
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

}  // namespace

OnnxGraph::Name OnnxGraph::add_input(OnnxPort port) { return inputs.emplace_back(std::move(port)).name; }

void OnnxGraph::add_output(const Name& value, OnnxPort port) {
  nodes.push_back({.op = "Identity", .inputs = {value}, .outputs = {port.name}});
  outputs.push_back(std::move(port));
}

bool OnnxGraph::has(const std::string& constant_name) const {
  return std::ranges::find(constants, constant_name, &OnnxTensor::name) != constants.end();
}

OnnxGraph::Name OnnxGraph::constant(OnnxTensor tensor) {
  Name made = tensor.name;
  if (!has(made)) constants.push_back(std::move(tensor));
  return made;
}

OnnxGraph::Name OnnxGraph::weight(const std::string& weight_name, const Array& array) {
  if (has(weight_name)) return weight_name;
  const std::span<const Scalar> values = array.values();
  return constant({.name = weight_name,
                   .shape = {array.shape().begin(), array.shape().end()},
                   .bytes = bytes_of(std::vector<float>(values.begin(), values.end()))});
}

OnnxGraph::Name OnnxGraph::number(double value) {
  return constant({.name = fmt::format("float {}", value),
                   .bytes = bytes_of(std::vector<float>{static_cast<float>(value)})});
}

OnnxGraph::Name OnnxGraph::integer(std::int64_t value) {
  return constant({.name = fmt::format("int {}", value),
                   .type = OnnxType::int64,
                   .bytes = bytes_of(std::vector<std::int64_t>{value})});
}

OnnxGraph::Name OnnxGraph::integers(const std::vector<std::int64_t>& values) {
  return constant({.name = fmt::format("ints {}", fmt::join(values, " ")),
                   .type = OnnxType::int64,
                   .shape = {std::ssize(values)},
                   .bytes = bytes_of(values)});
}

OnnxGraph::Name OnnxGraph::node(const std::string& op, std::vector<Name> of,
                                std::vector<OnnxAttribute> attributes) {
  Name made = fmt::format("{} {}", op, nodes.size());
  nodes.push_back(
      {.op = op, .inputs = std::move(of), .outputs = {made}, .attributes = std::move(attributes)});
  return made;
}

std::vector<OnnxGraph::Name> OnnxGraph::split(const Name& x, std::size_t parts, std::int64_t axis) {
  std::vector<Name> made{node("Split", {x}, {{"axis", axis}})};
  for (std::size_t i = 1; i < parts; ++i) made.push_back(fmt::format("{}.{}", made.front(), i));
  nodes.back().outputs = made;
  return made;
}

}  // namespace heed
