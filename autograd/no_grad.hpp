// Values without a graph.
#pragma once

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// Says if ops are recorded on this thread.
bool grad_enabled();

/// While it lives, nothing is recorded on this thread: `NoGrad no_grad;`.
class NoGrad {
 public:
  NoGrad();
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  bool before_;
};

}  // namespace heed
