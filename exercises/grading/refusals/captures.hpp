// Lambdas that outlive what they refer to: what they compute cannot be compared with anything.
#pragma once

#include <optional>
#include <string>

namespace heed::grading {

struct EscapingCapture {
  int line;              // of its [ ], from 1
  std::string function;  // in which it stands
};

/// The first lambda of a C++ text that captures by reference and is returned, or given to a node to be called
/// later (given::value, `pull`).
std::optional<EscapingCapture> escaping_capture(const std::string& text);

}  // namespace heed::grading
