// The search for the first NaN or infinity.
#pragma once

#include "autograd/observer.hpp"

namespace heed::inline HEED_PRECISION {

/// While it lives, every value and every gradient of this thread is searched for NaN and infinity; the first
/// one found throws NumericError with the op, the tensor and the coordinate.
class DetectAnomaly : public Observer {
 public:
  void computed(const char* op, const Array& value, std::span<const Variable> inputs) override;
  void arriving(const char* op, const Node& node, const Array& gradient) override;
  void pulled(const Node& node) override;
};

}  // namespace heed
