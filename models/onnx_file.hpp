// The bytes of an .onnx file: a ModelProto of onnx.proto, by protozero.
#pragma once

#include <string>

#include "models/onnx_graph.hpp"

namespace heed::inline HEED_PRECISION {

/// Throws UsageError for a build without protozero, and for a model of 2 GB or more: protocol buffers end
/// there.
std::string onnx_bytes(const OnnxGraph& graph);

}  // namespace heed
