#include <limits>
#include <protozero/pbf_builder.hpp>

#include "lib/core/error.hpp"
#include "models/formats/onnx_graph.hpp"

// Not by libprotobuf and libonnx: libsentencepiece brings a libprotobuf of its own, older and with the same
// symbols, and a program cannot have both.
namespace heed::inline HEED_PRECISION {
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
using Message = protozero::pbf_builder<Field>;

template <typename Parent, typename Field>
void add_port(Message<Parent>& parent, Field field, const OnnxPort& port) {
  Message<ValueInfo> value(parent, field);
  value.add_string(ValueInfo::name, port.name);
  Message<TypeProto> type(value, ValueInfo::type);
  Message<TensorType> tensor(type, TypeProto::tensor_type);
  tensor.add_int32(TensorType::elem_type, static_cast<std::int32_t>(port.type));
  Message<TensorShape> shape(tensor, TensorType::shape);
  for (const OnnxLength& length : port.shape) {
    Message<Dimension> dimension(shape, TensorShape::dim);
    if (const auto* number = std::get_if<std::int64_t>(&length))
      dimension.add_int64(Dimension::dim_value, *number);
    else
      dimension.add_string(Dimension::dim_param, std::get<std::string>(length));
  }
}

void add_attribute(Message<NodeProto>& node, const OnnxAttribute& given) {
  Message<AttributeProto> attribute(node, NodeProto::attribute);
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

void add_node(Message<GraphProto>& graph, const OnnxNode& given) {
  Message<NodeProto> node(graph, GraphProto::node);
  for (const std::string& name : given.inputs) node.add_string(NodeProto::input, name);
  for (const std::string& name : given.outputs) node.add_string(NodeProto::output, name);
  node.add_string(NodeProto::name, given.outputs.front());
  node.add_string(NodeProto::op_type, given.op);
  for (const OnnxAttribute& attribute : given.attributes) add_attribute(node, attribute);
}

void add_tensor(Message<GraphProto>& graph, const OnnxTensor& given) {
  Message<TensorProto> tensor(graph, GraphProto::initializer);
  for (const std::int64_t length : given.shape) tensor.add_int64(TensorProto::dims, length);
  tensor.add_int32(TensorProto::data_type, static_cast<std::int32_t>(given.type));
  tensor.add_string(TensorProto::name, given.name);
  tensor.add_bytes(TensorProto::raw_data, given.bytes);
}

void add_graph(Message<ModelProto>& model, const OnnxGraph& given) {
  Message<GraphProto> graph(model, ModelProto::graph);
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
  Message<ModelProto> model(bytes);
  model.add_int64(ModelProto::ir_version, OnnxGraph::ir_version);
  model.add_string(ModelProto::producer_name, "heed");
  add_graph(model, given);
  Message<OperatorSet> set(model, ModelProto::opset_import);
  set.add_string(OperatorSet::domain, "");
  set.add_int64(OperatorSet::version, OnnxGraph::opset);
  return bytes;
}

}  // namespace heed
