#include "models/formats/onnx_graph.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <protozero/pbf_builder.hpp>

#include "lib/core/error.hpp"

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

// ---- the bytes of a file ----
// Not by libprotobuf and libonnx: libsentencepiece brings a libprotobuf of its own, older and with the same
// symbols, and a program cannot have both.

namespace {

// The fields of onnx.proto that are written, and their numbers.
enum class ModelProto : protozero::pbf_tag_type { ir_version = 1, producer_name, graph = 7, opset_import };
enum class OperatorSet : protozero::pbf_tag_type { domain = 1, version };
enum class GraphProto : protozero::pbf_tag_type { node = 1, name, initializer = 5, input = 11, output };
enum class NodeProto : protozero::pbf_tag_type { input = 1, output, name, op_type, attribute };
enum class AttributeProto : protozero::pbf_tag_type { name = 1, f, i, ints = 8, type = 20 };
enum class TensorProto : protozero::pbf_tag_type { dims = 1, data_type, name = 8, raw_data };
enum class ValueInfo : protozero::pbf_tag_type { name = 1, type };
enum class TypeProto : protozero::pbf_tag_type { tensor_type = 1 };
enum class TensorType : protozero::pbf_tag_type { elem_type = 1, shape };
enum class TensorShape : protozero::pbf_tag_type { dim = 1 };
enum class Dimension : protozero::pbf_tag_type { dim_value = 1, dim_param };
// AttributeProto.AttributeType
constexpr int float_attribute = 1, int_attribute = 2, ints_attribute = 7;

template <typename Field>
using Builder = protozero::pbf_builder<Field>;

template <typename Parent, typename Field>
void add_port(Builder<Parent>& parent, Field field, const OnnxPort& port) {
  Builder<ValueInfo> value(parent, field);
  value.add_string(ValueInfo::name, port.name);
  Builder<TypeProto> type(value, ValueInfo::type);
  Builder<TensorType> tensor(type, TypeProto::tensor_type);
  tensor.add_int32(TensorType::elem_type, static_cast<std::int32_t>(port.type));
  Builder<TensorShape> shape(tensor, TensorType::shape);
  for (const OnnxLength& length : port.shape) {
    Builder<Dimension> dimension(shape, TensorShape::dim);
    if (const auto* number = std::get_if<std::int64_t>(&length))
      dimension.add_int64(Dimension::dim_value, *number);
    else
      dimension.add_string(Dimension::dim_param, std::get<std::string>(length));
  }
}

void add_attribute(Builder<NodeProto>& node, const OnnxAttribute& given) {
  Builder<AttributeProto> attribute(node, NodeProto::attribute);
  attribute.add_string(AttributeProto::name, given.name);
  int type = ints_attribute;
  if (const auto* number = std::get_if<float>(&given.value)) {
    attribute.add_float(AttributeProto::f, *number);
    type = float_attribute;
  } else if (const auto* integer = std::get_if<std::int64_t>(&given.value)) {
    attribute.add_int64(AttributeProto::i, *integer);
    type = int_attribute;
  } else {
    for (const std::int64_t i : std::get<std::vector<std::int64_t>>(given.value))
      attribute.add_int64(AttributeProto::ints, i);
  }
  attribute.add_enum(AttributeProto::type, type);
}

void add_node(Builder<GraphProto>& graph, const OnnxNode& given) {
  Builder<NodeProto> node(graph, GraphProto::node);
  for (const std::string& name : given.inputs) node.add_string(NodeProto::input, name);
  for (const std::string& name : given.outputs) node.add_string(NodeProto::output, name);
  node.add_string(NodeProto::name, given.outputs.front());
  node.add_string(NodeProto::op_type, given.op);
  for (const OnnxAttribute& attribute : given.attributes) add_attribute(node, attribute);
}

void add_tensor(Builder<GraphProto>& graph, const OnnxTensor& given) {
  Builder<TensorProto> tensor(graph, GraphProto::initializer);
  for (const std::int64_t length : given.shape) tensor.add_int64(TensorProto::dims, length);
  tensor.add_int32(TensorProto::data_type, static_cast<std::int32_t>(given.type));
  tensor.add_string(TensorProto::name, given.name);
  tensor.add_bytes(TensorProto::raw_data, given.bytes);
}

void add_graph(Builder<ModelProto>& model, const OnnxGraph& given) {
  Builder<GraphProto> graph(model, ModelProto::graph);
  for (const OnnxNode& node : given.nodes) add_node(graph, node);
  graph.add_string(GraphProto::name, given.name);
  for (const OnnxTensor& tensor : given.constants) add_tensor(graph, tensor);
  for (const OnnxPort& port : given.inputs) add_port(graph, GraphProto::input, port);
  for (const OnnxPort& port : given.outputs) add_port(graph, GraphProto::output, port);
}

}  // namespace

std::string onnx_bytes(const OnnxGraph& given) {
  constexpr std::size_t names = 10'000'000;  // all that is no weight
  std::size_t size = names;
  for (const OnnxTensor& tensor : given.constants) size += tensor.bytes.size();
  if (size > std::numeric_limits<std::int32_t>::max())
    throw_error<UsageError>("the weights of {} have {} MB: an .onnx file holds less than 2 GB", given.name,
                            (size - names) >> 20);
  std::string bytes;
  Builder<ModelProto> model(bytes);
  model.add_int64(ModelProto::ir_version, OnnxGraph::ir_version);
  model.add_string(ModelProto::producer_name, "heed");
  add_graph(model, given);
  Builder<OperatorSet> set(model, ModelProto::opset_import);
  set.add_string(OperatorSet::domain, "");
  set.add_int64(OperatorSet::version, OnnxGraph::opset);
  return bytes;
}

}  // namespace heed
