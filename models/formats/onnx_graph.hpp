// A graph of ONNX (https://onnx.ai) in the making: nodes that compute, and the weights that they compute
// with.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// The numbers are those of TensorProto.DataType.
enum class OnnxType { float32 = 1, int64 = 7 };

/// A constant; its elements in row-major order, little-endian.
struct OnnxTensor {
  std::string name;
  OnnxType type = OnnxType::float32;
  std::vector<std::int64_t> shape{};
  std::string bytes{};
};

/// How long an axis is: a number, or a name for what each call may choose ("batch").
using OnnxLength = std::variant<std::int64_t, std::string>;

/// A value that goes into the graph, or comes out.
struct OnnxPort {
  std::string name;
  OnnxType type = OnnxType::float32;
  std::vector<OnnxLength> shape{};
};

struct OnnxAttribute {
  std::string name;
  std::variant<std::int64_t, float, std::vector<std::int64_t>> value;
};

/// An operator of opset 17, what it reads and what it writes.
struct OnnxNode {
  std::string op;
  std::vector<std::string> inputs, outputs;
  std::vector<OnnxAttribute> attributes{};
};

/// Values have names. Each function adds something and gives the name of the value that it makes, for those
/// that follow: so the nodes stand in an order in which they can be computed.
struct OnnxGraph {
  using Name = std::string;
  static constexpr std::int64_t opset = 17, ir_version = 8;

  std::string name;
  std::vector<OnnxPort> inputs{}, outputs{};
  std::vector<OnnxTensor> constants{};
  std::vector<OnnxNode> nodes{};

  Name add_input(OnnxPort port);
  /// Gives `value` out under the name of the port.
  void add_output(const Name& value, OnnxPort port);

  /// Adds a constant; what has been added under its name is not added again.
  Name constant(OnnxTensor tensor);
  bool has(const std::string& constant) const;
  /// Doubles become floats.
  Name weight(const std::string& weight_name, const Array& array);
  Name number(double value);                               // ()
  Name integer(std::int64_t value);                        // ()
  Name integers(const std::vector<std::int64_t>& values);  // (n)

  /// The value of an operator.
  Name node(const std::string& op, std::vector<Name> of, std::vector<OnnxAttribute> attributes = {});
  /// Parts of x of the same length along an axis.
  std::vector<Name> split(const Name& x, std::size_t parts, std::int64_t axis);
};

/// The bytes of an .onnx file: a ModelProto of onnx.proto. Throws UsageError for a model of 2 GB or more,
/// where protocol buffers end.
std::string onnx_bytes(const OnnxGraph& graph);

}  // namespace heed
