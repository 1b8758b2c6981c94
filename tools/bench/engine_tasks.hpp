// Measurements of what every model stands on: a product of matrices, and an op that is recorded.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace heed {

/// A product of two matrices of 2048 × 2048: "ms", "gflops".
nlohmann::json measure_sgemm();
/// What an op of one number costs beyond its arithmetic, forward and backward: "ns_an_op".
nlohmann::json measure_engine();

}  // namespace heed
