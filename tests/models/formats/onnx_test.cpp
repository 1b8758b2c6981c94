// ONNX: graphs that are well-formed, and files that say the same.
#include "models/formats/onnx.hpp"

#include <protozero/pbf_reader.hpp>
#include <set>

#include "lib/core/error.hpp"
#include "nn/state_dict.hpp"
#include "tests/catch.hpp"
#include "tests/models/formats/onnx_cases.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using namespace onnx_cases;

namespace {

/// Checks what the description of ONNX asks of a graph, for the operators that are used.
void check_well_formed(const OnnxGraph& graph) {
  std::set<std::string> known;
  const auto add = [&](const std::string& name) {
    INFO(name);
    CHECK(known.insert(name).second);
  };
  for (const OnnxPort& port : graph.inputs) add(port.name);
  for (const OnnxTensor& tensor : graph.constants) {
    add(tensor.name);
    std::int64_t size = tensor.type == OnnxType::int64 ? 8 : 4;
    for (const std::int64_t length : tensor.shape) size *= length;
    CHECK(size == std::ssize(tensor.bytes));
  }
  std::set<std::string> used;
  for (const OnnxNode& node : graph.nodes) {
    for (const std::string& name : node.inputs) {
      INFO(node.op << ": " << name);
      CHECK(known.contains(name));  // computed before
      used.insert(name);
    }
    for (const std::string& name : node.outputs) add(name);
  }
  for (const OnnxPort& port : graph.outputs) CHECK(known.contains(port.name));
  for (const OnnxTensor& tensor : graph.constants) CHECK(used.contains(tensor.name));
  for (const OnnxPort& port : graph.inputs) CHECK(used.contains(port.name));
}

}  // namespace

TEST_CASE("the graphs of ONNX are well-formed, whatever the options", "[onnx]") {
  for (const auto& [name, options] : written_options()) {
    INFO(name);
    const Transformer model = testing::random_model(options, 1);
    check_well_formed(onnx_encoder(model));
    const OnnxGraph decoder = onnx_decoder(model);
    check_well_formed(decoder);
    CHECK(std::ssize(decoder.inputs) == 2 + 4 * options.decoder_layers);
    CHECK(std::ssize(decoder.outputs) == 1 + 2 * options.decoder_layers);
    CHECK(decoder.has("generator.weight") == (options.tie == Tie::none));
  }
}

TEST_CASE("what is not written as ONNX is refused, all at once", "[onnx]") {
  const std::vector<TransformerOptions> sizes = testing::several_sizes();
  CHECK_THROWS_WITH(onnx_decoder(testing::random_model(sizes[6], 1)), Catch::Contains("--kernel dense"));
  const TransformerOptions both = with(sizes[0], [](auto& o) {
    o.layer.attention = {.rules = AttentionRules::parse("window:2"), .positions = {.kind = Position::shaw}};
  });
  CHECK_THROWS_WITH(onnx_encoder(testing::random_model(both, 1)),
                    Catch::Contains("its attention is window:2 (--attention all); ") &&
                        Catch::Contains("its positions are shaw (--position sinusoidal)"));
}

TEST_CASE("an .onnx file holds the weights to the bit, and every node", "[onnx]") {
  const Transformer model = testing::random_model(testing::several_sizes()[0], 1);
  const OnnxGraph decoder = onnx_decoder(model);
  const std::string bytes = onnx_bytes(decoder);
  std::size_t nodes = 0, weights = 0;
  std::vector<std::string> ports;
  protozero::pbf_reader file(bytes);
  REQUIRE(file.next(7));  // ModelProto.graph
  protozero::pbf_reader graph = file.get_message();
  while (graph.next()) {
    if (graph.tag() != 1 && graph.tag() != 5 && graph.tag() != 11) {
      graph.skip();
      continue;
    }
    const std::uint32_t kind = graph.tag();
    protozero::pbf_reader part = graph.get_message();
    if (kind == 1) {  // a node
      REQUIRE(part.next(4));
      CHECK(part.get_string() == decoder.nodes[nodes++].op);
    } else if (kind == 11) {  // an input
      REQUIRE(part.next(1));
      ports.push_back(part.get_string());
    } else {  // a tensor
      std::string name, raw;
      std::vector<std::int64_t> shape;
      while (part.next()) {
        if (part.tag() == 1)
          shape.push_back(part.get_int64());
        else if (part.tag() == 8 || part.tag() == 9)
          (part.tag() == 8 ? name : raw) = part.get_string();
        else
          part.skip();
      }
      const StateDict state = model.state_dict();
      const Array* const value = find_tensor(state, name);
      if (value == nullptr) continue;
      ++weights;
      const std::vector<float> expected(value->values().begin(), value->values().end());
      CHECK(shape == std::vector<std::int64_t>(value->shape().begin(), value->shape().end()));
      CHECK(raw == std::string(reinterpret_cast<const char*>(expected.data()), expected.size() * 4));
    }
  }
  CHECK(nodes == decoder.nodes.size());
  CHECK(weights == 21);  // 16 of the layer, the embedding, and two each of norm and generator
  CHECK(ports == std::vector<std::string>{"target", "source", "memory_key.0", "memory_value.0", "past_key.0",
                                          "past_value.0"});
}
