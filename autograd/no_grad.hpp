// Values without a graph.
#pragma once

#include <utility>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// While it lives, nothing is recorded on this thread: `NoGrad no_grad;`.
class NoGrad {
 public:
  NoGrad() : before_(std::exchange(recording_, false)) {}
  ~NoGrad() { recording_ = before_; }
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  friend bool grad_enabled();
  static inline thread_local bool recording_ = true;
  bool before_;
};

/// Says if ops are recorded on this thread.
inline bool grad_enabled() { return NoGrad::recording_; }

}  // namespace heed
