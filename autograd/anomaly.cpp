#include <atomic>
#include <cmath>

#include "autograd/node.hpp"
#include "lib/core/error.hpp"

namespace heed {
namespace {
std::atomic<bool> searching{false};
}

bool anomaly_enabled() { return searching; }
DetectAnomaly::DetectAnomaly() : before_(searching.exchange(true)) {}
DetectAnomaly::~DetectAnomaly() { searching = before_; }

std::string describe(const Node& node) {
  return node.name.empty() ? fmt::format("[{}] {}", node.op, node.shape)
                           : fmt::format("'{}' {}", node.name, node.shape);
}

void check_finite(const Array& array, const std::string& what) {
  for (std::int64_t i = 0; i < array.size(); ++i) {
    const Scalar x = array.data()[i];
    if (std::isfinite(x)) continue;
    Shape coordinate = array.shape();
    std::int64_t rest = i;
    for (int axis = array.rank() - 1; axis >= 0; --axis) {
      coordinate[axis] = rest % array.shape()[axis];
      rest /= array.shape()[axis];
    }
    throw_error<NumericError>("{} is {} at {}", what,
                              std::isnan(x) ? "NaN"
                              : x > 0       ? "inf"
                                            : "-inf",
                              coordinate);
  }
}

}  // namespace heed
