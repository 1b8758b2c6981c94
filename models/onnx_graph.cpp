#include "models/onnx_graph.hpp"

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

OnnxGraph::Name OnnxGraph::input(OnnxPort port) { return inputs_.emplace_back(std::move(port)).name; }

void OnnxGraph::output(const Name& value, OnnxPort port) {
  nodes_.push_back({.op = "Identity", .inputs = {value}, .outputs = {port.name}});
  outputs_.push_back(std::move(port));
}

bool OnnxGraph::has(const std::string& name) const {
  return std::ranges::find(constants_, name, &OnnxTensor::name) != constants_.end();
}

OnnxGraph::Name OnnxGraph::constant(OnnxTensor tensor) {
  Name name = tensor.name;
  if (!has(name)) constants_.push_back(std::move(tensor));
  return name;
}

OnnxGraph::Name OnnxGraph::weight(const std::string& name, const Array& array) {
  if (has(name)) return name;
  const std::span<const Scalar> values = array.values();

  return constant({.name = name,
                   .shape = {array.shape().begin(), array.shape().end()},
                   .bytes = bytes_of(std::vector<float>(values.begin(), values.end()))});
}

OnnxGraph::Name OnnxGraph::booleans(const std::string& name, std::vector<std::int64_t> shape,
                                    std::string bytes) {
  return constant(
      {.name = name, .type = OnnxType::boolean, .shape = std::move(shape), .bytes = std::move(bytes)});
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

OnnxGraph::Name OnnxGraph::node(const std::string& op, std::vector<Name> inputs,
                                std::vector<OnnxAttribute> attributes) {
  return nodes(op, std::move(inputs), 1, std::move(attributes)).front();
}

std::vector<OnnxGraph::Name> OnnxGraph::nodes(const std::string& op, std::vector<Name> inputs,
                                              std::size_t outputs, std::vector<OnnxAttribute> attributes) {
  std::vector<Name> made;
  for (std::size_t i = 0; i < outputs; ++i)
    made.push_back(i == 0 ? fmt::format("{} {}", op, nodes_.size())
                          : fmt::format("{} {}.{}", op, nodes_.size(), i));
  nodes_.push_back(
      {.op = op, .inputs = std::move(inputs), .outputs = made, .attributes = std::move(attributes)});
  return made;
}

}  // namespace heed
