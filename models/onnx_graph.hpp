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
enum class OnnxType { float32 = 1, int64 = 7, boolean = 9 };

/// A constant; its elements in row-major order, little-endian.
struct OnnxTensor {
  std::string name;
  OnnxType type = OnnxType::float32;
  std::vector<std::int64_t> shape{};
  std::string bytes{};
};

/// How long an axis is: a number, or a name for what each call may choose ("batch").
using OnnxLength = std::variant<std::int64_t, std::string>;

/// What goes into the graph, or comes out.
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
class OnnxGraph {
 public:
  using Name = std::string;
  static constexpr std::int64_t opset = 17, ir_version = 8;

  explicit OnnxGraph(std::string name) : name_(std::move(name)) {}

  Name input(OnnxPort port);
  /// Gives `value` out under the name of the port.
  void output(const Name& value, OnnxPort port);

  /// Constants; what has been added under a name is not added again. Doubles become floats.
  Name weight(const std::string& name, const Array& array);
  Name booleans(const std::string& name, std::vector<std::int64_t> shape, std::string bytes);
  Name number(double value);                               // ()
  Name integer(std::int64_t value);                        // ()
  Name integers(const std::vector<std::int64_t>& values);  // (n)
  bool has(const std::string& constant) const;

  /// The value of an operator; nodes() of one with several.
  Name node(const std::string& op, std::vector<Name> inputs, std::vector<OnnxAttribute> attributes = {});
  std::vector<Name> nodes(const std::string& op, std::vector<Name> inputs, std::size_t outputs,
                          std::vector<OnnxAttribute> attributes = {});

  const std::string& name() const { return name_; }
  const std::vector<OnnxPort>& inputs() const { return inputs_; }
  const std::vector<OnnxPort>& outputs() const { return outputs_; }
  const std::vector<OnnxTensor>& constants() const { return constants_; }
  const std::vector<OnnxNode>& all_nodes() const { return nodes_; }

 private:
  Name constant(OnnxTensor tensor);

  std::string name_;
  std::vector<OnnxPort> inputs_, outputs_;
  std::vector<OnnxTensor> constants_;
  std::vector<OnnxNode> nodes_;
};

}  // namespace heed
