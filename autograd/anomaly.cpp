#include "autograd/anomaly.hpp"

#include <cmath>

#include "autograd/node.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Throws NumericError if an element is NaN or infinite; `what` opens the text.
void check_finite(const Array& array, const std::string& what) {
  for (std::int64_t i = 0; i < array.size(); ++i) {
    const Scalar x = array.data()[i];
    if (std::isfinite(x)) continue;
    throw_error<NumericError>("{} is {} at {}", what,
                              std::isnan(x) ? "NaN"
                              : x > 0       ? "inf"
                                            : "-inf",
                              coordinates(array.shape(), i));
  }
}

}  // namespace

void DetectAnomaly::computed(const char* op, const Array& value, std::span<const Variable> inputs) {
  std::string from;
  for (const Variable& v : inputs) {
    if (!from.empty()) from += ", ";
    from += v.node() ? describe(*v.node()) : fmt::format("constant {}", v.shape());
  }
  check_finite(value, fmt::format("forward: the result of [{}] from {}", op, from));
}

void DetectAnomaly::arriving(const char* op, const Node& node, const Array& gradient) {
  check_finite(gradient, fmt::format("backward: the gradient that [{}] gives to {}", op, describe(node)));
}

void DetectAnomaly::pulled(const Node& node) {
  for (const auto& input : node.inputs) {
    if (!input || !input->grad.defined()) continue;
    check_finite(input->grad, fmt::format("backward: the sum of the gradients of {}, with that of [{}],",
                                          describe(*input), node.op));
  }
}

}  // namespace heed
