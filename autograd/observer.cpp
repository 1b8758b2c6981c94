#include "autograd/observer.hpp"

namespace heed::inline HEED_PRECISION {
namespace {
// A plain pointer, which an observer of static life still finds when the thread ends.
thread_local Observer* newest_observer = nullptr;
}  // namespace

Observer* Observer::newest() { return newest_observer; }

Observer::Observer() : older_(newest_observer) { newest_observer = this; }

Observer::~Observer() {
  Observer** at = &newest_observer;
  while (*at != nullptr && *at != this) at = &(*at)->older_;
  if (*at == this) *at = older_;
}

}  // namespace heed
