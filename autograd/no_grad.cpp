#include "autograd/no_grad.hpp"

#include <utility>

namespace heed::inline HEED_PRECISION {
namespace {
thread_local bool recording = true;
}

bool grad_enabled() { return recording; }
NoGrad::NoGrad() : before_(std::exchange(recording, false)) {}
NoGrad::~NoGrad() { recording = before_; }

}  // namespace heed
